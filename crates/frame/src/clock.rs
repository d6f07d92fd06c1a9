//! Moments, as people read them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// What time spans are told in, and how many seconds each has.
const UNITS: [(&str, i64); 4] = [
    ("day", 86_400),
    ("hour", 3_600),
    ("minute", 60),
    ("second", 1),
];

/// A moment on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// For machines: RFC 3339 in UTC.
    pub iso: String,
    /// For people: `2026-07-28 12:34:56 UTC`.
    pub shown: String,
    /// How far away it is: `in 5 minutes`, `2 hours ago`.
    pub away: String,
}

// === impl Moment ===

impl Moment {
    /// A moment in microseconds since the Unix epoch, seen from another one.
    pub fn seen(micros: i64, now_micros: i64) -> Self {
        let nearest = if micros < 0 {
            Timestamp::MIN
        } else {
            Timestamp::MAX
        };
        let moment = Timestamp::from_microsecond(micros).unwrap_or(nearest);
        Self {
            iso: moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            shown: moment.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
            away: away(micros, now_micros),
        }
    }
}

/// Microseconds since the Unix epoch.
pub fn now_micros() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or(Duration::ZERO);
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

/// Two units say enough.
fn away(micros: i64, now_micros: i64) -> String {
    let seconds = micros.saturating_sub(now_micros) / 1_000_000;
    let mut left = seconds.saturating_abs();
    let mut parts = Vec::new();
    for (unit, length) in UNITS {
        let n = left / length;
        left %= length;
        if n > 0 {
            let plural = if n == 1 { "" } else { "s" };
            parts.push(format!("{n} {unit}{plural}"));
        }
        if parts.len() == 2 {
            break;
        }
    }
    match seconds {
        0 => "now".to_owned(),
        1.. => format!("in {}", parts.join(" ")),
        _ => format!("{} ago", parts.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_in_words_and_in_figures() {
        let noon = 1_785_240_000_000_000;
        for (seconds, shown, expect) in [
            (0, "2026-07-28 12:00:00 UTC", "now"),
            (1, "2026-07-28 12:00:01 UTC", "in 1 second"),
            (301, "2026-07-28 12:05:01 UTC", "in 5 minutes 1 second"),
            (-7_200, "2026-07-28 10:00:00 UTC", "2 hours ago"),
            (90_061, "2026-07-29 13:01:01 UTC", "in 1 day 1 hour"),
        ] {
            let moment = Moment::seen(noon + seconds * 1_000_000, noon);
            assert_eq!((&*moment.shown, &*moment.away), (shown, expect));
        }
        assert_eq!(Moment::seen(noon, noon).iso, "2026-07-28T12:00:00Z");
    }

    #[test]
    fn no_moment_is_too_far() {
        let far = Moment::seen(i64::MAX, i64::MIN);
        assert!(far.shown.starts_with("9999-12-3"), "{}", far.shown);
        assert!(far.away.starts_with("in 106751991 days"), "{}", far.away);
        let past = Moment::seen(i64::MIN, i64::MAX);
        assert!(past.away.ends_with(" ago"), "{}", past.away);
    }
}
