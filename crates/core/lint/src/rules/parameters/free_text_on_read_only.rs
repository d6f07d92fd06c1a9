//! a read-only tool runs text that the caller writes.

use crate::parameter::parameters;
use crate::rules::prelude::*;
use crate::words::first_phrase;

pub(super) const RULE: LintRule = LintRule {
    id: "P005",
    name: "free-text-on-read-only",
    summary: "a read-only tool runs text that the caller writes",
    why: "SQL, a shell command or code can do anything, whatever the tool is called. The claim \
        holds only if something behind the tool enforces it.",
    advice: "say in the description what enforces it, such as a read-only connection; otherwise \
        declare it not read-only",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "query_sales", "description": "Queries sales.", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "properties": {"sql": {"type": "string", "description": "The statement"}}}}"#,
    good: r#"{"name": "query_sales", "description": "Queries sales over a read-only connection.", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "properties": {"sql": {"type": "string", "description": "The statement"}}}}"#,
};

const FREE: [&str; 14] = [
    "sql",
    "sql_query",
    "statement",
    "command",
    "cmd",
    "shell_command",
    "code",
    "script",
    "cypher",
    "expression_js",
    "javascript",
    "python",
    "shell",
    "bash",
];
const ENFORCED: [&str; 8] = [
    "read-only",
    "readonly",
    "read only",
    "select only",
    "only select",
    "sandbox",
    "sandboxed",
    "select statements",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let is_enforced = first_phrase(&subject.lower_description(), &ENFORCED).is_some();
    if !subject.is_read_only() || is_enforced {
        return Vec::new();
    }
    let parameters = parameters(subject);
    let free = parameters
        .iter()
        .filter(|one| one.is_bare_string() && FREE.contains(&one.plain_name().as_str()));
    free.map(|one| {
        let message = format!(
            "it is declared read-only, but `{}` takes any text to run",
            one.name
        );
        LintProblem::new(message).at(one.pointer.clone())
    })
    .collect()
}
