//! the description only repeats the name.

use crate::rules::prelude::*;
use crate::words::stems;

pub(super) const RULE: LintRule = LintRule {
    id: "D002",
    name: "description-repeats-name",
    summary: "the description only repeats the name",
    why: "Seven of ten servers describe tools by repeating their names. It costs tokens and \
        tells the model nothing that it did not know.",
    advice: "add what a model cannot guess: when to use it, what it needs and what it returns",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "description": "List all the books."}"#,
    good: r#"{"name": "list_books", "description": "Lists books with prices, newest first."}"#,
};

/// Words without a meaning of their own.
const FILLERS: [&str; 17] = [
    "a", "all", "an", "and", "by", "endpoint", "for", "from", "in", "of", "or", "the", "thi",
    "this", "to", "tool", "with",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(text) = subject.description() else {
        return Vec::new();
    };
    let name = stems(&subject.own);
    let said = stems(text);
    let repeats = said
        .iter()
        .filter(|word| !FILLERS.contains(&word.as_str()))
        .all(|word| name.contains(word));
    if !repeats {
        return Vec::new();
    }
    let shown = candor_text::clip(&candor_text::collapse_whitespace(text), 60);
    let message = format!("the description only repeats the name: `{shown}`");
    LintProblem::new(message).at("/description").into()
}
