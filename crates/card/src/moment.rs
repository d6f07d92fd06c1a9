//! Moments, and how far apart they are.

use jiff::Timestamp;

/// What time spans are told in, and how many seconds each has.
const UNITS: [(&str, i64); 4] = [
    ("day", 86_400),
    ("hour", 3_600),
    ("minute", 60),
    ("second", 1),
];

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

/// How long it is from one moment to another, such as `in 5 minutes`. Two units say enough.
pub(crate) fn until(from_micros: i64, to_micros: i64) -> String {
    let mut seconds = to_micros.saturating_sub(from_micros) / 1_000_000;
    if seconds <= 0 {
        return "at once".to_owned();
    }
    let mut parts = Vec::new();
    for (unit, length) in UNITS {
        let n = seconds / length;
        seconds %= length;
        if n > 0 {
            let plural = if n == 1 { "" } else { "s" };
            parts.push(format!("{n} {unit}{plural}"));
        }
        if parts.len() == 2 {
            break;
        }
    }
    format!("in {}", parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_told_in_two_units() {
        for (seconds, expect) in [
            (-5, "at once"),
            (0, "at once"),
            (1, "in 1 second"),
            (300, "in 5 minutes"),
            (301, "in 5 minutes 1 second"),
            (3_600, "in 1 hour"),
            (90_061, "in 1 day 1 hour"),
            (86_400 * 30 + 5, "in 30 days 5 seconds"),
        ] {
            assert_eq!(until(7, 7 + seconds * 1_000_000), expect);
        }
        assert!(until(i64::MIN, i64::MAX).starts_with("in 106751991 days"));
    }

    #[test]
    fn no_moment_is_too_far() {
        assert_eq!(utc(1_785_242_096_999_999), "2026-07-28T12:34:56Z");
        assert!(utc(i64::MAX).starts_with("9999-12-3"));
        assert!(utc(i64::MIN).starts_with("-9999-01-0"));
    }
}
