//! What the gateway will not exceed.

use std::time::Duration;

/// The `[limits]` table. Sizes are in bytes; nothing is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitSettings {
    /// The largest request from a client.
    pub request_body: usize,
    /// The largest reply from a source.
    pub reply: usize,
    /// How long a call may be silent; progress starts it anew.
    pub call_timeout: Duration,
    /// How long a call may take in all. Never shorter than `call_timeout`.
    pub call_ceiling: Duration,
    /// How many calls one source gets at a time.
    pub concurrent_calls: usize,
    /// How many sessions of clients are open at a time.
    pub sessions: usize,
    /// How long a session may be idle.
    pub session_idle: Duration,
    /// How long a source may take to start.
    pub start_timeout: Duration,
}
