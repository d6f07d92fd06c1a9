//! Sizes as people write them: `4MiB`.

use candor_text::{SizeError, format_size, parse_size, quote};

use crate::problem::ValueProblem;

/// What is accepted, for the hint.
const ACCEPTED: &str = "write a whole number and a unit, such as `512KiB`, `4MiB` or `1GiB` \
                        (B, KB, MB, GB, KiB, MiB, GiB)";

/// Reads a size in bytes that is not zero.
pub(crate) fn parse(text: &str) -> Result<usize, ValueProblem> {
    let problem = |says: &str| ValueProblem::new(format!("is {}, {says}", quote(text)));
    match parse_size(text) {
        Ok(0) => Err(problem("but cannot be nothing").with_hint(ACCEPTED)),
        Ok(bytes) => Ok(bytes),
        Err(SizeError::Malformed) => Err(problem("which is not a size").with_hint(ACCEPTED)),
        Err(SizeError::TooLarge) => Err(problem("which is more than 64 GiB")),
    }
}

/// Reads a size that is not smaller than `least` and not larger than `most`.
pub(crate) fn parse_within(text: &str, least: usize, most: usize) -> Result<usize, ValueProblem> {
    let bytes = parse(text)?;
    if (least..=most).contains(&bytes) {
        return Ok(bytes);
    }
    let (least, most) = (format_size(least), format_size(most));
    let says = format!("is {}, but must be from `{least}` to `{most}`", quote(text));
    Err(ValueProblem::new(says))
}

#[cfg(test)]
mod tests {
    use super::*;

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
