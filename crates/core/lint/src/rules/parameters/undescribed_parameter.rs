//! a parameter has no description.

use crate::parameter::parameters;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "P001",
    name: "undescribed-parameter",
    summary: "a parameter has no description",
    why: "A model fills in parameters by their descriptions. Without one it guesses the unit, \
        the format and what is meant.",
    advice: "give each a `description` with its meaning, unit and format",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "get_book", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}}"#,
    good: r#"{"name": "get_book", "inputSchema": {"type": "object", "properties": {"id": {"type": "string", "description": "The ISBN of the book, 13 digits"}}}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let parameters = parameters(subject);
    let bare: Vec<_> = parameters
        .iter()
        .filter(|one| one.description().is_none())
        .collect();
    let Some(first) = bare.first() else {
        return Vec::new();
    };
    let names = candor_text::quote_all(bare.iter().map(|one| one.name.as_str()));
    let message = match bare.len() {
        1 => format!("the parameter {names} has no description"),
        _ => format!("the parameters {names} have no description"),
    };
    LintProblem::new(message).at(first.pointer.clone()).into()
}
