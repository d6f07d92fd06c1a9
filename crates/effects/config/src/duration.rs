//! Durations in settings: `30s`.

use std::ops::RangeInclusive;
use std::time::Duration;

use candor_text::{DurationError, format_duration, parse_duration, quote};

use crate::problem::ValueProblem;

/// The accepted forms, for hints.
const ACCEPTED: &str = "write a whole number and a unit: `500ms`, `30s`, `5m`, `1h` or `7d`";

/// Parses a non-zero duration: a whole number and a unit.
pub(crate) fn parse(text: &str) -> Result<Duration, ValueProblem> {
    match parse_or_nothing(text)? {
        Duration::ZERO => Err(ValueProblem::new(format!(
            "is {}, but cannot be nothing",
            quote(text)
        ))
        .with_hint(ACCEPTED)),
        duration => Ok(duration),
    }
}

/// Parses a duration that may be zero.
pub(crate) fn parse_or_nothing(text: &str) -> Result<Duration, ValueProblem> {
    parse_duration(text).map_err(|error| match error {
        DurationError::Malformed => {
            let says = format!("is {}, which is not a duration", quote(text));
            ValueProblem::new(says).with_hint(ACCEPTED)
        }
        DurationError::TooLong => {
            ValueProblem::new(format!("is {}, which is more than ten years", quote(text)))
        }
    })
}

/// Parses a duration within bounds.
pub(crate) fn parse_within(
    text: &str,
    bounds: &RangeInclusive<Duration>,
) -> Result<Duration, ValueProblem> {
    let duration = parse_or_nothing(text)?;
    if bounds.contains(&duration) {
        return Ok(duration);
    }
    let [least, most] = [bounds.start(), bounds.end()].map(|end| format_duration(*end));
    let says = format!("is {}, but must be from `{least}` to `{most}`", quote(text));
    Err(ValueProblem::new(says))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_to_what_it_may_be() {
        let bounds = Duration::from_secs(1)..=Duration::from_mins(5);
        for (text, expect) in [
            ("1s", Ok("1s")),
            ("300000ms", Ok("5m")),
            ("999ms", Err("is `999ms`, but must be from `1s` to `5m`")),
            ("301s", Err("is `301s`, but must be from `1s` to `5m`")),
            ("0s", Err("is `0s`, but must be from `1s` to `5m`")),
            ("5", Err("is `5`, which is not a duration")),
        ] {
            let read = parse_within(text, &bounds);
            let read = read.map(format_duration).map_err(|problem| problem.says);
            let expect = expect.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(read, expect, "{text}");
        }
    }

    #[test]
    fn refuses_the_rest_and_says_why() {
        for (text, expect) in [
            ("30", "which is not a duration"),
            ("", "which is not a duration"),
            ("s", "which is not a duration"),
            ("1h30m", "which is not a duration"),
            ("1.5s", "which is not a duration"),
            ("-1s", "which is not a duration"),
            ("5M", "which is not a duration"),
            ("0s", "but cannot be nothing"),
            ("4000d", "which is more than ten years"),
            ("99999999999999999999d", "which is more than ten years"),
        ] {
            let says = parse(text).map_err(|problem| problem.says);
            assert_eq!(says, Err(format!("is `{text}`, {expect}")));
        }
    }
}
