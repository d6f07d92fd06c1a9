//! What one request, call or client may use.

use std::time::Duration;

/// Limits that hold for all sources; a source may have its own times.
#[derive(Clone, Debug)]
pub struct GatewayLimits {
    /// Largest request body in bytes.
    pub request_body: usize,
    /// Open sessions at once.
    pub sessions: usize,
    /// Open sessions of one caller at once; as many subscriptions.
    pub sessions_per_caller: usize,
    /// Calls of one caller that wait for an answer at once.
    pub waiting_per_caller: usize,
    /// Tasks that are kept for one caller.
    pub tasks_per_caller: usize,
    /// Bytes that are kept for one caller's waiting calls and tasks.
    pub kept_bytes_per_caller: usize,
    /// How long a session may be silent.
    pub session_idle: Duration,
    /// How long a source may take to start.
    pub start: Duration,
}

/// How long one source's calls may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallTimeouts {
    /// The longest silence; progress resets it.
    pub silence: Duration,
    /// Longest call, progress or not.
    pub ceiling: Duration,
}
