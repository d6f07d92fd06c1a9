//! the name does not say what the tool does.

use crate::parameter::parameters;
use crate::rules::prelude::*;
use crate::words::words;

pub(super) const RULE: LintRule = LintRule {
    id: "N010",
    name: "vague-name",
    summary: "the name does not say what the tool does",
    why: "With a name such as `execute` neither the model nor the person who approves a call \
        knows what will happen. Directories refuse tools whose names promise everything.",
    advice: "name the action and its object, such as `run_report`; or offer one tool per action",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "execute", "description": "Executes a request"}"#,
    good: r#"{"name": "run_sales_report", "description": "Runs the sales report"}"#,
};

const VAGUE: [&str; 22] = [
    "run",
    "execute",
    "exec",
    "call",
    "do",
    "action",
    "invoke",
    "request",
    "api",
    "api_request",
    "api_call",
    "call_api",
    "tool",
    "process",
    "handle",
    "perform",
    "command",
    "function",
    "main",
    "operation",
    "manage",
    "use",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut words = words(&subject.own);
    let server = crate::words::words(&subject.source);
    // `grafana_api_request` is as vague as `api_request`.
    if words.len() > 1 && server.contains(&words[0]) {
        words.remove(0);
    }
    let has_choice = parameters(subject)
        .iter()
        .any(|one| !one.choices().is_empty());
    if has_choice || !VAGUE.contains(&words.join("_").as_str()) {
        return Vec::new();
    }
    let message = format!("the name `{}` does not say what happens", subject.own);
    LintProblem::new(message).at("/name").into()
}
