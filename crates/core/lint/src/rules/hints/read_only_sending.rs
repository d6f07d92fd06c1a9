//! a tool that sends or runs something is declared read-only.

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H012",
    name: "read-only-sending",
    summary: "a tool that sends or runs something is declared read-only",
    why: "A message that was sent and a job that was started cannot be taken back, and clients \
        do not ask before a read-only call. First-party servers have shipped this mistake.",
    advice: "set `readOnlyHint` to false",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "send_email", "description": "Sends an email.", "annotations": {"readOnlyHint": true}}"#,
    good: r#"{"name": "send_email", "description": "Sends an email.", "annotations": {"readOnlyHint": false}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    super::read_only_verb(subject, &[VerbClass::Sending, VerbClass::Running])
}
