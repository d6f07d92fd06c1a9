//! Durations as settings and flags write them: one whole number and one unit, such as `30s`.

use std::time::Duration;

/// The units in milliseconds; `ms` precedes `s` because both end in `s`.
const UNITS: [(&str, u64); 5] = [
    ("ms", 1),
    ("s", 1_000),
    ("m", 60_000),
    ("h", 3_600_000),
    ("d", 86_400_000),
];

/// The units of durations in words, in seconds.
const WORDS: [(&str, u64); 4] = [
    ("day", 86_400),
    ("hour", 3_600),
    ("minute", 60),
    ("second", 1),
];

/// Ten years. Anything longer is a typo, and arithmetic on it would overflow clocks.
const LONGEST: u64 = 3_650 * 86_400_000;

/// Why a text is not a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurationError {
    /// It is not one whole number and one unit.
    Malformed,
    /// It is more than ten years.
    TooLong,
}

/// Parses a duration, possibly zero: `500ms`, `30s`, `5m`, `1h` or `7d`.
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let text = text.trim();
    let read = |(name, unit): &(&str, u64)| Some((text.strip_suffix(name)?.trim_end(), *unit));
    let (number, unit) = UNITS
        .iter()
        .find_map(read)
        .ok_or(DurationError::Malformed)?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DurationError::Malformed);
    }
    let millis = number.parse().ok().and_then(|n: u64| n.checked_mul(unit));
    match millis {
        Some(millis) if millis <= LONGEST => Ok(Duration::from_millis(millis)),
        _ => Err(DurationError::TooLong),
    }
}

/// Formats a duration in the largest unit that divides it; [`parse_duration`] reads it back.
pub fn format_duration(duration: Duration) -> String {
    let millis = duration.as_millis();
    let divides = |unit: u64| millis >= u128::from(unit) && millis.is_multiple_of(unit.into());
    match UNITS.iter().rev().find(|(_, unit)| divides(*unit)) {
        Some((name, unit)) => format!("{}{name}", millis / u128::from(*unit)),
        None => "0s".to_owned(),
    }
}

/// A duration in words, in its two largest units: `5 minutes 1 second`.
pub fn duration_in_words(duration: Duration) -> String {
    let mut left = duration.as_secs();
    let mut parts = Vec::new();
    for (unit, length) in WORDS {
        match left / length {
            0 => {}
            1 => parts.push(format!("1 {unit}")),
            n => parts.push(format!("{n} {unit}s")),
        }
        left %= length;
        if parts.len() == 2 {
            break;
        }
    }
    if parts.is_empty() {
        return "0 seconds".to_owned();
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_and_written_back() {
        for (text, millis, written) in [
            ("30s", 30_000, "30s"),
            ("5m", 300_000, "5m"),
            ("15m", 900_000, "15m"),
            ("1h", 3_600_000, "1h"),
            ("7d", 604_800_000, "7d"),
            ("2000ms", 2_000, "2s"),
            ("1500ms", 1_500, "1500ms"),
            (" 1 s ", 1_000, "1s"),
            ("0m", 0, "0s"),
            ("3650d", LONGEST, "3650d"),
        ] {
            let duration = Duration::from_millis(millis);
            assert_eq!(parse_duration(text), Ok(duration), "{text}");
            assert_eq!(format_duration(duration), written, "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        use DurationError::{Malformed, TooLong};
        for (text, expect) in [
            ("", Malformed),
            ("30", Malformed),
            ("s", Malformed),
            ("1h30m", Malformed),
            ("1.5s", Malformed),
            ("-1s", Malformed),
            ("+1s", Malformed),
            ("5M", Malformed),
            ("1w", Malformed),
            ("９s", Malformed),
            ("3651d", TooLong),
            ("99999999999999999999d", TooLong),
            ("18446744073709551615d", TooLong),
        ] {
            assert_eq!(parse_duration(text), Err(expect), "{text}");
        }
    }

    #[test]
    fn words_use_two_units() {
        for (seconds, expect) in [
            (0, "0 seconds"),
            (1, "1 second"),
            (300, "5 minutes"),
            (301, "5 minutes 1 second"),
            (3_600, "1 hour"),
            (90_061, "1 day 1 hour"),
            (86_400 * 30 + 5, "30 days 5 seconds"),
        ] {
            assert_eq!(duration_in_words(Duration::from_secs(seconds)), expect);
        }
    }
}
