//! a note gives orders, and the tools are meant for a directory.

use crate::rules::prelude::*;
use crate::words::first_phrase;

pub(super) const RULE: LintRule = LintRule {
    id: "K005",
    name: "note-gives-orders",
    summary: "a note gives orders, and the tools are meant for a directory",
    why: "Notes become part of the description, and Anthropic's directory rejects descriptions \
        that give the model orders. General rules belong in an endpoint that is not \
        submitted.",
    advice: "leave the notes out of the endpoint that is submitted",
    severity: SeverityByProfile::strict_only().anthropic(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.delete_book"], "notes": [{"tool": "shop.delete_book", "name": "edition", "note": "Always ask the user which edition is meant."}]}]}"#,
    good: r#"{"tools": [{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.delete_book"], "notes": [{"tool": "shop.delete_book", "name": "edition", "note": "There are two editions of most books."}]}]}"#,
};

const ORDERS: [&str; 7] = [
    "always",
    "never",
    "you must",
    "must not",
    "do not",
    "make sure",
    "be sure",
];

fn check(input: &LintInput, _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut found = Vec::new();
    for toolset in &input.toolsets {
        for note in &toolset.notes {
            let lower = note.text.to_lowercase();
            if let Some(order) = first_phrase(&lower, &ORDERS) {
                let message = format!(
                    "toolset `{}`: the note `{}` gives an order: `{order}`",
                    toolset.name, note.name
                );
                found.push(LintProblem::new(message).at("/description").of(&note.tool));
            }
        }
    }
    found
}
