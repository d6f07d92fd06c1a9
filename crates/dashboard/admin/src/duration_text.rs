//! Durations as text: `30s`, `5m`, `90d`.

use std::time::Duration;

use candor_text::{format_duration, parse_duration};

/// Parses a whole number and a unit; a bare `0` needs none.
pub(crate) fn read(text: &str) -> Option<Duration> {
    let text = text.trim();
    if text == "0" {
        return Some(Duration::ZERO);
    }
    let is_one_word = !text.contains(char::is_whitespace);
    parse_duration(text).ok().filter(|_| is_one_word)
}

/// In the largest unit that divides it.
pub(crate) fn write(time: Duration) -> String {
    format_duration(time)
}

/// A duration in words, in the largest unit that divides it.
pub(crate) fn words(time: Duration) -> String {
    let seconds = time.as_secs();
    if time.subsec_nanos() > 0 {
        return write(time);
    }
    let units = [
        ("day", 86_400),
        ("hour", 3_600),
        ("minute", 60),
        ("second", 1),
    ];
    let divides = |(_, size): &(&str, u64)| seconds >= *size && seconds.is_multiple_of(*size);
    match units.into_iter().find(divides) {
        Some((unit, size)) if seconds == size => format!("1 {unit}"),
        Some((unit, size)) => format!("{} {unit}s", seconds / size),
        None => "0 seconds".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_they_are_written() {
        for (text, millis, written, spoken) in [
            ("0", 0, "0s", "0 seconds"),
            ("0s", 0, "0s", "0 seconds"),
            ("1500ms", 1_500, "1500ms", "1500ms"),
            (" 30s ", 30_000, "30s", "30 seconds"),
            ("5m", 300_000, "5m", "5 minutes"),
            ("1h", 3_600_000, "1h", "1 hour"),
            ("90d", 7_776_000_000, "90d", "90 days"),
        ] {
            let read = read(text).expect(text);
            assert_eq!(read, Duration::from_millis(millis), "{text}");
            assert_eq!((&*write(read), &*words(read)), (written, spoken));
        }
        for bad in [
            "",
            "5",
            "s",
            "-1s",
            "1.5h",
            "1h30m",
            "1 d",
            "1w",
            "+1s",
            "９s",
            "99999999999999999999d",
            "18446744073709551615d",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
