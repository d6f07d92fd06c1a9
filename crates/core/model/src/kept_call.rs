//! A call whose arguments were kept, so that a scenario can be written from it.

use crate::SourceName;

/// The most bytes of arguments that are kept of one call.
pub const KEPT_ARGUMENTS_MAX: usize = 16 << 10;

/// The most bytes of a result that are kept.
pub const KEPT_RESULT_MAX: usize = 2 << 10;

/// One call of a tool that its source answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCall {
    /// The source whose tool was called.
    pub source: SourceName,
    /// What the source calls the tool.
    pub tool: Box<str>,
    /// Whether clients were told that the tool only reads; none if nothing was said.
    pub read_only: Option<bool>,
    /// The arguments as JSON, with secrets masked; empty if they were too large.
    pub arguments: Box<str>,
    /// Whether these are the arguments that the source was given.
    pub fidelity: ArgumentFidelity,
    /// Whether the source answered with an error.
    pub is_error: bool,
    /// The beginning of the text that it answered with, secrets masked.
    pub result: Box<str>,
    /// When it was answered, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// Whether kept arguments are those of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentFidelity {
    /// The arguments are kept exactly as the source was given them.
    Whole,
    /// A secret in them is masked.
    Masked,
    /// They were too large and are not kept.
    TooLarge,
}

// === impl ArgumentFidelity ===

candor_text::string_enum! {
    /// The word that is stored.
    ArgumentFidelity {
        Whole => "whole",
        Masked => "masked",
        TooLarge => "too-large",
    }
}
