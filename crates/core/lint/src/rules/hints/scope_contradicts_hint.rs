//! the permission that a tool needs contradicts its hints.

use crate::rules::prelude::*;
use crate::words::words;

pub(super) const RULE: LintRule = LintRule {
    id: "H029",
    name: "scope-contradicts-hint",
    summary: "the permission that a tool needs contradicts its hints",
    why: "A tool that needs `books:write` writes, whatever its hints say; one that needs only \
        `books:read` cannot. The server enforces permissions, so they are the better \
        evidence.",
    advice: "correct the hint or the permission",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "get_book", "annotations": {"readOnlyHint": true}, "scopes": ["books:write"]}"#,
    good: r#"{"name": "get_book", "annotations": {"readOnlyHint": true}, "scopes": ["books:read"]}"#,
};

const WRITING: [&str; 11] = [
    "write",
    "delete",
    "manage",
    "create",
    "update",
    "edit",
    "modify",
    "send",
    "readwrite",
    "publish",
    "execute",
];
const READING: [&str; 5] = ["read", "readonly", "view", "list", "search"];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let writing = subject.scopes.iter().find(|scope| has(scope, &WRITING));
    let reads =
        !subject.scopes.is_empty() && subject.scopes.iter().all(|scope| has(scope, &READING));
    let (message, value) = match (subject.stated.get(Hint::ReadOnly), writing) {
        (Some(true), Some(scope)) => (
            format!("it is declared read-only, but needs the scope `{scope}`"),
            false,
        ),
        (Some(false), None) if reads => {
            let scope = &subject.scopes[0];
            (
                format!("it is declared as writing, but needs only the scope `{scope}`"),
                true,
            )
        }
        _ => return Vec::new(),
    };
    LintProblem::new(message)
        .at("/annotations/readOnlyHint")
        .fixed_by(LintFix::suggested_hint(Hint::ReadOnly, value))
        .into()
}

fn has(scope: &str, list: &[&str]) -> bool {
    words(scope)
        .iter()
        .any(|word| list.contains(&word.as_str()))
}
