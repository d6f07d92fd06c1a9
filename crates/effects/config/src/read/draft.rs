//! A source entry that was understood but not filled in: what both file formats are read into,
//! and what an import writes out again.

use std::borrow::Cow;

use candor_model::SourceName;

use crate::settings::HttpFlavour;
use crate::tree::{ByteSpan, ConfigEntry, ConfigValue, find};

/// A text with its `${VAR}`s, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct SpannedTemplate {
    pub(crate) text: String,
    pub(crate) span: ByteSpan,
}

/// A value that may have been written, and where.
pub(crate) type SpannedOption<T> = Option<(T, ByteSpan)>;

/// One entry, which is reached in one of the ways of `T`: not every file knows all of them.
#[derive(Clone, Debug)]
pub(crate) struct EntryDraft<'e, T> {
    pub(crate) name: SourceName,
    pub(crate) transport: T,
    /// What it says, in the words of a `candor.toml`. There is no mistake in it.
    pub(crate) entries: Cow<'e, [ConfigEntry]>,
}

/// What a `candor.toml` says it is. What is not said of a server is read from the table again when
/// it is filled in.
#[derive(Clone, Debug)]
pub(crate) enum DraftKind {
    Mcp(DraftTransport),
    OpenApi,
    Functions,
    Pack,
}

/// How a server says it is reached.
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
