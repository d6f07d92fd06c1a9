//! The delay before the next attempt.

use std::time::{Duration, Instant};

const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_mins(1);
/// A source that was ready for this long starts over with short delays.
const PROVEN: Duration = Duration::from_mins(1);

/// Delays that grow with every consecutive failure. Each is chosen at random below a doubling
/// ceiling, so that many sources that failed together do not reconnect together.
#[derive(Debug, Default)]
pub(crate) struct RetryBackoff {
    attempts: u32,
}

// === impl RetryBackoff ===

impl RetryBackoff {
    /// Counts a failure and returns the delay before the next attempt. `ready_since` is when the
    /// source last became ready, if it was ready before it failed.
    pub(crate) fn failed(&mut self, ready_since: Option<Instant>) -> Duration {
        if ready_since.is_some_and(|since| since.elapsed() >= PROVEN) {
            self.attempts = 0;
        }
        self.attempts = self.attempts.saturating_add(1);
        rand::random_range(SHORTEST..=ceiling(self.attempts))
    }

    /// The number of consecutive failures.
    pub(crate) fn attempts(&self) -> u32 {
        self.attempts
    }
}

fn ceiling(attempts: u32) -> Duration {
    SHORTEST
        .saturating_mul(2_u32.saturating_pow(attempts))
        .min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_stay_between_their_bounds() {
        let mut backoff = RetryBackoff::default();
        for attempt in 1..200 {
            let wait = backoff.failed(Some(Instant::now()));
            assert!(
                wait >= SHORTEST && wait <= ceiling(attempt),
                "{attempt}: {wait:?}"
            );
        }
        assert_eq!(ceiling(1), Duration::from_millis(500));
        assert_eq!(ceiling(u32::MAX), LONGEST);
    }

    #[test]
    fn a_long_life_is_a_fresh_start() {
        let mut backoff = RetryBackoff { attempts: 30 };
        let long_ago = Instant::now()
            .checked_sub(PROVEN)
            .expect("the machine is up for a minute");
        backoff.failed(Some(long_ago));
        assert_eq!(backoff.attempts(), 1);
    }
}
