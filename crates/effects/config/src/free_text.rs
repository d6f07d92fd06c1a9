//! Free text for people: reasons and descriptions.

use candor_text::{collapse_whitespace, hidden_character, is_hidden};

use crate::problem::ValueProblem;

/// The most characters.
pub(crate) const LONGEST: usize = 1_000;

/// The text on one line: every run of spaces and line breaks becomes one space. Nothing, if
/// nothing is left. Characters that a reader cannot see are refused.
pub(crate) fn read_free_text(text: &str) -> Result<Option<String>, ValueProblem> {
    let line = collapse_whitespace(text);
    if let Some((before, hidden)) = hidden_character(&line) {
        let says = format!(
            "holds the hidden character U+{:04X} at position {}",
            u32::from(hidden),
            before + 1
        );
        return Err(ValueProblem::new(says).with_hint("remove it"));
    }
    check_length(&line, LONGEST)?;
    Ok(Some(line).filter(|line| !line.is_empty()))
}

/// Refuses a text of more than `most` characters.
pub(crate) fn check_length(text: &str, most: usize) -> Result<(), ValueProblem> {
    let length = text.chars().count();
    if length > most {
        let says = format!("has {length} characters, but at most {most} are allowed");
        return Err(ValueProblem::new(says));
    }
    Ok(())
}

/// The text in the form that [`read_free_text`] accepts, whatever it contains.
pub(crate) fn tamed(text: &str) -> Option<String> {
    let seen: String = text
        .chars()
        .filter(|c| c.is_whitespace() || !is_hidden(*c))
        .collect();
    let line: String = collapse_whitespace(&seen).chars().take(LONGEST).collect();
    Some(line).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_on_one_line_and_hides_nothing() {
        for (text, expect) in [
            ("", Ok(None)),
            (" \n\t", Ok(None)),
            (
                " we never\n  delete\t books ",
                Ok(Some("we never delete books")),
            ),
            ("a\u{7}b", Err("U+0007 at position 2")),
            ("\u{202e}b", Err("U+202E at position 1")),
            ("a\u{2028}b", Ok(Some("a b"))),
        ] {
            let read = read_free_text(text).map_err(|problem| problem.says);
            let expect = expect.map(|line| line.map(str::to_owned));
            let expect = expect.map_err(|at| format!("holds the hidden character {at}"));
            assert_eq!(read, expect, "{text:?}");
        }
        let says = read_free_text(&"é".repeat(1_001))
            .expect_err("too long")
            .says;
        assert_eq!(says, "has 1001 characters, but at most 1000 are allowed");
    }

    proptest::proptest! {
        #[test]
        fn what_was_tamed_is_read_as_it_is(text in proptest::prelude::any::<String>()) {
            let tamed = tamed(&text.repeat(20));
            let read = read_free_text(tamed.as_deref().unwrap_or_default());
            proptest::prop_assert_eq!(read, Ok(tamed));
        }
    }
}
