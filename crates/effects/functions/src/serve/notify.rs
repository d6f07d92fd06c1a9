//! Progress and log, as notifications.
#![expect(
    deprecated,
    reason = "the newest revision gives up logging; clients of the others still read it"
)]

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam};
use rmcp::service::RequestContext;

use crate::ToolLogLevel;

/// Tells how far a call has come, if its client wants to know.
pub(super) async fn progress(
    context: &RequestContext<RoleServer>,
    done: f64,
    total: Option<f64>,
    message: Option<String>,
) {
    let Some(token) = context.meta.get_progress_token() else {
        return;
    };
    let mut told = ProgressNotificationParam::new(token, done);
    told.total = total;
    told.message = message;
    // A client that has gone is noticed elsewhere.
    let _ = context.peer.notify_progress(told).await;
}

/// Tells what a handler said.
pub(super) async fn log(
    context: &RequestContext<RoleServer>,
    level: ToolLogLevel,
    message: String,
) {
    let told = LoggingMessageNotificationParam::new(loud(level), message.into());
    let _ = context.peer.notify_logging_message(told).await;
}

/// The least that a client of the newer era wants to hear, which it says with each call. If it
/// does not, it wants nothing.
pub(super) fn wanted(context: &RequestContext<RoleServer>) -> Option<ToolLogLevel> {
    context.meta.log_level().map(quiet)
}

/// The nearest of our levels that lets through what the protocol's does.
pub(super) fn quiet(level: LoggingLevel) -> ToolLogLevel {
    match level {
        LoggingLevel::Debug => ToolLogLevel::Debug,
        LoggingLevel::Info => ToolLogLevel::Info,
        LoggingLevel::Notice | LoggingLevel::Warning => ToolLogLevel::Warning,
        LoggingLevel::Error
        | LoggingLevel::Critical
        | LoggingLevel::Alert
        | LoggingLevel::Emergency => ToolLogLevel::Error,
    }
}

fn loud(level: ToolLogLevel) -> LoggingLevel {
    match level {
        ToolLogLevel::Debug => LoggingLevel::Debug,
        ToolLogLevel::Info => LoggingLevel::Info,
        ToolLogLevel::Warning => LoggingLevel::Warning,
        ToolLogLevel::Error => LoggingLevel::Error,
    }
}
