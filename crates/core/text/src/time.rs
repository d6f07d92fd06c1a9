//! Times as RFC 3339.

use jiff::Timestamp;

/// Formats microseconds since the Unix epoch as RFC 3339 in UTC, to the second:
/// `2026-07-28T12:34:56Z`. Out-of-range times become the first or last representable moment.
pub fn utc(micros: i64) -> String {
    let nearest = if micros < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    let time = Timestamp::from_microsecond(micros).unwrap_or(nearest);
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_too_far() {
        assert_eq!(utc(1_785_242_096_999_999), "2026-07-28T12:34:56Z");
        assert!(utc(i64::MAX).starts_with("9999-12-3"));
        assert!(utc(i64::MIN).starts_with("-9999-01-0"));
    }
}
