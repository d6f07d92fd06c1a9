//! Waiting with a limit.

use std::time::{Duration, Instant};

/// The timeout for anything that is not expected to be fast.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Polls until there is a result.
pub async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(Instant::now() < end, "never seen: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Polls until a condition holds.
pub async fn wait_until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    until(what, async || is_so().await.then_some(())).await;
}

/// The quickest of several rounds of something that is promised to be quick. A busy machine may
/// stop any one of them, and not all.
#[derive(Debug)]
pub struct QuickestRound(Duration);

// === impl QuickestRound ===

impl QuickestRound {
    /// Before the first round.
    pub fn new() -> Self {
        Self(Duration::MAX)
    }

    /// One more round: polls until a condition holds. The duration of the last poll does not count.
    pub async fn round(&mut self, what: &str, mut is_so: impl AsyncFnMut() -> bool) {
        let since = Instant::now();
        let took = until(what, async || {
            let begun = since.elapsed();
            is_so().await.then_some(begun)
        })
        .await;
        self.took(took);
    }

    /// One more round, with this duration.
    pub fn took(&mut self, time: Duration) {
        self.0 = self.0.min(time);
    }

    /// Asserts that the target was met at least once.
    #[track_caller]
    pub fn was_within(&self, limit: Duration) {
        assert!(self.0 < limit, "the quickest round took {:?}", self.0);
    }
}

impl Default for QuickestRound {
    fn default() -> Self {
        Self::new()
    }
}
