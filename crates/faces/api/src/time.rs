//! Times as RFC 3339.

use std::time::SystemTime;

pub(crate) use candor_clock::now_micros;
use jiff::Timestamp;

use crate::problem::{ApiProblem, quoted};

/// A moment in microseconds since the Unix epoch.
pub(crate) fn of_micros(micros: i64) -> String {
    let nearest = if micros < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    let moment = Timestamp::from_microsecond(micros).unwrap_or(nearest);
    moment.to_string()
}

/// A moment of the system's clock.
pub(crate) fn of_system(time: SystemTime) -> String {
    // A clock beyond the year 9999 is wrong in any case.
    Timestamp::try_from(time)
        .unwrap_or(Timestamp::MAX)
        .to_string()
}

/// Parses a time parameter, in microseconds.
pub(crate) fn read(name: &str, text: &str) -> Result<i64, ApiProblem> {
    let moment: Result<Timestamp, _> = text.parse();
    moment.map(Timestamp::as_microsecond).map_err(|_| {
        ApiProblem::malformed(format!(
            "`{name}` is `{}`; it takes a moment such as `2026-07-28T12:00:00Z`",
            quoted(text, 60)
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_read_back() {
        for micros in [0, 1, -1, 1_700_000_000_123_456] {
            let text = of_micros(micros);
            assert_eq!(read("since", &text).expect(&text), micros);
        }
        assert_eq!(of_micros(1_500_000), "1970-01-01T00:00:01.5Z");
        assert!(of_micros(i64::MAX).starts_with("9999-12-3"));
        assert!(read("since", "yesterday").is_err());
    }
}
