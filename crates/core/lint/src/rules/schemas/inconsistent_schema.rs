//! the schema requires an unknown property, or a default breaks it.

use candor_schema::SchemaValidator;
use serde_json::{Value, json};

use crate::parameter::parameters;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "S006",
    name: "inconsistent-schema",
    summary: "the schema requires an unknown property, or a default breaks it",
    why: "A required property that is not declared cannot be filled in, so every call fails. A \
        default that its own schema forbids misleads the model.",
    advice: "remove the name from `required`, or declare the property; correct the default",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Safe,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "find", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer", "default": "one"}}, "required": ["a", "b"], "additionalProperties": false}}"#,
    good: r#"{"name": "find", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer", "default": 1}}, "required": ["a"]}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(schema) = subject.definition.get("inputSchema") else {
        return Vec::new();
    };
    let mut found: Vec<LintProblem> = unknown(schema).into_iter().collect();
    for parameter in parameters(subject) {
        let Some(default) = parameter.get("default").filter(|value| !value.is_null()) else {
            continue;
        };
        let pointer = &parameter.pointer;
        let own = subject.definition.pointer(pointer);
        // A reference would need the whole document.
        let own = own.filter(|own| !own.to_string().contains("$ref"));
        let Some(Ok(validator)) = own.map(SchemaValidator::compile) else {
            continue;
        };
        if !validator.violations(default).is_empty() {
            let shown = candor_text::quote(&default.to_string());
            let message = format!("the default {shown} of `{}` is not valid", parameter.name);
            let pointer = format!("{pointer}/default");
            found.push(LintProblem::new(message).at(pointer));
        }
    }
    found
}

/// Required properties that nothing declares.
fn unknown(schema: &Value) -> Option<LintProblem> {
    let is_open = ["anyOf", "oneOf", "allOf", "$ref", "patternProperties"];
    if is_open.iter().any(|key| schema.get(key).is_some()) {
        return None;
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required")?.as_array()?;
    let is_known = |one: &&Value| {
        let name = one.as_str().unwrap_or_default();
        properties.is_some_and(|properties| properties.contains_key(name))
    };
    let (known, unknown): (Vec<&Value>, Vec<&Value>) = required.iter().partition(is_known);
    if unknown.is_empty() {
        return None;
    }
    let names: Vec<String> = unknown
        .iter()
        .map(std::string::ToString::to_string)
        .collect();
    let names = candor_text::quote_all(names.iter().map(|name| name.trim_matches('"')));
    let message = format!("`required` lists {names}, which `properties` does not declare");
    let fix = LintFix::safe(vec![DefinitionEdit::set(
        "/inputSchema/required",
        json!(known),
    )]);
    let problem = LintProblem::new(message).at("/inputSchema/required");
    // Without `additionalProperties: false` the property may be passed, so that is for the author.
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    Some(if is_closed {
        problem.fixed_by(fix)
    } else {
        problem
    })
}
