//! Recorded calls, from which verification scenarios can be written.

use crate::SourceName;

/// The maximum size of recorded arguments, in bytes.
pub const KEPT_ARGUMENTS_MAX: usize = 16 << 10;

/// The maximum size of a recorded result, in bytes.
pub const KEPT_RESULT_MAX: usize = 2 << 10;

/// One recorded tool call that its source answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCall {
    /// The source of the tool.
    pub source: SourceName,
    /// The source's name for the tool.
    pub tool: Box<str>,
    /// The read-only hint that clients saw; `None` if unset.
    pub read_only: Option<bool>,
    /// The arguments as JSON, with secrets masked; empty if they were too large.
    pub arguments: Box<str>,
    /// Whether the recorded arguments are complete.
    pub fidelity: ArgumentFidelity,
    /// Whether the result has `isError` set.
    pub is_error: bool,
    /// The beginning of the result's text, with secrets masked.
    pub result: Box<str>,
    /// When it was answered, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// How recorded arguments differ from the original ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentFidelity {
    /// Identical to what the source received.
    Whole,
    /// At least one secret is masked.
    Masked,
    /// Too large; not recorded.
    TooLarge,
}

// === impl ArgumentFidelity ===

candor_text::string_enum! {
    /// The value that is stored.
    ArgumentFidelity {
        Whole => "whole",
        Masked => "masked",
        TooLarge => "too-large",
    }
}
