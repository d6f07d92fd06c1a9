//! Descriptions with notes.
//!
//! Notes come after the description, under a heading of their own:
//!
//! ```text
//! <description>
//!
//! ### Additional Tool Notes
//!
//! • **<name>**: <text>
//! ```
//!
//! Clients truncate long descriptions silently, so notes at the end would be lost first. The
//! combined text therefore has a budget. If it does not suffice, notes take precedence: the
//! description is cut at a word, with `…`, but keeps at least [`DESCRIPTION_LEAST`] characters;
//! only then are notes dropped, last ones first, and a line says how many. A description without
//! notes is never cut.

use candor_model::ToolNote;

/// The default budget for a description and its notes, in characters.
pub const BUDGET: usize = 2_048;

/// The minimum length of a cut description, in characters.
pub const DESCRIPTION_LEAST: usize = 500;

const HEADING: &str = "### Additional Tool Notes";

/// A description with its notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescriptionWithNotes {
    /// The text that clients get.
    pub text: String,
    /// Whether the description was cut.
    pub cut: bool,
    /// How many notes were dropped.
    pub left_out: usize,
}

/// Adds notes to a description, within a budget of characters.
pub fn describe_with_notes(
    description: &str,
    notes: &[&ToolNote],
    budget: usize,
) -> DescriptionWithNotes {
    if notes.is_empty() {
        return DescriptionWithNotes {
            text: description.to_owned(),
            cut: false,
            left_out: 0,
        };
    }
    let own = description.trim_end();
    let least = count(own).min(DESCRIPTION_LEAST);
    let fitting = (0..=notes.len())
        .rev()
        .find(|kept| least + joined(own, &section(notes, *kept)) <= budget)
        .unwrap_or(0);
    let section = section(notes, fitting);
    let room = budget.saturating_sub(joined(own, &section)).max(least);
    let (shown, cut) = shorten(own, room);
    DescriptionWithNotes {
        text: join(&shown, &section),
        cut,
        left_out: notes.len() - fitting,
    }
}

/// The heading and the first `kept` notes.
fn section(notes: &[&ToolNote], kept: usize) -> String {
    let mut lines: Vec<String> = notes[..kept]
        .iter()
        .map(|note| format!("• **{}**: {}", note.name(), note.text()))
        .collect();
    match notes.len() - kept {
        0 => {}
        1 => lines.push("(1 more note did not fit)".to_owned()),
        more => lines.push(format!("({more} more notes did not fit)")),
    }
    format!("{HEADING}\n\n{}", lines.join("\n"))
}

fn join(description: &str, section: &str) -> String {
    if description.is_empty() {
        section.to_owned()
    } else {
        format!("{description}\n\n{section}")
    }
}

/// The number of characters the section adds to a description.
fn joined(description: &str, section: &str) -> usize {
    count(section) + if description.is_empty() { 0 } else { 2 }
}

/// Cuts a text to `room` characters, at a word boundary if possible.
fn shorten(text: &str, room: usize) -> (String, bool) {
    if count(text) <= room {
        return (text.to_owned(), false);
    }
    let head: String = text.chars().take(room.saturating_sub(1)).collect();
    let at_word = head
        .rfind(char::is_whitespace)
        .filter(|at| *at > head.len() / 2);
    let kept = at_word.map_or(head.as_str(), |at| &head[..at]);
    (format!("{}…", kept.trim_end()), true)
}

fn count(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn notes(texts: &[&str]) -> Vec<ToolNote> {
        let note = |(at, text): (usize, &&str)| ToolNote::new(&format!("n-{at}"), text);
        let notes: Result<_, _> = texts.iter().enumerate().map(note).collect();
        notes.expect("notes")
    }

    fn check(description: &str, texts: &[&str], budget: usize, expect: &str) {
        let notes = notes(texts);
        let refs: Vec<&ToolNote> = notes.iter().collect();
        assert_eq!(describe_with_notes(description, &refs, budget).text, expect);
    }

    #[test]
    fn notes_follow_the_description() {
        check(
            "Creates an issue.",
            &["Ask which team.", "Set a label."],
            BUDGET,
            "Creates an issue.\n\n### Additional Tool Notes\n\n• **n-0**: Ask which team.\n• **n-1**: Set a label.",
        );
        check(
            "",
            &["Ask."],
            BUDGET,
            "### Additional Tool Notes\n\n• **n-0**: Ask.",
        );
        check("As it is. ", &[], 3, "As it is. ");
    }

    #[test]
    fn a_long_description_makes_room() {
        let long = "word ".repeat(1_000);
        let notes = notes(&["Ask which team."]);
        let result = describe_with_notes(&long, &[&notes[0]], BUDGET);
        assert!(result.cut && result.left_out == 0);
        assert!(result.text.chars().count() <= BUDGET);
        assert!(
            result.text.contains("word…\n\n### Additional"),
            "{}",
            result.text
        );
        assert!(result.text.ends_with("• **n-0**: Ask which team."));
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let text = "x".repeat(400);
        let texts = [text.as_str(); 10];
        let notes = notes(&texts);
        let refs: Vec<&ToolNote> = notes.iter().collect();
        let result = describe_with_notes(&"word ".repeat(1_000), &refs, BUDGET);
        assert_eq!(result.left_out, 7);
        assert!(result.text.ends_with("\n(7 more notes did not fit)"));
        assert!(result.text.chars().count() <= BUDGET);
    }

    proptest! {
        #[test]
        fn the_budget_holds_and_nothing_panics(
            description in "\\PC{0,3000}",
            lengths in prop::collection::vec(1usize..=500, 1..25),
            budget in 700usize..5_000,
        ) {
            let texts: Vec<String> = lengths.iter().map(|length| "é".repeat(*length)).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let notes = notes(&texts);
            let refs: Vec<&ToolNote> = notes.iter().collect();
            let result = describe_with_notes(&description, &refs, budget);
            prop_assert!(result.text.chars().count() <= budget);
            prop_assert!(result.left_out <= notes.len());
            // Doing it again starts from the description, never from what was written.
            prop_assert_eq!(describe_with_notes(&description, &refs, budget), result);
        }
    }
}
