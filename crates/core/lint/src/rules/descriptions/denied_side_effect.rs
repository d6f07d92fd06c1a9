//! the description tells of an effect that the hints deny.

use crate::rules::prelude::*;
use crate::words::{first_phrase, sentence_with};

pub(super) const RULE: LintRule = LintRule {
    id: "D009",
    name: "denied-side-effect",
    summary: "the description tells of an effect that the hints deny",
    why: "The hints say that nothing changes, and the text says that something does. One of \
        them is wrong; clients believe the hints and skip the question.",
    advice: "correct the hint or the text",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "get_book", "description": "Gets a book. Also deletes its draft.", "annotations": {"readOnlyHint": true}}"#,
    good: r#"{"name": "get_book", "description": "Gets a book with its draft.", "annotations": {"readOnlyHint": true}}"#,
};

/// Effects mentioned in passing. The leading verb is left to the hint rules, which weigh all
/// evidence.
const EFFECTS: [&str; 18] = [
    "also deletes",
    "also removes",
    "also creates",
    "also updates",
    "also sends",
    "also writes",
    "and deletes",
    "and removes",
    "and overwrites",
    "and sends",
    "then deletes",
    "then removes",
    "will be deleted",
    "will be overwritten",
    "will be removed",
    "is deleted afterwards",
    "marks it as read",
    "marks them as read",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let lower = subject.lower_description();
    let Some(effect) = first_phrase(&lower, &EFFECTS).filter(|_| subject.is_read_only()) else {
        return Vec::new();
    };
    let text = subject.description().unwrap_or_default();
    let sentence = sentence_with(text, effect).unwrap_or(text);
    let shown = candor_text::quote(&candor_text::collapse_whitespace(sentence));
    let message = format!("it is declared read-only, but the description says {shown}");
    let fix = LintFix::suggested_hint(Hint::ReadOnly, false);
    LintProblem::new(message)
        .at("/description")
        .fixed_by(fix)
        .into()
}
