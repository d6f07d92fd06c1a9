//! What is remembered of calls.

use std::time::Duration;

/// The `[audit]` table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditSettings {
    /// How long entries are kept.
    pub retention: Duration,
}
