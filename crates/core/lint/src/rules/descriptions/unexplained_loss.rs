//! the description of a destructive tool does not say what is lost.

use crate::rules::prelude::*;
use crate::words::words;

pub(super) const RULE: LintRule = LintRule {
    id: "D008",
    name: "unexplained-loss",
    summary: "the description of a destructive tool does not say what is lost",
    why: "Before a person approves, they want to know what is gone afterwards and whether it \
        can be undone. Reviewers of directories ask the same.",
    advice: "name what is deleted or overwritten, and say whether it can be restored",
    severity: SeverityByProfile::strict_only()
        .anthropic(Severity::Note)
        .openai(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "reset_shop", "description": "Resets the shop.", "annotations": {"destructiveHint": true}}"#,
    good: r#"{"name": "reset_shop", "description": "Permanently deletes all books of the shop.", "annotations": {"destructiveHint": true}}"#,
};

/// Word prefixes that indicate a loss.
const LOSSES: [&str; 25] = [
    "delet",
    "remov",
    "overwrit",
    "replac",
    "eras",
    "drop",
    "purg",
    "revok",
    "cancel",
    "destroy",
    "permanent",
    "irrevers",
    "undo",
    "undone",
    "restor",
    "lost",
    "lose",
    "trash",
    "recover",
    "wipe",
    "truncat",
    "uninstall",
    "discard",
    "archiv",
    "clear",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let said = words(subject.description().unwrap_or_default());
    let tells = said
        .iter()
        .any(|word| LOSSES.iter().any(|loss| word.starts_with(loss)));
    if !subject.is_destructive() || tells || said.is_empty() {
        return Vec::new();
    }
    let message = "it is declared destructive, but the description does not say what is lost";
    LintProblem::new(message).at("/description").into()
}
