//! Sizes as settings write them: one whole number and one unit, such as `4MiB`.

/// The units in bytes; longer suffixes come before those they end in.
const UNITS: [(&str, u64); 7] = [
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("b", 1),
];

/// 64 GiB, the largest reasonable size for data held in memory.
const LARGEST: u64 = 64 << 30;

/// Why a text is not a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// It is not one whole number and one unit.
    Malformed,
    /// It is more than 64 GiB.
    TooLarge,
}

/// Parses a size in bytes, possibly zero. The unit may be in any case and follow a space.
pub fn parse_size(text: &str) -> Result<usize, SizeError> {
    let lower = text.trim().to_ascii_lowercase();
    let read = |(name, unit): &(&str, u64)| Some((lower.strip_suffix(name)?.trim_end(), *unit));
    let (number, unit) = UNITS.iter().find_map(read).ok_or(SizeError::Malformed)?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SizeError::Malformed);
    }
    let bytes = number.parse().ok().and_then(|n: u64| n.checked_mul(unit));
    bytes
        .filter(|bytes| *bytes <= LARGEST)
        .and_then(|bytes| usize::try_from(bytes).ok())
        .ok_or(SizeError::TooLarge)
}

/// Formats a size in the largest binary unit that divides it; [`parse_size`] reads it back.
pub fn format_size(bytes: usize) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let divides = |(unit, _): &(usize, &str)| bytes >= *unit && bytes.is_multiple_of(*unit);
    match units.into_iter().find(divides) {
        Some((unit, name)) => format!("{}{name}", bytes / unit),
        None => format!("{bytes}B"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written_back() {
        for (text, bytes, written) in [
            ("4MiB", 4 << 20, "4MiB"),
            ("4 mib", 4 << 20, "4MiB"),
            ("1B", 1, "1B"),
            ("0KiB", 0, "0B"),
            ("10KB", 10_000, "10000B"),
            ("2GB", 2_000_000_000, "1953125KiB"),
            (" 512KiB ", 512 << 10, "512KiB"),
            ("64GiB", 64 << 30, "64GiB"),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
            assert_eq!(format_size(bytes), written, "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        use SizeError::{Malformed, TooLarge};
        for (text, expect) in [
            ("", Malformed),
            ("4", Malformed),
            ("MiB", Malformed),
            ("-1MiB", Malformed),
            ("1.5MiB", Malformed),
            ("65GiB", TooLarge),
            ("99999999999999999999GiB", TooLarge),
        ] {
            assert_eq!(parse_size(text), Err(expect), "{text}");
        }
    }
}
