//! a note plays down what the hints say, or speaks against asking.

use crate::rules::prelude::*;
use crate::words::first_phrase;

pub(super) const RULE: LintRule = LintRule {
    id: "K003",
    name: "note-contradicts-hints",
    summary: "a note plays down what the hints say, or speaks against asking",
    why: "A note is read by the model together with the description. \"Safe to call freely\" \
        on a destructive tool undoes the hint.",
    advice: "correct the note or the hint",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.delete_book"], "notes": [{"tool": "shop.delete_book", "name": "safe", "note": "This is safe to call without asking."}]}]}"#,
    good: r#"{"tools": [{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.delete_book"], "notes": [{"tool": "shop.delete_book", "name": "edition", "note": "Ask which edition is meant."}]}]}"#,
};

const HARMLESS: [&str; 8] = [
    "safe to call",
    "call freely",
    "harmless",
    "no side effects",
    "can be undone",
    "read-only",
    "nothing is deleted",
    "not destructive",
];
const AGAINST_ASKING: [&str; 8] = [
    "without asking",
    "do not ask",
    "don't ask",
    "no need to confirm",
    "skip confirmation",
    "without confirmation",
    "skip approval",
    "without approval",
];

fn check(input: &LintInput, _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut found = Vec::new();
    for toolset in &input.toolsets {
        for note in &toolset.notes {
            let lower = note.text.to_lowercase();
            let destroys = input
                .tool(&note.tool)
                .is_some_and(LintSubject::is_destructive);
            let harmless = first_phrase(&lower, &HARMLESS).filter(|_| destroys);
            let message = match (first_phrase(&lower, &AGAINST_ASKING), harmless) {
                (Some(phrase), _) => format!("the note `{}` says `{phrase}`", note.name),
                (None, Some(phrase)) => format!(
                    "the note `{}` says `{phrase}`, but the tool is destructive",
                    note.name
                ),
                (None, None) => continue,
            };
            let message = format!("toolset `{}`: {message}", toolset.name);
            found.push(LintProblem::new(message).at("/description").of(&note.tool));
        }
    }
    found
}
