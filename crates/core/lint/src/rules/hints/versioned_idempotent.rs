//! a tool that needs a matching version is declared idempotent.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H019",
    name: "versioned-idempotent",
    summary: "a tool that needs a matching version is declared idempotent",
    why: "After the first call the version has changed, so the same call fails the second \
        time. A repeat does no harm, but a client that retries reports an error for a call \
        that succeeded.",
    advice: "set `idempotentHint` to false, or say that a repeat fails without harm",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "update_note", "description": "Updates a note.", "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true}, "inputSchema": {"type": "object", "properties": {"etag": {"type": "string", "description": "The version"}}, "required": ["etag"]}}"#,
    good: r#"{"name": "update_note", "description": "Updates a note.", "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false}, "inputSchema": {"type": "object", "properties": {"etag": {"type": "string", "description": "The version"}}, "required": ["etag"]}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some((name, pointer)) = super::version_parameter(subject) else {
        return Vec::new();
    };
    if subject.stated.get(Hint::Idempotent) != Some(true) || subject.is_read_only() {
        return Vec::new();
    }
    let message = format!("it is declared idempotent, but needs a matching `{name}`");
    LintProblem::new(message)
        .at(pointer)
        .fixed_by(LintFix::suggested_hint(Hint::Idempotent, false))
        .into()
}
