//! Timestamps as text.

use jiff::Timestamp;

/// Seconds in UTC, such as `2026-07-28T12:34:56Z`.
pub(crate) fn text(micros: i64) -> String {
    match Timestamp::from_microsecond(micros) {
        Ok(time) => time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        // Out of range: print the number.
        Err(_) => format!("{micros} µs"),
    }
}

/// Parses a time from the API, in microseconds since the Unix epoch.
pub(crate) fn read(text: &str) -> Option<i64> {
    let time: Timestamp = text.parse().ok()?;
    Some(time.as_microsecond())
}

/// This moment, in microseconds since the Unix epoch.
pub(crate) fn now() -> i64 {
    Timestamp::now().as_microsecond()
}

/// The remaining time in one unit: `4:59`, `2 h`, `3 d`; `0:00` when it is over.
pub(crate) fn remaining(until_micros: i64, now_micros: i64) -> String {
    let seconds = until_micros.saturating_sub(now_micros).max(0) / 1_000_000;
    match seconds {
        0..3_600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        3_600..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::{read, remaining, text};

    #[test]
    fn what_is_left_is_short() {
        for (seconds, expect) in [
            (-5, "0:00"),
            (0, "0:00"),
            (9, "0:09"),
            (299, "4:59"),
            (3_599, "59:59"),
            (3_600, "1 h"),
            (172_799, "47 h"),
            (172_800, "2 d"),
        ] {
            assert_eq!(remaining(seconds * 1_000_000 + 7, 7), expect);
        }
        assert_eq!(remaining(i64::MIN, i64::MAX), "0:00");
    }

    #[test]
    fn a_time_is_read_as_it_is_written() {
        assert_eq!(read("2026-07-28T12:34:56Z"), Some(1_785_242_096_000_000));
        assert_eq!(read("2026-07-28T12:34:56.25Z"), Some(1_785_242_096_250_000));
        assert_eq!(read("yesterday"), None);
    }

    #[test]
    fn times_are_in_utc() {
        assert_eq!(text(0), "1970-01-01T00:00:00Z");
        assert_eq!(text(1_785_242_096_999_999), "2026-07-28T12:34:56Z");
        assert_eq!(text(i64::MAX), "9223372036854775807 µs");
    }
}
