//! the name has a `.` or `/`, which providers of models do not accept.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "N005",
    name: "name-with-dot",
    summary: "the name has a `.` or `/`, which providers of models do not accept",
    why: "The protocol allows a dot, but OpenAI, Anthropic and Bedrock accept only letters, \
        digits, `_` and `-` in the name of a function. Clients replace the character, each \
        in its own way.",
    advice: "use `_` or `-` instead",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "books.list"}"#,
    good: r#"{"name": "books_list"}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(found) = subject.own.chars().find(|c| matches!(c, '.' | '/')) else {
        return Vec::new();
    };
    let message = format!("the name has a `{found}`, which providers of models do not accept");
    LintProblem::new(message).at("/name").into()
}
