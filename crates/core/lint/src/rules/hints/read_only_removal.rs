//! a tool that removes something is declared read-only.

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H011",
    name: "read-only-removal",
    summary: "a tool that removes something is declared read-only",
    why: "Clients run read-only tools without asking, in parallel and again after a failure. \
        For a tool that deletes, this is the most dangerous mistake that annotations can \
        make.",
    advice: "set `readOnlyHint` to false and `destructiveHint` to true",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": true}}"#,
    good: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    super::read_only_verb(subject, &[VerbClass::Removing])
}
