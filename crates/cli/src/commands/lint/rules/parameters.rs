//! Whether a model can know what to pass.

use serde_json::Value;

use crate::commands::lint::Subject;

/// How many are named.
const NAMED: usize = 5;
/// Arguments of a request are grouped under these names where two would have the same.
const GROUPS: [&str; 5] = ["path", "query", "header", "cookie", "body"];
/// The argument that Candor adds itself.
const SELECT: &str = "_select";

/// Parameters that have no description.
pub(super) fn undescribed(subject: &Subject) -> Option<String> {
    let schema = subject.definition.get("inputSchema")?;
    let is_request = subject.request.is_some();
    let mut silent = Vec::new();
    for (name, property) in properties(schema) {
        let group =
            (is_request && GROUPS.contains(&name)).then(|| properties(followed(property, schema)));
        let group: Vec<_> = group.into_iter().flatten().collect();
        if group.is_empty() {
            if name != SELECT && !is_described(property, schema) {
                silent.push(name.to_owned());
            }
            continue;
        }
        let inner = group
            .into_iter()
            .filter(|(_, one)| !is_described(one, schema));
        silent.extend(inner.map(|(inner, _)| format!("{name}.{inner}")));
    }
    let named: Vec<String> = silent
        .iter()
        .take(NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = silent.len().saturating_sub(NAMED);
    match (silent.len(), more) {
        (0, _) => None,
        (1, _) => Some(format!("the parameter {} has no description", named[0])),
        (_, 0) => Some(format!(
            "the parameters {} have no description",
            named.join(", ")
        )),
        (_, more) => Some(format!(
            "the parameters {} and {more} more have no description",
            named.join(", ")
        )),
    }
}

fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    properties.map(|(name, property)| (name.as_str(), property))
}

/// Whether a property, or what it refers to, says what it is.
fn is_described(property: &Value, root: &Value) -> bool {
    let says = |schema: &Value| {
        let text = schema.get("description").or_else(|| schema.get("title"));
        text.and_then(Value::as_str)
            .is_some_and(|text| !text.trim().is_empty())
    };
    says(property) || says(followed(property, root))
}

/// What a property refers to in the schema itself, or else the property. One step is enough:
/// definitions that only refer to others are rare.
fn followed<'a>(property: &'a Value, root: &'a Value) -> &'a Value {
    let reference = property.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    pointer
        .and_then(|pointer| root.pointer(pointer))
        .unwrap_or(property)
}
