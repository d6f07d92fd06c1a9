//! a tool has no entry in the project's table.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "E003",
    name: "unlisted-tool",
    summary: "a tool has no entry in the project's table",
    why: "With `every_tool = true` the table covers every tool, so a new one cannot ship \
        without a decision about its hints.",
    advice: "add an entry under `[tools]` in `candor-lint.toml`",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": true}}], "policy": {"expect": {"pong": {"read_only": "true"}}, "every_tool": true}}"#,
    good: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": true}}], "policy": {"expect": {"ping": {"read_only": "true"}}, "every_tool": true}}"#,
};

fn check(subject: &LintSubject, policy: &LintPolicy) -> Vec<LintProblem> {
    let is_listed = policy
        .expectations
        .iter()
        // A catch-all pattern is not an entry for this tool.
        .any(|one| one.tool != "*" && one.is_about(&subject.name));
    if !policy.expects_every_tool || is_listed {
        return Vec::new();
    }
    LintProblem::new("`candor-lint.toml` has no entry for the tool").into()
}
