//! the description or a schema has changed since the tool was accepted.

use crate::rules::prelude::*;
use serde_json::Value;

pub(super) const RULE: LintRule = LintRule {
    id: "R002",
    name: "changed-definition",
    summary: "the description or a schema has changed since the tool was accepted",
    why: "A tool that was reviewed once can change its text or its parameters at any time. \
        People call it a rug pull; it needs a second look.",
    advice: "review the change, then accept it: `candor drift accept TOOL`, or write a new dump",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"tools": [{"name": "get_book", "description": "Gets a book and tells a friend."}], "accepted": [{"name": "get_book", "description": "Gets a book."}]}"#,
    good: r#"{"tools": [{"name": "get_book", "description": "Gets a book."}], "accepted": [{"name": "get_book", "description": "Gets a book."}]}"#,
};

const PARTS: [(&str, &str); 4] = [
    ("description", "the description"),
    ("title", "the title"),
    ("inputSchema", "the input schema"),
    ("outputSchema", "the output schema"),
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(accepted) = &subject.accepted else {
        return Vec::new();
    };
    let changed = PARTS.into_iter().filter_map(|(key, words)| {
        let (before, now) = (accepted.get(key), subject.definition.get(key));
        let is_same = before.unwrap_or(&Value::Null) == now.unwrap_or(&Value::Null);
        let problem = LintProblem::new(format!("{words} has changed since it was accepted"));
        (!is_same).then(|| problem.at(format!("/{key}")))
    });
    changed.collect()
}
