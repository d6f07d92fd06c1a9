//! Filters the notifications during a call by what its client wants.

use std::sync::Arc;

use candor_model::McpLogLevel;
use candor_wire::{RawJson, method};

use crate::level;
use crate::session::McpSession;

/// The filter of one call.
#[derive(Debug)]
pub(crate) struct NotificationFilter {
    /// Whether the request has a progress token.
    pub(crate) progress: bool,
    /// Which log messages are wanted.
    pub(crate) logs: LogFilter,
}

/// Which logs a client wants.
#[derive(Debug)]
pub(crate) enum LogFilter {
    /// Logs of this level and above; none without a level (a modern request).
    From(Option<McpLogLevel>),
    /// The level that the session has set.
    Session(Arc<McpSession>),
}

// === impl NotificationFilter ===

impl NotificationFilter {
    /// Whether to send this notification to the client.
    pub(crate) fn wants(&self, called: &str, params: Option<&RawJson>) -> bool {
        match called {
            method::PROGRESS => self.progress,
            method::LOG => match &self.logs {
                LogFilter::From(least) => {
                    least.is_some_and(|least| level::of_message(params) >= least)
                }
                LogFilter::Session(session) => session.wants_log(params),
            },
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_needs_a_token_and_logs_need_a_level() {
        let warning = RawJson::parse(r#"{"level":"warning","data":"x"}"#).ok();
        let taste = |progress, least| NotificationFilter {
            progress,
            logs: LogFilter::From(least),
        };
        assert!(!taste(false, None).wants(method::PROGRESS, None));
        assert!(taste(true, None).wants(method::PROGRESS, None));
        assert!(!taste(true, None).wants(method::LOG, warning.as_ref()));
        assert!(taste(true, Some(McpLogLevel::Warning)).wants(method::LOG, warning.as_ref()));
        assert!(!taste(true, Some(McpLogLevel::Error)).wants(method::LOG, warning.as_ref()));
        assert!(taste(false, None).wants("notifications/other", None));
    }
}
