//! Points in time, as pages show them.

use std::fmt;

use askama::filters::HtmlSafe;
pub use candor_clock::now_micros;
use jiff::Timestamp;

use crate::wording::{counted, with_separators};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A point in time on a page. It prints as a `<time>` element: relative, with the exact time as
/// its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayTime {
    /// For machines: RFC 3339 in UTC.
    pub iso: String,
    /// The exact time: `2026-07-28 12:34:56 UTC`.
    pub shown: String,
    /// The relative time: `in 5 min`, `2 h ago`.
    pub away: String,
}

// === impl DisplayTime ===

impl DisplayTime {
    /// A time in microseconds since the Unix epoch, relative to another one.
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

impl fmt::Display for DisplayTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { iso, shown, away } = self;
        write!(
            f,
            "<time datetime=\"{iso}\" title=\"{shown}\">{away}</time>"
        )
    }
}

impl HtmlSafe for DisplayTime {}

/// In the largest unit that fits; days only once hours would be hard to read.
fn away(micros: i64, now_micros: i64) -> String {
    let seconds = micros.saturating_sub(now_micros) / 1_000_000;
    let distance = match seconds.saturating_abs() {
        0 => return "now".to_owned(),
        s if s < MINUTE => format!("{s} s"),
        s if s < HOUR => format!("{} min", s / MINUTE),
        s if s < 2 * DAY => format!("{} h", s / HOUR),
        s => usize::try_from(s / DAY).map_or_else(
            |_| format!("{} days", with_separators(s / DAY)),
            |days| counted(days, "day"),
        ),
    };
    if seconds > 0 {
        format!("in {distance}")
    } else {
        format!("{distance} ago")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_relative_and_exact() {
        let noon = 1_785_240_000_000_000;
        for (seconds, shown, expect) in [
            (0, "2026-07-28 12:00:00 UTC", "now"),
            (1, "2026-07-28 12:00:01 UTC", "in 1 s"),
            (301, "2026-07-28 12:05:01 UTC", "in 5 min"),
            (-7_200, "2026-07-28 10:00:00 UTC", "2 h ago"),
            (90_061, "2026-07-29 13:01:01 UTC", "in 25 h"),
            (-172_800, "2026-07-26 12:00:00 UTC", "2 days ago"),
        ] {
            let moment = DisplayTime::seen(noon + seconds * 1_000_000, noon);
            assert_eq!((&*moment.shown, &*moment.away), (shown, expect));
        }
        assert_eq!(
            DisplayTime::seen(noon, noon).to_string(),
            "<time datetime=\"2026-07-28T12:00:00Z\" title=\"2026-07-28 12:00:00 UTC\">now</time>"
        );
    }

    #[test]
    fn no_time_is_out_of_range() {
        let far = DisplayTime::seen(i64::MAX, i64::MIN);
        assert!(far.shown.starts_with("9999-12-3"), "{}", far.shown);
        assert!(far.away.starts_with("in 106,751,991 days"), "{}", far.away);
        let past = DisplayTime::seen(i64::MIN, i64::MAX);
        assert!(past.away.ends_with(" ago"), "{}", past.away);
    }
}
