//! How a source is doing.

use std::fmt;
use std::time::{Duration, SystemTime};

use candor_model::{McpEra, McpRevision};

/// How a source is doing. It prints as a sentence that reads on from the source's name.
#[derive(Clone, Debug)]
pub enum SourceState {
    /// The first attempt to reach it is under way.
    Starting,
    /// It is connected and answers.
    Ready {
        /// When it became ready.
        since: SystemTime,
        /// The era it speaks.
        era: McpEra,
        /// The revision it speaks.
        revision: McpRevision,
        /// `stdio`, `http`, `sse`, `openapi`, `functions` or `pack`.
        transport: &'static str,
    },
    /// It does not, and is tried again.
    Failing {
        /// When the first attempt failed.
        since: SystemTime,
        /// How many attempts in a row have failed.
        attempts: u32,
        /// Why the last one did.
        last_error: String,
        /// When the next one begins.
        retry_at: SystemTime,
    },
    /// It was stopped and will not come back.
    Stopped,
    /// It is kept, and cannot be made of what is kept, so that there is nothing to try again.
    Unusable {
        /// Why it cannot be used.
        reason: String,
    },
}

// === impl State ===

impl SourceState {
    /// The state in one word: `starting`, `ready`, `failing`, `stopped` or
    /// `unusable`.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Ready { .. } => "ready",
            Self::Failing { .. } => "failing",
            Self::Stopped => "stopped",
            Self::Unusable { .. } => "unusable",
        }
    }

    /// Whether it answers.
    pub fn is_ready(&self) -> bool {
        matches!(self, Self::Ready { .. })
    }
}

impl fmt::Display for SourceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Starting => f.write_str("is still starting"),
            // What Candor calls itself speaks no revision of the protocol.
            Self::Ready {
                transport: transport @ ("openapi" | "functions" | "pack"),
                ..
            } => write!(f, "is ready ({transport})"),
            Self::Ready {
                revision,
                transport,
                ..
            } => {
                write!(f, "is ready ({transport}, revision {revision})")
            }
            Self::Failing {
                since,
                attempts,
                last_error,
                ..
            } => {
                let long = roughly(since.elapsed().unwrap_or_default());
                let times = if *attempts == 1 {
                    "attempt"
                } else {
                    "attempts"
                };
                write!(
                    f,
                    "has not been answering for {long} ({attempts} failed {times}); \
                     last error: {last_error}"
                )
            }
            Self::Stopped => f.write_str("is stopped"),
            Self::Unusable { reason } => write!(
                f,
                "cannot be used: {reason}; restart it once that is fixed, or remove it"
            ),
        }
    }
}

/// A time in the largest unit of which there are two at least.
fn roughly(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..120 => format!("{seconds} s"),
        seconds @ ..7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_in_one_unit() {
        for (seconds, expect) in [
            (0, "0 s"),
            (119, "119 s"),
            (120, "2 min"),
            (7199, "119 min"),
            (7200, "2 h"),
            (100_000, "27 h"),
        ] {
            assert_eq!(roughly(Duration::from_secs(seconds)), expect);
        }
    }
}
