//! Progress and log notifications.
#![expect(
    deprecated,
    reason = "the newest revision gives up logging; clients of the others still read it"
)]

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam};
use rmcp::service::RequestContext;

use crate::ToolLogLevel;

/// Sends progress, if the client requested it.
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
    // A disconnected client is handled elsewhere.
    let _ = context.peer.notify_progress(told).await;
}

/// Sends a log message.
pub(super) async fn log(
    context: &RequestContext<RoleServer>,
    level: ToolLogLevel,
    message: String,
) {
    let told = LoggingMessageNotificationParam::new(loud(level), message.into());
    let _ = context.peer.notify_logging_message(told).await;
}

/// The minimum log level that a modern client requested with the call; `None` if it requested no
/// log messages.
pub(super) fn wanted(context: &RequestContext<RoleServer>) -> Option<ToolLogLevel> {
    context.meta.log_level().map(quiet)
}

/// The closest log level of ours that includes the protocol's level.
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
