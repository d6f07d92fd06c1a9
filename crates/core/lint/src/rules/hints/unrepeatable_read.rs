//! a read-only tool is declared not idempotent.

use crate::rules::prelude::*;
use crate::words::first_phrase;

pub(super) const RULE: LintRule = LintRule {
    id: "H006",
    name: "unrepeatable-read",
    summary: "a read-only tool is declared not idempotent",
    why: "Reading twice changes nothing, so the hint says little and stops clients from \
        repeating a lost call. Some SDKs write it without being asked. Where a read does \
        depend on the last one, the description should say so.",
    advice: "remove `idempotentHint`, or say in the description why a second read differs",
    severity: SeverityByProfile::strict_only(),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "description": "Lists books.", "annotations": {"readOnlyHint": true, "idempotentHint": false}}"#,
    good: r#"{"name": "list_books", "description": "Lists books.", "annotations": {"readOnlyHint": true, "idempotentHint": true}}"#,
};

/// Words of reads that depend on the one before.
const REASONS: [&str; 8] = [
    "since last",
    "since the last",
    "new since",
    "random",
    "cursor",
    "each call",
    "next batch",
    "only once",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let is_explained = first_phrase(&subject.lower_description(), &REASONS).is_some();
    let is_unrepeatable = subject.stated.get(Hint::Idempotent) == Some(false);
    if !subject.is_read_only() || !is_unrepeatable || is_explained {
        return Vec::new();
    }
    let fix = LintFix::suggested(vec![DefinitionEdit::remove("/annotations/idempotentHint")]);
    LintProblem::new("it is declared read-only and not idempotent, without a reason")
        .at("/annotations/idempotentHint")
        .fixed_by(fix)
        .into()
}
