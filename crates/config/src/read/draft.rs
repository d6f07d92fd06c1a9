//! A source entry that was understood but not filled in: what both file formats are read into,
//! and what an import writes out again.

use std::time::Duration;

use candor_model::{DestructivePolicy, Era, SourceName, Unset, VariableName};

use crate::settings::{DriftMode, Flavour, Operations, PackName, Trust};
use crate::tree::Span;

/// A text with its `${VAR}`s, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// A value that may have been written, and where.
pub(crate) type Given<T> = Option<(T, Span)>;

/// One entry, which is reached in one of the ways of `T`: not every file knows all of them.
#[derive(Clone, Debug)]
pub(crate) struct Draft<T> {
    pub(crate) name: SourceName,
    pub(crate) transport: T,
    pub(crate) options: DraftOptions,
}

/// What does not tell how it is reached.
#[derive(Clone, Debug, Default)]
pub(crate) struct DraftOptions {
    pub(crate) era: Given<Option<Era>>,
    pub(crate) trust: Given<Trust>,
    pub(crate) enabled: Given<bool>,
    pub(crate) validate_arguments: Given<bool>,
    pub(crate) call_timeout: Given<Duration>,
    pub(crate) concurrent_calls: Given<usize>,
    pub(crate) roots: Vec<Template>,
    pub(crate) destructive: Given<DestructivePolicy>,
    pub(crate) open_world: Given<bool>,
    pub(crate) drift: Given<DriftMode>,
    pub(crate) unset: Given<Unset>,
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
        command: Template,
        args: Vec<Template>,
        env: Vec<(String, Template)>,
        cwd: Option<Template>,
    },
    Http {
        url: Template,
        headers: Vec<(String, Template)>,
        flavour: Given<Flavour>,
    },
}

/// What is said of an API and its document.
#[derive(Clone, Debug)]
pub(crate) struct OpenApiDraft {
    pub(crate) document: Template,
    pub(crate) base_url: Option<Template>,
    pub(crate) server: Option<Template>,
    pub(crate) server_variables: Vec<(String, Template)>,
    pub(crate) allow_private: Given<bool>,
    pub(crate) deprecated: Given<bool>,
    pub(crate) select: Given<bool>,
    pub(crate) refresh: Given<Duration>,
    pub(crate) max_reply: Given<usize>,
    pub(crate) max_output_schema: Given<usize>,
    pub(crate) retries: Given<u32>,
    pub(crate) headers: Vec<(String, Template)>,
    pub(crate) variables: Vec<(VariableName, Template)>,
    pub(crate) include: DraftOperations,
    pub(crate) exclude: DraftOperations,
}

/// What is said of functions.
#[derive(Clone, Debug)]
pub(crate) struct FunctionsDraft {
    pub(crate) path: Template,
    pub(crate) variables: Vec<(VariableName, Template)>,
    pub(crate) allow_private: Given<bool>,
    pub(crate) memory: Given<usize>,
    pub(crate) cpu_time: Given<Duration>,
    pub(crate) workers: Given<usize>,
    pub(crate) max_reply: Given<usize>,
    pub(crate) max_fetch: Given<usize>,
    pub(crate) watch: Given<bool>,
}

/// What is said of a pack.
#[derive(Clone, Debug)]
pub(crate) struct PackDraft {
    /// Without a place, it goes by the name of the source.
    pub(crate) pack: (PackName, Option<Span>),
    pub(crate) resolver: Option<Template>,
    pub(crate) sample: Given<bool>,
}

/// Operations, and where the lists stand that describe them.
#[derive(Clone, Debug, Default)]
pub(crate) struct DraftOperations {
    pub(crate) operations: Operations,
    pub(crate) spans: Vec<(&'static str, Span)>,
}

// === impl DraftKind ===

impl From<DraftTransport> for DraftKind {
    fn from(transport: DraftTransport) -> Self {
        Self::Mcp(transport)
    }
}

// === impl Draft ===

impl<T> Draft<T> {
    /// Whether it is to be started.
    pub(crate) fn is_enabled(&self) -> bool {
        self.options
            .enabled
            .as_ref()
            .is_none_or(|(enabled, _)| *enabled)
    }
}
