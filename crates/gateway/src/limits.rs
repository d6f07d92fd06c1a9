//! Limits of requests, calls and clients.

use std::time::Duration;

/// Limits that apply to all sources; a source may have its own timeouts.
#[derive(Clone, Debug)]
pub struct GatewayLimits {
    /// The maximum size of a request body in bytes.
    pub request_body: usize,
    /// The maximum number of open sessions.
    pub sessions: usize,
    /// The maximum number of open sessions of one caller, and of its subscriptions.
    pub sessions_per_caller: usize,
    /// The maximum number of one caller's calls that wait for an answer.
    pub waiting_per_caller: usize,
    /// The maximum number of tasks that are kept for one caller.
    pub tasks_per_caller: usize,
    /// The maximum size in bytes of one caller's waiting calls and tasks.
    pub kept_bytes_per_caller: usize,
    /// How long a session may be idle.
    pub session_idle: Duration,
    /// How long a source may take to start.
    pub start: Duration,
}

/// The time limits of one source's calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallTimeouts {
    /// The longest silence; progress resets it.
    pub silence: Duration,
    /// The longest call, with or without progress.
    pub ceiling: Duration,
}
