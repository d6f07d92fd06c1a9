//! Parameters have no description, so a model has to guess what to pass.

use candor_model::Severity;
use serde_json::Value;

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::undescribed-parameter",
    severity: Severity::Warning,
    hint: "give each a `description` with its meaning, unit and format",
    check: RuleCheck::Tool(check),
};

/// How many parameters are named.
const NAMED: usize = 5;
/// The arguments of a request are grouped under these names if two would have the same name.
const GROUPS: [&str; 5] = ["path", "query", "header", "cookie", "body"];
/// The argument that Candor adds itself.
const SELECT: &str = "_select";

fn check(subject: &LintSubject) -> Option<String> {
    let schema = subject.definition.get("inputSchema")?;
    let is_request = subject.request.is_some();
    let mut undescribed = Vec::new();
    for (name, property) in properties(schema) {
        let group =
            (is_request && GROUPS.contains(&name)).then(|| properties(resolve(property, schema)));
        let group: Vec<_> = group.into_iter().flatten().collect();
        if group.is_empty() {
            if name != SELECT && !is_described(property, schema) {
                undescribed.push(name.to_owned());
            }
            continue;
        }
        let inner = group
            .into_iter()
            .filter(|(_, one)| !is_described(one, schema));
        undescribed.extend(inner.map(|(inner, _)| format!("{name}.{inner}")));
    }
    message(&undescribed)
}

fn message(undescribed: &[String]) -> Option<String> {
    let quoted: Vec<String> = undescribed
        .iter()
        .take(NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    let names = quoted.join(", ");
    match (undescribed.len(), undescribed.len().saturating_sub(NAMED)) {
        (0, _) => None,
        (1, _) => Some(format!("the parameter {names} has no description")),
        (_, 0) => Some(format!("the parameters {names} have no description")),
        (_, more) => Some(format!(
            "the parameters {names} and {more} more have no description"
        )),
    }
}

fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    properties.map(|(name, property)| (name.as_str(), property))
}

/// Whether a property, or the schema it refers to, has a description or a title.
fn is_described(property: &Value, root: &Value) -> bool {
    let has_text = |schema: &Value| {
        let text = schema.get("description").or_else(|| schema.get("title"));
        text.and_then(Value::as_str)
            .is_some_and(|text| !text.trim().is_empty())
    };
    has_text(property) || has_text(resolve(property, root))
}

/// The schema in the same document that a property refers to, or the property itself. One step is
/// enough: definitions that only refer to others are rare.
fn resolve<'a>(property: &'a Value, root: &'a Value) -> &'a Value {
    let reference = property.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    pointer
        .and_then(|pointer| root.pointer(pointer))
        .unwrap_or(property)
}
