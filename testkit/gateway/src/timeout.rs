//! Waiting with a timeout.

use std::future::Future;
use std::time::Duration;

/// Waits, but not for ever.
pub async fn with_timeout<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_mins(1), future)
        .await
        .expect("this takes too long")
}
