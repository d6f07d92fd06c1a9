//! one parameter chooses between reading and writing.

use crate::head_verb::{VerbClass, class};
use crate::parameter::parameters;
use crate::rules::prelude::*;
use crate::words::words;

pub(super) const RULE: LintRule = LintRule {
    id: "P003",
    name: "mixed-actions",
    summary: "one parameter chooses between reading and writing",
    why: "Hints describe the whole tool, so a tool that reads or deletes depending on `action` \
        must be treated as if it always deleted. Anthropic's directory rejects such tools.",
    advice: "offer one tool for reading and others for writing",
    severity: SeverityByProfile::beyond_spec(Severity::Warning).anthropic(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "manage_books", "inputSchema": {"type": "object", "properties": {"action": {"enum": ["list", "get", "delete"], "description": "What to do"}}}}"#,
    good: r#"{"name": "edit_book", "inputSchema": {"type": "object", "properties": {"action": {"enum": ["rename", "delete"], "description": "What to do"}}}}"#,
};

const SELECTORS: [&str; 8] = [
    "action",
    "method",
    "operation",
    "command",
    "op",
    "verb",
    "http_method",
    "request_type",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let parameters = parameters(subject);
    let mixed = parameters
        .iter()
        .filter(|one| SELECTORS.contains(&one.plain_name().as_str()));
    mixed
        .filter_map(|one| {
            let choices = one.choices();
            let reads = choices
                .iter()
                .find(|choice| effect(choice) == Some(false))?;
            let writes = choices.iter().find(|choice| effect(choice) == Some(true))?;
            let message = format!(
                "the parameter `{}` chooses between reading (`{reads}`) and writing (`{writes}`)",
                one.name
            );
            Some(LintProblem::new(message).at(one.pointer.clone()))
        })
        .collect()
}

/// Whether a choice writes, if that can be determined.
fn effect(choice: &str) -> Option<bool> {
    match choice {
        "GET" | "HEAD" | "OPTIONS" => return Some(false),
        "POST" | "PUT" | "PATCH" | "DELETE" => return Some(true),
        _ => {}
    }
    words(choice)
        .first()
        .and_then(|word| class(word))
        .map(VerbClass::writes)
}
