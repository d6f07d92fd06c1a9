//! The time, as it is written down.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Microseconds since the Unix epoch.
pub(crate) fn now_micros() -> i64 {
    micros_ago(Duration::ZERO)
}

/// The same for a moment in the past.
pub(crate) fn micros_ago(ago: Duration) -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.saturating_sub(ago).as_micros()).unwrap_or(i64::MAX)
}

/// A stretch of time in microseconds.
pub(crate) fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX / 4)
}
