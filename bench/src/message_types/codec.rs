//! Three ways to read a message and write it again.

use std::borrow::Cow;

use rmcp::model::{JsonRpcMessage, ServerJsonRpcMessage, ServerResult};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The part of a response that a gateway must understand; the rest stays as it came.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RawEnvelope<'a> {
    #[serde(borrow)]
    pub(crate) jsonrpc: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<&'a RawValue>,
}

/// A way to read a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MessageCodec {
    /// Into rmcp's `ServerJsonRpcMessage`.
    Typed,
    /// A tree of JSON values.
    Value,
    /// An envelope around the raw payload.
    Raw,
}

impl MessageCodec {
    pub(crate) const ALL: [Self; 3] = [Self::Typed, Self::Value, Self::Raw];

    /// Reads a message and writes it again.
    pub(crate) fn round_trip(self, message: &[u8]) -> serde_json::Result<Vec<u8>> {
        match self {
            Self::Typed => again::<ServerJsonRpcMessage>(message),
            Self::Value => again::<Value>(message),
            Self::Raw => again::<RawEnvelope>(message),
        }
    }
}

fn again<'a, T: Deserialize<'a> + Serialize>(message: &'a [u8]) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&serde_json::from_slice::<T>(message)?)
}

/// What rmcp takes a message for.
pub(crate) fn taken_for(message: &[u8]) -> String {
    match serde_json::from_slice(message) {
        Ok(ServerJsonRpcMessage::Response(response)) => result_name(&response.result).to_owned(),
        Ok(JsonRpcMessage::Request(_)) => "a request".to_owned(),
        Ok(JsonRpcMessage::Notification(_)) => "a notification".to_owned(),
        Ok(JsonRpcMessage::Error(_)) => "an error".to_owned(),
        Err(error) => format!("rejected: {error}"),
    }
}

fn result_name(result: &ServerResult) -> &'static str {
    match result {
        ServerResult::CallToolResult(_) => "CallToolResult",
        ServerResult::ListToolsResult(_) => "ListToolsResult",
        ServerResult::ListPromptsResult(_) => "ListPromptsResult",
        ServerResult::ElicitResult(_) => "ElicitResult",
        ServerResult::InputRequiredResult(_) => "InputRequiredResult",
        ServerResult::EmptyResult(_) => "EmptyResult",
        ServerResult::CustomResult(_) => "CustomResult (untyped)",
        _ => "another result",
    }
}
