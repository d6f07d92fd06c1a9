//! Durations as people write them: `30s`.

use std::time::Duration;

use crate::problem::Problem;
use crate::quote::quote;

/// What is accepted, for the hint.
const ACCEPTED: &str = "write a whole number and a unit: `500ms`, `30s`, `5m`, `1h` or `7d`";

/// Ten years: longer is a slip of the pen, and arithmetic on it would overflow clocks.
const LONGEST: u64 = 3_650 * 86_400_000;

/// The units in milliseconds; `ms` before the `s` and `m` it ends and begins with.
const UNITS: [(&str, u64); 5] = [
    ("ms", 1),
    ("s", 1_000),
    ("m", 60_000),
    ("h", 3_600_000),
    ("d", 86_400_000),
];

/// Reads a duration that is longer than nothing: one whole number and one unit.
pub(crate) fn parse(text: &str) -> Result<Duration, Problem> {
    match parse_or_nothing(text)? {
        Duration::ZERO => Err(
            Problem::new(format!("is {}, but cannot be nothing", quote(text))).with_hint(ACCEPTED),
        ),
        duration => Ok(duration),
    }
}

/// Reads a duration that may be nothing.
pub(crate) fn parse_or_nothing(text: &str) -> Result<Duration, Problem> {
    let not_one =
        || Problem::new(format!("is {}, which is not a duration", quote(text))).with_hint(ACCEPTED);
    let trimmed = text.trim();
    let (number, unit) = UNITS
        .iter()
        .find_map(|(name, unit)| Some((trimmed.strip_suffix(name)?.trim_end(), *unit)))
        .ok_or_else(not_one)?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(not_one());
    }
    match number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(unit))
    {
        Some(millis) if millis <= LONGEST => Ok(Duration::from_millis(millis)),
        _ => Err(Problem::new(format!(
            "is {}, which is more than ten years",
            quote(text)
        ))),
    }
}

/// Reads a duration that is not shorter than `least` and not longer than `most`.
pub(crate) fn parse_within(
    text: &str,
    least: Duration,
    most: Duration,
) -> Result<Duration, Problem> {
    let duration = parse_or_nothing(text)?;
    if (least..=most).contains(&duration) {
        return Ok(duration);
    }
    let (least, most) = (show(least), show(most));
    let says = format!("is {}, but must be from `{least}` to `{most}`", quote(text));
    Err(Problem::new(says))
}

/// Writes a duration in the largest unit that divides it.
pub(crate) fn show(duration: Duration) -> String {
    let millis = duration.as_millis();
    UNITS
        .iter()
        .rev()
        .find(|(_, unit)| millis >= u128::from(*unit) && millis.is_multiple_of(u128::from(*unit)))
        .map_or_else(
            || "0s".to_owned(),
            |(name, unit)| format!("{}{name}", millis / u128::from(*unit)),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        for (text, seconds) in [
            ("30s", 30),
            ("5m", 300),
            ("1h", 3_600),
            ("7d", 604_800),
            ("2000ms", 2),
            (" 1 s ", 1),
        ] {
            let expect = Duration::from_secs(seconds);
            assert_eq!(parse(text), Ok(expect), "{text}");
            assert_eq!(parse(&show(expect)), Ok(expect), "{text}");
        }
        assert_eq!(parse_or_nothing("0m"), Ok(Duration::ZERO));
        assert_eq!(show(Duration::from_mins(15)), "15m");
        assert_eq!(show(Duration::ZERO), "0s");
        assert_eq!(show(Duration::from_millis(1_500)), "1500ms");
    }

    #[test]
    fn keeps_to_what_it_may_be() {
        let (least, most) = (Duration::from_secs(1), Duration::from_mins(5));
        for (text, expect) in [
            ("1s", Ok("1s")),
            ("300000ms", Ok("5m")),
            ("999ms", Err("is `999ms`, but must be from `1s` to `5m`")),
            ("301s", Err("is `301s`, but must be from `1s` to `5m`")),
            ("0s", Err("is `0s`, but must be from `1s` to `5m`")),
            ("5", Err("is `5`, which is not a duration")),
        ] {
            let read = parse_within(text, least, most);
            let read = read.map(show).map_err(|problem| problem.says);
            let expect = expect.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(read, expect, "{text}");
        }
    }

    #[test]
    fn refuses_the_rest_and_says_why() {
        for (text, expect) in [
            ("30", "is `30`, which is not a duration"),
            ("", "is ``, which is not a duration"),
            ("s", "is `s`, which is not a duration"),
            ("1h30m", "is `1h30m`, which is not a duration"),
            ("1.5s", "is `1.5s`, which is not a duration"),
            ("-1s", "is `-1s`, which is not a duration"),
            ("5M", "is `5M`, which is not a duration"),
            ("0s", "is `0s`, but cannot be nothing"),
            ("4000d", "is `4000d`, which is more than ten years"),
            (
                "99999999999999999999d",
                "is `99999999999999999999d`, which is more than ten years",
            ),
        ] {
            assert_eq!(
                parse(text).map_err(|problem| problem.says),
                Err(expect.to_owned())
            );
        }
    }
}
