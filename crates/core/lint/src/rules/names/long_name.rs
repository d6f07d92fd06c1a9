//! the name is longer than providers of models accept.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "N002",
    name: "long-name",
    summary: "the name is longer than providers of models accept",
    why: "OpenAI, Anthropic and Gemini accept function names of at most 64 characters. A \
        longer name is cut, replaced or refused, depending on the client.",
    advice: "shorten the name; `name` under `[budget]` sets another limit",
    severity: SeverityByProfile::beyond_spec(Severity::Warning)
        .anthropic(Severity::Error)
        .openai(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_all_the_books_of_the_shop_that_were_written_by_one_author_in_a_year"}"#,
    good: r#"{"name": "list_books_by_author"}"#,
};

fn check(subject: &LintSubject, policy: &LintPolicy) -> Vec<LintProblem> {
    let length = subject.own.chars().count();
    if length <= policy.budget.name {
        return Vec::new();
    }
    let message = format!(
        "the name has {length} characters; {} are safe",
        policy.budget.name
    );
    LintProblem::new(message).at("/name").into()
}
