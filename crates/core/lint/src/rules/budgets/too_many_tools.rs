//! a server has more tools than clients accept.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "B003",
    name: "too-many-tools",
    summary: "a server has more tools than clients accept",
    why: "VS Code refuses a request with more than 128 tools, of all servers together. Other \
        clients drop what is over their limit.",
    advice: "serve a toolset; `tools` under `[budget]` sets another limit",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Source(check),
    bad: r#"{"tools": [{"name": "list_books"}, {"name": "get_book"}], "policy": {"budget": {"tools": 1}}}"#,
    good: r#"{"tools": [{"name": "list_books"}], "policy": {"budget": {"tools": 1}}}"#,
};

fn check(tools: &[LintSubject], policy: &LintPolicy) -> Vec<LintProblem> {
    let limit = policy.budget.tools;
    if tools.len() <= limit {
        return Vec::new();
    }
    let (source, count) = (&tools[0].source, tools.len());
    LintProblem::new(format!(
        "source `{source}`: {count} tools; clients accept {limit}"
    ))
    .into()
}
