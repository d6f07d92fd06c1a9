//! Waiting with a limit.

use std::time::{Duration, Instant};

/// How long a test waits for anything that is not promised to be quick.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Looks again and again until there is something to see.
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

/// Looks until something is so.
pub async fn wait_until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    until(what, async || is_so().await.then_some(())).await;
}

/// Looks until something is so, which must be within a limit that is promised.
pub async fn within(limit: Duration, what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !is_so().await {
        assert!(since.elapsed() < 20 * limit, "never: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let took = since.elapsed();
    assert!(took < limit, "{what} took {took:?}");
}
