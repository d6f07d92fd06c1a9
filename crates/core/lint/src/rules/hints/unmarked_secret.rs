//! a tool returns secrets, and nothing marks it.

use crate::rules::prelude::*;
use crate::words::words;

pub(super) const RULE: LintRule = LintRule {
    id: "H030",
    name: "unmarked-secret",
    summary: "a tool returns secrets, and nothing marks it",
    why: "What a tool returns is kept in conversations and logs. A client that knows that a \
        result holds secrets can hide it.",
    advice: "mark it, such as `\"_meta\": {\"secret\": true}`, or return a reference instead",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "get_secret", "description": "Returns the value of a secret."}"#,
    good: r#"{"name": "get_secret", "description": "Returns the value of a secret.", "_meta": {"secret": true}}"#,
};

const SECRETS: [&str; 9] = [
    "secret",
    "secrets",
    "password",
    "passwords",
    "credential",
    "credentials",
    "token",
    "tokens",
    "apikey",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let name = words(&subject.own);
    let is_marked = subject.definition.pointer("/_meta/secret").is_some();
    let object = name.last().filter(|word| SECRETS.contains(&word.as_str()));
    // A list of secrets shows their names.
    let gets = subject.verb.as_ref().is_some_and(|verb| {
        matches!(
            verb.word.as_str(),
            "get" | "read" | "fetch" | "retrieve" | "show"
        )
    });
    match object {
        Some(object) if gets && !is_marked => LintProblem::new(format!(
            "it seems to return a {object}, and nothing marks it"
        ))
        .at("/_meta")
        .into(),
        _ => Vec::new(),
    }
}
