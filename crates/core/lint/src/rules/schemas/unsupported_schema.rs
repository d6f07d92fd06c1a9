//! the schema uses what providers of models do not support.

use serde_json::Value;

use crate::fix::escape;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "S002",
    name: "unsupported-schema",
    summary: "the schema uses what providers of models do not support",
    why: "OpenAI, Gemini and Bedrock accept only a part of JSON Schema. A choice at the root, \
        a recursive reference or an empty `enum` makes some of them refuse the tool or the \
        whole request.",
    advice: "move the choice into a property, and write recursive structures out to a fixed depth",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "find", "inputSchema": {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}}"#,
    good: r#"{"name": "find", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}"#,
};

/// The maximum nesting that is checked.
const DEPTH: usize = 60;

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(root) = subject.definition.get("inputSchema") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for key in ["anyOf", "oneOf", "allOf", "not", "enum"] {
        if root.get(key).is_some() {
            let message = format!("the root of the input schema has `{key}`");
            found.push(LintProblem::new(message).at(format!("/inputSchema/{key}")));
        }
    }
    inspect(root, "/inputSchema", 0, &mut found);
    found
}

fn inspect(schema: &Value, pointer: &str, depth: usize, found: &mut Vec<LintProblem>) {
    let Some(members) = schema.as_object().filter(|_| depth < DEPTH) else {
        return;
    };
    let mut add = |message: String| found.push(LintProblem::new(message).at(pointer));
    if members
        .get("enum")
        .and_then(Value::as_array)
        .is_some_and(Vec::is_empty)
    {
        add("an `enum` is empty, so that no value is valid".to_owned());
    }
    if members.get("required").is_some_and(Value::is_boolean) && depth > 0 {
        add("`required` is a boolean; it must be a list in the object around it".to_owned());
    }
    let reference = members.get("$ref").and_then(Value::as_str);
    // A reference from inside a definition to itself never ends.
    if reference.is_some_and(|text| pointer.starts_with(&text.replacen('#', "/inputSchema", 1))) {
        add(format!(
            "the reference `{}` is recursive",
            reference.unwrap_or_default()
        ));
    }
    for (key, value) in members {
        let pointer = format!("{pointer}/{}", escape(key));
        match (key.as_str(), value) {
            (
                "properties" | "$defs" | "definitions" | "patternProperties",
                Value::Object(inner),
            ) => {
                for (name, value) in inner {
                    inspect(
                        value,
                        &format!("{pointer}/{}", escape(name)),
                        depth + 1,
                        found,
                    );
                }
            }
            ("items" | "additionalProperties" | "not", value) => {
                inspect(value, &pointer, depth + 1, found);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(parts)) => {
                for (index, part) in parts.iter().enumerate() {
                    inspect(part, &format!("{pointer}/{index}"), depth + 1, found);
                }
            }
            _ => {}
        }
    }
}
