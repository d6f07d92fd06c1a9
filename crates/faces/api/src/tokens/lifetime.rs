//! Lifetimes of tokens: `90d`.

use std::time::Duration;

use crate::problem::{ApiProblem, quoted};

/// Ten years: longer is a slip of the pen.
const LONGEST: u64 = 3_650 * 86_400;

/// The units in seconds.
const UNITS: [(&str, u64); 4] = [("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400)];

/// The default lifetime: 90 days.
const USUAL: Duration = Duration::from_hours(90 * 24);

/// Parses a lifetime; `None` for no expiry.
pub(super) fn read(text: Option<&str>) -> Result<Option<Duration>, ApiProblem> {
    match text {
        None => Ok(Some(USUAL)),
        Some("never") => Ok(None),
        Some(text) => read_time(text).map(Some),
    }
}

/// Parses a whole number and a unit.
fn read_time(text: &str) -> Result<Duration, ApiProblem> {
    let trimmed = text.trim();
    let seconds = UNITS.iter().find_map(|(name, unit)| {
        let number = trimmed.strip_suffix(name)?;
        let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| number.parse::<u64>().ok()?.checked_mul(*unit))?
    });
    let fits = seconds.filter(|seconds| (1..=LONGEST).contains(seconds));
    fits.map(Duration::from_secs).ok_or_else(|| {
        ApiProblem::invalid(format!(
            "`expires_in` is `{}`; it takes a whole number and `s`, `m`, `h` or `d`, such as `90d`, \
             and at most ten years, or `never` for no expiry",
            quoted(text, 40)
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_write_a_number_and_a_unit() {
        for (text, seconds) in [
            ("30s", 30),
            ("5m", 300),
            ("1h", 3_600),
            (" 90d ", 7_776_000),
            ("3650d", LONGEST),
        ] {
            let read = read_time(text).expect(text);
            assert_eq!(read, Duration::from_secs(seconds), "{text}");
        }
        for bad in [
            "",
            "d",
            "90",
            "0d",
            "-1d",
            "1.5h",
            "1h30m",
            "3651d",
            "1w",
            "1 d",
            "+1d",
            "99999999999999999999d",
            "18446744073709551615d",
        ] {
            assert!(read_time(bad).is_err(), "{bad}");
        }
    }
}
