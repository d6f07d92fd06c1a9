//! What a tool says that took something away.

use candor_functions::JsonSchema;
use serde::Serialize;

/// Something was taken away.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RemovalAnswer {
    /// What was removed.
    pub(crate) removed: String,
    /// Whether and how it can be brought back.
    pub(crate) recovery: &'static str,
}

// === impl RemovalAnswer ===

impl RemovalAnswer {
    pub(crate) fn new(removed: impl Into<String>, recovery: &'static str) -> Self {
        Self {
            removed: removed.into(),
            recovery,
        }
    }
}
