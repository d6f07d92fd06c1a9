//! How long to wait before the next attempt.

use std::time::{Duration, Instant};

const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_mins(1);
/// A source that was up for this long has earned a fresh start.
const PROVEN: Duration = Duration::from_mins(1);

/// Waits that grow with every failure in a row. Each is drawn at random below a doubling
/// ceiling, so that many sources that fell together do not come back together.
#[derive(Debug, Default)]
pub(crate) struct RetryBackoff {
    attempts: u32,
}

// === impl RetryBackoff ===

impl RetryBackoff {
    /// Counts a failure and gives the wait before the next attempt. `ready_since` is when the
    /// source last came up, if it was up before it failed.
    pub(crate) fn failed(&mut self, ready_since: Option<Instant>) -> Duration {
        if ready_since.is_some_and(|since| since.elapsed() >= PROVEN) {
            self.attempts = 0;
        }
        self.attempts = self.attempts.saturating_add(1);
        rand::random_range(SHORTEST..=ceiling(self.attempts))
    }

    /// How many failures there were in a row.
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
