//! A source entry that was understood but not filled in: what both file formats are read into,
//! and what an import writes out again.

use std::time::Duration;

use candor_model::{DestructivePolicy, Era, SourceName};

use crate::settings::{DriftMode, Flavour, Trust};
use crate::tree::Span;

/// A text with its `${VAR}`s, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// A value that may have been written, and where.
pub(crate) type Given<T> = Option<(T, Span)>;

/// One entry.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) name: SourceName,
    pub(crate) transport: DraftTransport,
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
}

/// How it says it is reached.
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

// === impl Draft ===

impl Draft {
    /// Whether it is to be started.
    pub(crate) fn is_enabled(&self) -> bool {
        self.enabled.as_ref().is_none_or(|(enabled, _)| *enabled)
    }
}
