//! Relations between glob patterns.

use candor_model::glob;

/// Whether some text matches both patterns.
pub(crate) fn overlap(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    // Row by row from the end: whether the remainders of both patterns can match the same text.
    let mut below = vec![false; other.len() + 1];
    for at in (0..=one.len()).rev() {
        let mut row = vec![false; other.len() + 1];
        for with in (0..=other.len()).rev() {
            let next = |row: &[bool]| row.get(with + 1).copied().unwrap_or(false);
            row[with] = match (one.get(at), other.get(with)) {
                (None, None) => true,
                (Some(b'*'), _) => below[with] || next(&row),
                (_, Some(b'*')) => next(&row) || at < one.len() && below[with],
                (Some(a), Some(b)) => a == b && next(&below),
                (None, Some(_)) | (Some(_), None) => false,
            };
        }
        below = row;
    }
    below[0]
}

/// Whether everything that matches `special` also matches `general`. It suffices to match `special`
/// itself, because a `*` in it is only matched by a `*`.
pub(crate) fn covers(general: &str, special: &str) -> bool {
    glob::glob_matches(general, special)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_overlap_where_a_text_fits_both() {
        for (one, other, expect) in [
            ("shop.*", "shop.delete_*", true),
            ("*.delete_*", "shop.*", true),
            ("shop.*", "files.*", false),
            ("a*c", "*b*", true),
            ("a*c", "b*", false),
            ("*", "", true),
            ("", "", true),
            ("", "x", false),
            ("x*", "*y", true),
            ("xx", "x", false),
            ("delete_*", "shop.*", false),
            ("*a*b", "b*a", false),
        ] {
            assert_eq!(overlap(one, other), expect, "{one} {other}");
            assert_eq!(overlap(other, one), expect, "{other} {one}");
        }
    }

    #[test]
    fn a_pattern_covers_those_that_say_more() {
        for (general, special, expect) in [
            ("shop.*", "shop.delete_*", true),
            ("shop.*", "shop.*", true),
            ("shop.delete_*", "shop.*", false),
            ("*", "shop.a", true),
        ] {
            assert_eq!(covers(general, special), expect, "{general} {special}");
        }
    }
}
