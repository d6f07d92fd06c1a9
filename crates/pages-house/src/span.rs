//! Spans of time, as people write them: `30s`, `5m`, `90d`.

use std::time::Duration;

/// The units in milliseconds, the largest first.
const UNITS: [(&str, u64); 5] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1_000),
    ("ms", 1),
];

/// Reads a whole number and a unit; a bare `0` needs none.
pub(crate) fn read(text: &str) -> Option<Duration> {
    let text = text.trim();
    if text == "0" {
        return Some(Duration::ZERO);
    }
    let at = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(at);
    let (_, size) = UNITS.iter().find(|(name, _)| *name == unit)?;
    let millis = number.parse::<u64>().ok()?.checked_mul(*size)?;
    Some(Duration::from_millis(millis))
}

/// In the largest unit that divides it, up to hours.
pub(crate) fn write(time: Duration) -> String {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let mut units = UNITS.into_iter().skip(1);
    let divides = |(_, size): &(&str, u64)| millis >= *size && millis.is_multiple_of(*size);
    match units.find(divides) {
        Some((unit, size)) => format!("{}{unit}", millis / size),
        None => "0s".to_owned(),
    }
}

/// In words, in one unit that divides it.
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
        None => "no time".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_they_are_written() {
        for (text, millis, written, spoken) in [
            ("0", 0, "0s", "no time"),
            ("0s", 0, "0s", "no time"),
            ("1500ms", 1_500, "1500ms", "1500ms"),
            (" 30s ", 30_000, "30s", "30 seconds"),
            ("5m", 300_000, "5m", "5 minutes"),
            ("1h", 3_600_000, "1h", "1 hour"),
            ("90d", 7_776_000_000, "2160h", "90 days"),
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
