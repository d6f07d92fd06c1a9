//! the description is longer than clients keep.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "D004",
    name: "long-description",
    summary: "the description is longer than clients keep",
    why: "Claude Code cuts descriptions, notes included, at 2,048 characters without telling \
        anyone. What stands at the end, often the warnings, never reaches the model.",
    advice: "move the essential part to the beginning and shorten the rest; `description` under \
        `[budget]` sets another limit",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"tools": [{"name": "list_books", "description": "Lists books, and says far too much."}], "policy": {"budget": {"description": 20}}}"#,
    good: r#"{"name": "list_books", "description": "Lists books."}"#,
};

fn check(subject: &LintSubject, policy: &LintPolicy) -> Vec<LintProblem> {
    let length = subject.description().map_or(0, |text| text.chars().count());
    let limit = policy.budget.description;
    if length <= limit {
        return Vec::new();
    }
    let message = format!("the description has {length} characters; clients keep {limit}");
    LintProblem::new(message).at("/description").into()
}
