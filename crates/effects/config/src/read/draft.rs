//! A source entry that was understood but not filled in: what both file formats are read into,
//! and what an import writes out again.

use std::time::Duration;

use candor_model::{DestructivePolicy, McpEra, SourceName, UnsetPolicy, VariableName};

use crate::settings::{DeclaredOperations, DriftMode, HttpFlavour, PackName, SourceTrust};
use crate::tree::ByteSpan;

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
pub(crate) struct EntryDraft<T> {
    pub(crate) name: SourceName,
    pub(crate) transport: T,
    pub(crate) options: DraftOptions,
}

/// What does not tell how it is reached.
#[derive(Clone, Debug, Default)]
pub(crate) struct DraftOptions {
    pub(crate) era: SpannedOption<Option<McpEra>>,
    pub(crate) trust: SpannedOption<SourceTrust>,
    pub(crate) enabled: SpannedOption<bool>,
    pub(crate) validate_arguments: SpannedOption<bool>,
    pub(crate) call_timeout: SpannedOption<Duration>,
    pub(crate) concurrent_calls: SpannedOption<usize>,
    pub(crate) roots: Vec<SpannedTemplate>,
    pub(crate) destructive: SpannedOption<DestructivePolicy>,
    pub(crate) open_world: SpannedOption<bool>,
    pub(crate) drift: SpannedOption<DriftMode>,
    pub(crate) unset: SpannedOption<UnsetPolicy>,
}

/// What a `candor.toml` says it is.
#[derive(Clone, Debug)]
pub(crate) enum DraftKind {
    Mcp(DraftTransport),
    OpenApi(Box<OpenApiDraft>),
    Functions(FunctionsDraft),
    Pack(PackDraft),
}

/// How a server says it is reached.
#[derive(Clone, Debug)]
pub(crate) enum DraftTransport {
    Stdio {
        command: SpannedTemplate,
        args: Vec<SpannedTemplate>,
        env: Vec<(String, SpannedTemplate)>,
        cwd: Option<SpannedTemplate>,
    },
    Http {
        url: SpannedTemplate,
        headers: Vec<(String, SpannedTemplate)>,
        flavour: SpannedOption<HttpFlavour>,
    },
}

/// What is said of an API and its document.
#[derive(Clone, Debug)]
pub(crate) struct OpenApiDraft {
    pub(crate) document: SpannedTemplate,
    pub(crate) base_url: Option<SpannedTemplate>,
    pub(crate) server: Option<SpannedTemplate>,
    pub(crate) server_variables: Vec<(String, SpannedTemplate)>,
    pub(crate) allow_private: SpannedOption<bool>,
    pub(crate) deprecated: SpannedOption<bool>,
    pub(crate) select: SpannedOption<bool>,
    pub(crate) refresh: SpannedOption<Duration>,
    pub(crate) max_reply: SpannedOption<usize>,
    pub(crate) max_output_schema: SpannedOption<usize>,
    pub(crate) retries: SpannedOption<u32>,
    pub(crate) headers: Vec<(String, SpannedTemplate)>,
    pub(crate) variables: Vec<(VariableName, SpannedTemplate)>,
    pub(crate) include: DraftOperations,
    pub(crate) exclude: DraftOperations,
}

/// What is said of functions.
#[derive(Clone, Debug)]
pub(crate) struct FunctionsDraft {
    pub(crate) path: SpannedTemplate,
    pub(crate) variables: Vec<(VariableName, SpannedTemplate)>,
    pub(crate) allow_private: SpannedOption<bool>,
    pub(crate) memory: SpannedOption<usize>,
    pub(crate) cpu_time: SpannedOption<Duration>,
    pub(crate) workers: SpannedOption<usize>,
    pub(crate) max_reply: SpannedOption<usize>,
    pub(crate) max_fetch: SpannedOption<usize>,
    pub(crate) watch: SpannedOption<bool>,
}

/// What is said of a pack.
#[derive(Clone, Debug)]
pub(crate) struct PackDraft {
    /// Without a place, it goes by the name of the source.
    pub(crate) pack: (PackName, Option<ByteSpan>),
    pub(crate) resolver: Option<SpannedTemplate>,
    pub(crate) sample: SpannedOption<bool>,
}

/// Operations, and where the lists stand that describe them.
#[derive(Clone, Debug, Default)]
pub(crate) struct DraftOperations {
    pub(crate) operations: DeclaredOperations,
    pub(crate) spans: Vec<(&'static str, ByteSpan)>,
}

// === impl DraftKind ===

impl From<DraftTransport> for DraftKind {
    fn from(transport: DraftTransport) -> Self {
        Self::Mcp(transport)
    }
}

// === impl EntryDraft ===

impl<T> EntryDraft<T> {
    /// Whether it is to be started.
    pub(crate) fn is_enabled(&self) -> bool {
        self.options
            .enabled
            .as_ref()
            .is_none_or(|(enabled, _)| *enabled)
    }
}
