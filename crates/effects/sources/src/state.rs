//! The state of a source.

use std::fmt;
use std::time::{Duration, SystemTime};

use candor_model::{McpEra, McpRevision};

/// The state of a source. Its text is a sentence that continues the source's name.
#[derive(Clone, Debug)]
pub enum SourceState {
    /// The first connection attempt is in progress.
    Starting,
    /// It is connected and answers.
    Ready {
        /// When it became ready.
        since: SystemTime,
        /// The era that it speaks.
        era: McpEra,
        /// The revision that it speaks.
        revision: McpRevision,
        /// `stdio`, `http`, `sse`, `openapi`, `functions` or `pack`.
        transport: &'static str,
    },
    /// It does not answer, and is retried.
    Failing {
        /// When the first attempt failed.
        since: SystemTime,
        /// The number of consecutive failed attempts.
        attempts: u32,
        /// The error of the last attempt.
        last_error: String,
        /// When the next attempt begins.
        retry_at: SystemTime,
    },
    /// It was stopped permanently.
    Stopped,
    /// It is saved but cannot be created from what is saved, so there is nothing to retry.
    Unusable {
        /// Why it cannot be used.
        reason: String,
    },
}

// === impl SourceState ===

impl SourceState {
    /// The state in one word: `starting`, `ready`, `failing`, `stopped` or `unusable`.
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
            // Sources that Candor calls itself have no MCP revision.
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

/// A duration in the largest unit of which there are at least two.
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
