//! the definition of a tool costs many tokens.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "B002",
    name: "costly-tool",
    summary: "the definition of a tool costs many tokens",
    why: "A definition of more than 500 tokens is usually a manual. The model reads it with \
        every request, whether it needs the tool or not.",
    advice: "keep what is needed to choose the tool, and return the rest as a result; \
        `tool_tokens` under `[budget]` sets another limit",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"tools": [{"name": "list_books", "description": "Lists books, and says far too much about each of them."}], "policy": {"budget": {"tool_tokens": 20}}}"#,
    good: r#"{"tools": [{"name": "list_books", "description": "Lists books."}], "policy": {"budget": {"tool_tokens": 20}}}"#,
};

fn check(subject: &LintSubject, policy: &LintPolicy) -> Vec<LintProblem> {
    let tokens = super::tokens(subject);
    let limit = policy.budget.tool_tokens;
    if tokens <= limit {
        return Vec::new();
    }
    LintProblem::new(format!(
        "the definition costs about {tokens} tokens; the budget is {limit}"
    ))
    .into()
}
