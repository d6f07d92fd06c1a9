//! Sizes in settings: `4MiB`.

use std::ops::RangeInclusive;

use candor_text::{SizeError, format_size, parse_size, quote};

use crate::problem::ValueProblem;

/// The accepted forms, for hints.
const ACCEPTED: &str = "write a whole number and a unit, such as `512KiB`, `4MiB` or `1GiB` \
                        (B, KB, MB, GB, KiB, MiB, GiB)";

/// Parses a non-zero size in bytes.
pub(crate) fn parse(text: &str) -> Result<usize, ValueProblem> {
    let problem = |says: &str| ValueProblem::new(format!("is {}, {says}", quote(text)));
    match parse_size(text) {
        Ok(0) => Err(problem("but cannot be nothing").with_hint(ACCEPTED)),
        Ok(bytes) => Ok(bytes),
        Err(SizeError::Malformed) => Err(problem("which is not a size").with_hint(ACCEPTED)),
        Err(SizeError::TooLarge) => Err(problem("which is more than 64 GiB")),
    }
}

/// Parses a size within bounds.
pub(crate) fn parse_within(
    text: &str,
    bounds: &RangeInclusive<usize>,
) -> Result<usize, ValueProblem> {
    let bytes = parse(text)?;
    if bounds.contains(&bytes) {
        return Ok(bytes);
    }
    let [least, most] = [bounds.start(), bounds.end()].map(|end| format_size(*end));
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
            ("1023B", Err("but must be from `1KiB` to `4MiB`")),
            ("5MiB", Err("but must be from `1KiB` to `4MiB`")),
            ("4", Err("which is not a size")),
        ] {
            let parsed = parse_within(text, &(1 << 10..=4 << 20)).map_err(|problem| problem.says);
            let expect = expect.map_err(|says| format!("is `{text}`, {says}"));
            assert_eq!(parsed, expect, "{text}");
        }
    }

    #[test]
    fn refuses_the_rest_and_says_why() {
        for (text, expect) in [
            ("4", "which is not a size"),
            ("", "which is not a size"),
            ("MiB", "which is not a size"),
            ("-1MiB", "which is not a size"),
            ("1.5MiB", "which is not a size"),
            ("0KiB", "but cannot be nothing"),
            ("65GiB", "which is more than 64 GiB"),
            ("99999999999999999999GiB", "which is more than 64 GiB"),
        ] {
            let says = parse(text).map_err(|problem| problem.says);
            assert_eq!(says, Err(format!("is `{text}`, {expect}")));
        }
    }
}
