//! the definitions of a server cost many tokens.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "B001",
    name: "costly-server",
    summary: "the definitions of a server cost many tokens",
    why: "Every definition is part of every request. Half of all servers need fewer than 2,000 \
        tokens; one that needs 15,000 crowds out the conversation and makes the model choose \
        worse.",
    advice: "shorten descriptions and schemas, or serve a toolset; `server_tokens` under \
        `[budget]` sets another limit",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Source(check),
    bad: r#"{"tools": [{"name": "list_books", "description": "Lists books, and says far too much about each of them."}], "policy": {"budget": {"server_tokens": 20}}}"#,
    good: r#"{"tools": [{"name": "list_books", "description": "Lists books."}], "policy": {"budget": {"server_tokens": 20}}}"#,
};

fn check(tools: &[LintSubject], policy: &LintPolicy) -> Vec<LintProblem> {
    let tokens: usize = tools.iter().map(super::tokens).sum();
    let limit = policy.budget.server_tokens;
    if tokens <= limit {
        return Vec::new();
    }
    let source = &tools[0].source;
    let message = format!(
        "source `{source}`: the definitions cost about {tokens} tokens; the budget is {limit}"
    );
    LintProblem::new(message).into()
}
