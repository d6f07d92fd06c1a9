//! a tool that the project expects does not exist.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "E002",
    name: "missing-expected-tool",
    summary: "a tool that the project expects does not exist",
    why: "A tool was renamed or lost, and its entry in the table holds for nothing.",
    advice: "correct or remove the entry under `[tools]` in `candor-lint.toml`",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Manual,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": true}}], "policy": {"expect": {"pong": {"read_only": "true"}}}}"#,
    good: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": true}}], "policy": {"expect": {"ping": {"read_only": "true"}}}}"#,
};

fn check(input: &LintInput, policy: &LintPolicy) -> Vec<LintProblem> {
    let missing = policy.expectations.iter().filter(|expectation| {
        let mut tools = input.tools.iter();
        !tools.any(|tool| expectation.is_about(&tool.name))
    });
    missing
        .map(|one| {
            let message = format!(
                "`candor-lint.toml` expects `{}`, and no tool fits",
                one.tool
            );
            LintProblem::new(message)
        })
        .collect()
}
