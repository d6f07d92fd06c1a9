//! the schema is very deep or large, or refers to another server.

use serde_json::Value;

use crate::rules::prelude::*;
use crate::text_field::find_in_texts;

pub(super) const RULE: LintRule = LintRule {
    id: "S003",
    name: "heavy-schema",
    summary: "the schema is very deep or large, or refers to another server",
    why: "A remote reference lets a third party change a schema after it was reviewed, and most \
        clients do not follow it. Deep and large schemas slow every validation.",
    advice: "write the schema out in one document, and flatten it",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "find", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "https://elsewhere.example/a.json"}}}}"#,
    good: r#"{"name": "find", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}"#,
};

const DEEPEST: usize = 24;
const LARGEST: usize = 64 << 10;

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut found = Vec::new();
    for key in ["inputSchema", "outputSchema"] {
        let Some(schema) = subject.definition.get(key) else {
            continue;
        };
        let depth = depth(schema);
        let size = schema.to_string().len();
        if depth > DEEPEST {
            let message = format!("`{key}` is {depth} levels deep; {DEEPEST} are plenty");
            found.push(LintProblem::new(message).at(format!("/{key}")));
        }
        if size > LARGEST {
            let message = format!("`{key}` has {size} bytes; {LARGEST} are plenty");
            found.push(LintProblem::new(message).at(format!("/{key}")));
        }
    }
    found.extend(find_in_texts(subject, |field| {
        let is_reference =
            field.pointer.ends_with("/$ref") || field.pointer.ends_with("/$dynamicRef");
        if !is_reference || field.is_key || field.text.starts_with('#') {
            return None;
        }
        let shown = candor_text::quote(field.text);
        let message = format!("the reference {shown} leads outside the schema");
        Some(LintProblem::new(message).at(field.pointer))
    }));
    found
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
