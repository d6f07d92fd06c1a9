//! Sizes as people write them: `4MiB`.

use crate::problem::Problem;
use crate::quote::quote;

/// What is accepted, for the hint.
const ACCEPTED: &str = "write a whole number and a unit, such as `512KiB`, `4MiB` or `1GiB` \
                        (B, KB, MB, GB, KiB, MiB, GiB)";

/// The largest size that makes sense for something held in memory.
const LARGEST: u64 = 64 << 30;

/// The units, larger ones first where one ends like another.
const UNITS: [(&str, u64); 7] = [
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("b", 1),
];

/// Reads a size in bytes; the unit may be in any case, with a space before it.
pub(crate) fn parse(text: &str) -> Result<usize, Problem> {
    let not_a_size =
        || Problem::new(format!("is {}, which is not a size", quote(text))).with_hint(ACCEPTED);
    let lower = text.trim().to_ascii_lowercase();
    let (number, unit) = UNITS
        .iter()
        .find_map(|(name, unit)| Some((lower.strip_suffix(name)?.trim_end(), *unit)))
        .ok_or_else(not_a_size)?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(not_a_size());
    }
    let bytes = number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(unit));
    match bytes {
        Some(0) => Err(
            Problem::new(format!("is {}, but cannot be nothing", quote(text))).with_hint(ACCEPTED),
        ),
        Some(bytes) if bytes <= LARGEST => usize::try_from(bytes).map_err(|_| not_a_size()),
        _ => Err(Problem::new(format!(
            "is {}, which is more than 64 GiB",
            quote(text)
        ))),
    }
}

/// Reads a size that is not smaller than `least` and not larger than `most`.
pub(crate) fn parse_within(text: &str, least: usize, most: usize) -> Result<usize, Problem> {
    let bytes = parse(text)?;
    if (least..=most).contains(&bytes) {
        return Ok(bytes);
    }
    let (least, most) = (show(least), show(most));
    let says = format!("is {}, but must be from `{least}` to `{most}`", quote(text));
    Err(Problem::new(says))
}

/// Writes a size in the largest binary unit that divides it.
pub(crate) fn show(bytes: usize) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    units
        .into_iter()
        .find(|(unit, _)| bytes >= *unit && bytes.is_multiple_of(*unit))
        .map_or_else(
            || format!("{bytes}B"),
            |(unit, name)| format!("{}{name}", bytes / unit),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        for (text, expect) in [
            ("4MiB", 4 << 20),
            ("4 mib", 4 << 20),
            ("1B", 1),
            ("10KB", 10_000),
            ("2GB", 2_000_000_000),
            (" 512KiB ", 512 << 10),
        ] {
            assert_eq!(parse(text), Ok(expect), "{text}");
            assert_eq!(parse(&show(expect)), Ok(expect), "{text}");
        }
    }

    #[test]
    fn bounds_are_part_of_what_they_bound() {
        for (text, expect) in [
            ("1KiB", Ok(1 << 10)),
            ("4MiB", Ok(4 << 20)),
            (
                "1023B",
                Err("is `1023B`, but must be from `1KiB` to `4MiB`"),
            ),
            ("5MiB", Err("is `5MiB`, but must be from `1KiB` to `4MiB`")),
            ("4", Err("is `4`, which is not a size")),
        ] {
            let parsed = parse_within(text, 1 << 10, 4 << 20);
            assert_eq!(
                parsed.map_err(|problem| problem.says),
                expect.map_err(str::to_owned),
                "{text}"
            );
        }
    }

    #[test]
    fn refuses_the_rest_and_says_why() {
        for (text, expect) in [
            ("4", "is `4`, which is not a size"),
            ("", "is ``, which is not a size"),
            ("MiB", "is `MiB`, which is not a size"),
            ("-1MiB", "is `-1MiB`, which is not a size"),
            ("1.5MiB", "is `1.5MiB`, which is not a size"),
            ("0KiB", "is `0KiB`, but cannot be nothing"),
            ("65GiB", "is `65GiB`, which is more than 64 GiB"),
            (
                "99999999999999999999GiB",
                "is `99999999999999999999GiB`, which is more than 64 GiB",
            ),
        ] {
            assert_eq!(
                parse(text).map_err(|problem| problem.says),
                Err(expect.to_owned())
            );
        }
    }
}
