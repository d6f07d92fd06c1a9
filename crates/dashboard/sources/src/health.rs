//! The status of a source in words.

use std::time::{SystemTime, UNIX_EPOCH};

use candor_dashboard_kit::{DisplayTime, ExternalText, StateBadge, now_micros};
use candor_sources::SourceState;

/// The most characters of an error.
const ERROR: usize = 4_000;

/// The status of a source.
pub(crate) struct SourceHealthView {
    pub(crate) badge: StateBadge,
    pub(crate) since: Option<DisplayTime>,
    /// The transport, while it is online.
    pub(crate) transport: Option<&'static str>,
    /// The protocol revision, while it is online.
    pub(crate) revision: Option<&'static str>,
    /// Why it is offline or failed, in one line.
    pub(crate) why: Option<ExternalText>,
    pub(crate) failure: Option<ConnectionFailure>,
}

/// Why a source is offline.
pub(crate) struct ConnectionFailure {
    /// How many attempts in a row have failed.
    pub(crate) attempts: u32,
    /// The error of the last attempt.
    pub(crate) error: ExternalText,
    /// The time of the next attempt.
    pub(crate) retry: DisplayTime,
}

// === impl SourceHealthView ===

impl SourceHealthView {
    pub(crate) fn of(state: &SourceState) -> Self {
        match state {
            SourceState::Starting | SourceState::Stopped => Self::of_badge(state.as_str()),
            SourceState::Unusable { reason } => Self {
                why: Some(ExternalText::line(reason)),
                ..Self::of_badge(state.as_str())
            },
            SourceState::Ready {
                since,
                revision,
                transport,
                ..
            } => Self {
                since: Some(moment(*since)),
                transport: Some(transport),
                // Candor's own kinds of source do not speak MCP.
                revision: (!matches!(*transport, "openapi" | "functions" | "pack"))
                    .then(|| revision.as_str()),
                ..Self::of_badge(state.as_str())
            },
            SourceState::Failing {
                since,
                attempts,
                last_error,
                retry_at,
            } => Self {
                since: Some(moment(*since)),
                why: Some(ExternalText::line(last_error)),
                failure: Some(ConnectionFailure {
                    attempts: *attempts,
                    error: ExternalText::sentence(last_error, ERROR),
                    retry: moment(*retry_at),
                }),
                ..Self::of_badge(state.as_str())
            },
        }
    }

    /// The status of a source that is saved but not served, because the gateway serves another one in
    /// transparent mode.
    pub(crate) fn absent() -> Self {
        Self::of_badge("absent")
    }

    fn of_badge(state: &str) -> Self {
        Self {
            badge: StateBadge::of(state),
            since: None,
            transport: None,
            revision: None,
            why: None,
            failure: None,
        }
    }
}

/// The label of a source kind or transport.
pub(crate) fn kind(word: &str) -> &'static str {
    match word {
        "stdio" => "MCP server (stdio)",
        "http" => "MCP server (HTTP)",
        "sse" => "MCP server (SSE)",
        "openapi" => "OpenAPI",
        "functions" => "Functions",
        "pack" => "Pack",
        _ => "Source",
    }
}

fn moment(time: SystemTime) -> DisplayTime {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let micros = i64::try_from(since.as_micros()).unwrap_or(i64::MAX);
    DisplayTime::seen(micros, now_micros())
}
