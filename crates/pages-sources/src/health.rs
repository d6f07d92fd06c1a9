//! How a source is, in words.

use std::time::{SystemTime, UNIX_EPOCH};

use candor_frame::{Moment, Outside, now_micros};
use candor_sources::State;

/// How much of an error is shown.
const ERROR: usize = 4_000;

/// How a source is.
pub(crate) struct Health {
    /// In a word or two.
    pub(crate) word: &'static str,
    /// The sign beside the word.
    pub(crate) sign: &'static str,
    /// How its badge looks.
    pub(crate) look: &'static str,
    /// Since when.
    pub(crate) since: Option<Moment>,
    /// How it is reached, while it answers.
    pub(crate) transport: Option<&'static str>,
    /// The revision of the protocol that it speaks, while it answers.
    pub(crate) revision: Option<&'static str>,
    /// Why it does not answer, or cannot be used, in a line.
    pub(crate) why: Option<Outside>,
    /// Why it does not answer.
    pub(crate) failure: Option<Failure>,
}

/// Why a source does not answer.
pub(crate) struct Failure {
    /// How many attempts in a row have failed.
    pub(crate) attempts: u32,
    /// What the last one said.
    pub(crate) error: Outside,
    /// When the next one begins.
    pub(crate) retry: Moment,
}

// === impl Health ===

impl Health {
    pub(crate) fn of(state: &State) -> Self {
        match state {
            State::Starting => Self::quiet("Starting", "…", ""),
            State::Stopped => Self::quiet("Stopped", "■", ""),
            State::Unusable { reason } => Self {
                why: Some(Outside::line(reason)),
                ..Self::quiet("Cannot be used", "✗", "bad")
            },
            State::Ready {
                since,
                revision,
                transport,
                ..
            } => Self {
                since: Some(moment(*since)),
                transport: Some(transport),
                // What Candor calls itself speaks no revision of the protocol.
                revision: (!matches!(*transport, "openapi" | "functions" | "pack"))
                    .then(|| revision.as_str()),
                ..Self::quiet("Ready", "✓", "good")
            },
            State::Failing {
                since,
                attempts,
                last_error,
                retry_at,
            } => Self {
                since: Some(moment(*since)),
                why: Some(Outside::line(last_error)),
                failure: Some(Failure {
                    attempts: *attempts,
                    error: Outside::short(last_error, ERROR),
                    retry: moment(*retry_at),
                }),
                ..Self::quiet("Not answering", "✗", "bad")
            },
        }
    }

    /// Of one that is kept and not looked at: one source is served here as if Candor were not
    /// there.
    pub(crate) fn absent() -> Self {
        Self::quiet("Not served", "■", "")
    }

    fn quiet(word: &'static str, sign: &'static str, look: &'static str) -> Self {
        Self {
            word,
            sign,
            look,
            since: None,
            transport: None,
            revision: None,
            why: None,
            failure: None,
        }
    }
}

/// What a kind of source is, in words. Transports are understood as well.
pub(crate) fn kind(word: &str) -> &'static str {
    match word {
        "stdio" => "MCP server, a program",
        "http" => "MCP server on the network",
        "sse" => "MCP server on the network (SSE)",
        "openapi" => "API",
        "functions" => "functions",
        "pack" => "pack",
        _ => "source",
    }
}

fn moment(time: SystemTime) -> Moment {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let micros = i64::try_from(since.as_micros()).unwrap_or(i64::MAX);
    Moment::seen(micros, now_micros())
}
