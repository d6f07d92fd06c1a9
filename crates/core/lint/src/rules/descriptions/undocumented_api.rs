//! a tool for any request does not say where the API is documented.

use crate::parameter::{ToolParameter, parameters};
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "D007",
    name: "undocumented-api",
    summary: "a tool for any request does not say where the API is documented",
    why: "A tool that takes a path or a query of the caller's choice is only as good as the \
        model's knowledge of the API. Anthropic's directory asks for a link to its \
        documentation.",
    advice: "add the address of the API's documentation to the description",
    severity: SeverityByProfile::strict_only().anthropic(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "api_request", "description": "Sends a request to the API.", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}, "method": {"type": "string"}}}}"#,
    good: r#"{"name": "api_request", "description": "Sends a request to the API, see https://shop.example/docs.", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}, "method": {"type": "string"}}}}"#,
};

/// Parameters that together let a caller write any request.
const FREE: [(&str, &str); 5] = [
    ("path", "method"),
    ("endpoint", "method"),
    ("url", "method"),
    ("path", "body"),
    ("endpoint", "body"),
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let names: Vec<String> = parameters(subject)
        .iter()
        .map(ToolParameter::plain_name)
        .collect();
    let has = |name: &str| names.iter().any(|one| one == name);
    let is_free = FREE.iter().any(|(one, other)| has(one) && has(other));
    let has_link = subject.lower_description().contains("http");
    // The arguments of an API's operation have a fixed place.
    if !is_free || has_link || subject.request.is_some() {
        return Vec::new();
    }
    let message =
        "it takes any request, and the description has no link to the API's documentation";
    LintProblem::new(message).at("/description").into()
}
