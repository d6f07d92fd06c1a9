//! The wall clock. Records keep times as microseconds since the Unix epoch.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time now, in microseconds since the Unix epoch.
pub fn now_micros() -> i64 {
    micros_ago(Duration::ZERO)
}

/// The time that long ago, in microseconds since the Unix epoch, and not before it.
pub fn micros_ago(ago: Duration) -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.saturating_sub(ago).as_micros()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_is_before_now() {
        let hour = micros_ago(Duration::from_hours(1));
        let now = now_micros();
        assert!(now - hour >= 3_600_000_000 && hour > 0);
        assert_eq!(micros_ago(Duration::MAX), 0);
    }
}
