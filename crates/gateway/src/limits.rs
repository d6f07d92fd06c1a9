//! What one request, call or client may use.

use std::time::Duration;

/// Limits that hold for all sources; a source may have its own times.
#[derive(Clone, Debug)]
pub struct GatewayLimits {
    /// Largest request body in bytes.
    pub request_body: usize,
    /// Open sessions at once.
    pub sessions: usize,
    /// How long a session may be silent.
    pub session_idle: Duration,
    /// How long a source may take to start.
    pub start: Duration,
}

/// How long one source's calls may take.
#[derive(Clone, Copy, Debug)]
pub struct CallTimeouts {
    /// The longest silence; progress resets it.
    pub silence: Duration,
    /// Longest call, progress or not.
    pub ceiling: Duration,
}
