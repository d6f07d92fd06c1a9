//! The time, as it is written down and sent.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// Microseconds since the Unix epoch.
pub(crate) fn now_micros() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or(Duration::ZERO);
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

/// RFC 3339 in UTC, to the second.
pub(crate) fn utc(micros: i64) -> String {
    let nearest = if micros < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    let moment = Timestamp::from_microsecond(micros).unwrap_or(nearest);
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
