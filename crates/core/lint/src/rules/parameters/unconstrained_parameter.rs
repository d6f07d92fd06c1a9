//! a parameter with few valid values is a bare string or number.

use crate::parameter::parameters;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "P002",
    name: "unconstrained-parameter",
    summary: "a parameter with few valid values is a bare string or number",
    why: "An `enum`, a pattern or a range tells the model what is allowed before it calls, and \
        a wrong argument is refused before it does harm.",
    advice: "add `enum`, `pattern`, `format`, `minimum` or `maximum`",
    severity: SeverityByProfile::strict_only(),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "description": "How many"}}}}"#,
    good: r#"{"name": "list_books", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "How many"}}}}"#,
};

const CHOICES: [&str; 10] = [
    "status", "state", "type", "kind", "sort", "order", "format", "mode", "level", "priority",
];
const COUNTS: [&str; 7] = [
    "limit",
    "page_size",
    "per_page",
    "max_results",
    "count",
    "top",
    "depth",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let parameters = parameters(subject);
    let loose = parameters.iter().filter_map(|one| {
        let name = one.plain_name();
        let kind = one.get("type").and_then(serde_json::Value::as_str);
        let is_number = matches!(kind, Some("integer" | "number"));
        let is_free = is_number && one.get("maximum").is_none();
        let message = if CHOICES.contains(&name.as_str()) && one.is_bare_string() {
            format!(
                "the parameter `{}` is any string; an `enum` would say what is valid",
                one.name
            )
        } else if COUNTS.contains(&name.as_str()) && is_free {
            format!("the parameter `{}` has no `maximum`", one.name)
        } else {
            return None;
        };
        Some(LintProblem::new(message).at(one.pointer.clone()))
    });
    loose.collect()
}
