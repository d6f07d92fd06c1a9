//! Source entries before interpolation: the common result of both file formats, and the input of an
//! import.

use std::borrow::Cow;

use candor_model::SourceName;

use crate::settings::HttpFlavour;
use crate::tree::{ByteSpan, ConfigEntry, ConfigValue, find};

/// A text with `${VAR}`s and its place.
#[derive(Clone, Debug)]
pub(crate) struct SpannedTemplate {
    pub(crate) text: String,
    pub(crate) span: ByteSpan,
}

/// A value that may have been written, and where.
pub(crate) type SpannedOption<T> = Option<(T, ByteSpan)>;

/// One entry with a transport of type `T`, because not every file format supports all of them.
#[derive(Clone, Debug)]
pub(crate) struct EntryDraft<'e, T> {
    pub(crate) name: SourceName,
    pub(crate) transport: T,
    /// The entry's contents, with the keys of a `candor.toml`. Free of errors.
    pub(crate) entries: Cow<'e, [ConfigEntry]>,
}

/// The kind of a source in a `candor.toml`. Other settings are read from the table again during
/// interpolation.
#[derive(Clone, Debug)]
pub(crate) enum DraftKind {
    Mcp(DraftTransport),
    OpenApi,
    Functions,
    Pack,
}

/// The transport of an MCP server.
#[derive(Clone, Debug)]
pub(crate) enum DraftTransport {
    Stdio {
        command: SpannedTemplate,
        args: Vec<SpannedTemplate>,
        env: Vec<(String, SpannedTemplate)>,
        inherit_env: Vec<SpannedTemplate>,
        cwd: Option<SpannedTemplate>,
    },
    Http {
        url: SpannedTemplate,
        headers: Vec<(String, SpannedTemplate)>,
        flavour: SpannedOption<HttpFlavour>,
    },
}

// === impl DraftKind ===

impl From<DraftTransport> for DraftKind {
    fn from(transport: DraftTransport) -> Self {
        Self::Mcp(transport)
    }
}

// === impl EntryDraft ===

impl<T> EntryDraft<'_, T> {
    /// Whether it is to be started.
    pub(crate) fn is_enabled(&self) -> bool {
        let enabled = find(&self.entries, "enabled");
        enabled.is_none_or(|entry| entry.node.value != ConfigValue::Bool(false))
    }
}
