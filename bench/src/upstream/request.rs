//! The parts of a JSON-RPC message that the upstream reads, borrowed from the body.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A request, or a notification when it has no id.
#[derive(Debug, Deserialize)]
pub(crate) struct UpstreamMessage<'a> {
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) method: Cow<'a, str>,
    #[serde(borrow)]
    params: Option<MessageParams<'a>>,
}

#[derive(Debug, Deserialize)]
struct MessageParams<'a> {
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default, rename = "protocolVersion")]
    protocol_version: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Option<EchoArguments<'a>>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<ParamsMeta<'a>>,
}

#[derive(Debug, Deserialize)]
struct EchoArguments<'a> {
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    padding: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct ParamsMeta<'a> {
    #[serde(borrow, default, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Cow<'a, str>,
}

// === impl UpstreamMessage ===

impl UpstreamMessage<'_> {
    /// The version in the request's `_meta`, which makes it a request of the modern era.
    pub(crate) fn version(&self) -> Option<&str> {
        let meta = self.params.as_ref()?.meta.as_ref()?;
        Some(&*meta.version).filter(|version| !version.is_empty())
    }

    /// The version that an `initialize` asks for.
    pub(crate) fn asked_version(&self) -> &str {
        let params = self.params.as_ref();
        params.map_or("", |params| &params.protocol_version)
    }

    /// The name of the tool to call.
    pub(crate) fn tool(&self) -> &str {
        self.params.as_ref().map_or("", |params| &params.name)
    }

    /// The argument `message` as the JSON string it came as.
    pub(crate) fn echo(&self) -> Option<&str> {
        let text = self.params.as_ref()?.arguments.as_ref()?.message?.get();
        text.starts_with('"').then_some(text)
    }

    /// How many bytes are to be added to the message, if any are.
    pub(crate) fn padding(&self) -> Option<usize> {
        self.params.as_ref()?.arguments.as_ref()?.padding
    }
}
