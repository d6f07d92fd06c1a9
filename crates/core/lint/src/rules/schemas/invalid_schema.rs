//! the input schema is missing or not valid.

use crate::rules::prelude::*;
use candor_schema::SchemaValidator;
use serde_json::{Value, json};

pub(super) const RULE: LintRule = LintRule {
    id: "S001",
    name: "invalid-schema",
    summary: "the input schema is missing or not valid",
    why: "The protocol demands a JSON Schema whose root is an object. Clients refuse a tool, \
        or the whole list, when it is missing or wrong.",
    advice: "make `inputSchema` a valid JSON Schema 2020-12 with `\"type\": \"object\"`",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Safe,
    check: RuleCheck::Source(check),
    bad: r#"{"name": "list_books", "inputSchema": {"properties": {}}}"#,
    good: r#"{"name": "list_books", "inputSchema": {"type": "object", "properties": {}}}"#,
};

fn check(tools: &[LintSubject], _policy: &LintPolicy) -> Vec<LintProblem> {
    // A dump without any schemas omitted them; that says nothing about the server.
    let is_partial = tools.len() > 1 && tools.iter().all(|tool| schema(tool).is_none());
    let found = tools.iter().filter(|_| !is_partial).filter_map(problem);
    found.collect()
}

fn schema(tool: &LintSubject) -> Option<&Value> {
    tool.definition
        .get("inputSchema")
        .filter(|schema| !schema.is_null())
}

fn problem(tool: &LintSubject) -> Option<LintProblem> {
    let problem = |message: String| LintProblem::new(message).at("/inputSchema").of(&tool.name);
    let fix =
        |pointer: &str, value: Value| LintFix::safe(vec![DefinitionEdit::set(pointer, value)]);
    let Some(schema) = schema(tool) else {
        let found = problem("there is no input schema".to_owned());
        return Some(found.fixed_by(fix("/inputSchema", json!({"type": "object"}))));
    };
    if !schema.is_object() {
        let shown = candor_text::quote(&schema.to_string());
        return Some(problem(format!(
            "the input schema is {shown} instead of an object"
        )));
    }
    if let Err(error) = SchemaValidator::compile(schema) {
        return Some(problem(format!("the input schema is not valid: {error}")));
    }
    match schema.get("type") {
        Some(Value::String(kind)) if kind == "object" => None,
        None => {
            let found = problem("the input schema has no `type`; it must be `object`".to_owned());
            Some(found.fixed_by(fix("/inputSchema/type", json!("object"))))
        }
        Some(other) => Some(problem(format!(
            "the `type` of the input schema must be `object`, not {}",
            candor_text::quote(&other.to_string())
        ))),
    }
}
