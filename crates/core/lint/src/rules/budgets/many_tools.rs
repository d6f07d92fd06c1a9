//! a server has more tools than a model chooses from well.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "B004",
    name: "many-tools",
    summary: "a server has more tools than a model chooses from well",
    why: "With more than about 30 tools a model picks the wrong one more often. Anthropic \
        suggests a search tool beyond that.",
    advice: "serve toolsets, or a search; `advised_tools` under `[budget]` sets another limit",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Source(check),
    bad: r#"{"tools": [{"name": "list_books"}, {"name": "get_book"}], "policy": {"budget": {"advised_tools": 1}}}"#,
    good: r#"{"tools": [{"name": "list_books"}], "policy": {"budget": {"advised_tools": 1}}}"#,
};

fn check(tools: &[LintSubject], policy: &LintPolicy) -> Vec<LintProblem> {
    let (advised, limit) = (policy.budget.advised_tools, policy.budget.tools);
    // Beyond the other limit, the other rule reports it.
    if tools.len() <= advised || tools.len() > limit {
        return Vec::new();
    }
    let (source, count) = (&tools[0].source, tools.len());
    LintProblem::new(format!(
        "source `{source}`: {count} tools; up to {advised} are chosen from well"
    ))
    .into()
}
