//! APIs that a document describes: what is asked arrives, credentials go where they belong, and
//! neither an API nor a document can do harm.

mod annotations;
mod bodies;
mod bounds;
mod canaries;
mod changes;
mod documents;
mod environments;
mod errors;
mod paths;
mod redirects;
mod replies;
mod retries;
mod schemes;
mod select;
mod stage;
mod standard;
mod styles;
mod tokens;

use std::time::{Duration, Instant};

/// How long anything may take that is not promised to be quick.
const PATIENCE: Duration = Duration::from_mins(1);

/// Looks again and again until there is something to see.
async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(Instant::now() < end, "never seen: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
