//! Parameters that take a list of steps, each of some kind.

use serde_json::Value;

use super::VALUES;

/// The kinds of steps that a parameter takes a list of: `actions`, each with a `type`.
pub(super) fn steps<'a>(key: &str, property: &'a Value) -> Option<Vec<&'a str>> {
    let items = property
        .get("items")
        .filter(|_| matches!(key, "actions" | "steps" | "operations"))?;
    let kinds = ["anyOf", "oneOf"];
    let alternatives = kinds.iter().filter_map(|kind| items.get(kind)?.as_array());
    let alternatives = alternatives.flatten().take(VALUES);
    let mut values = Vec::new();
    for step in std::iter::once(items).chain(alternatives) {
        let properties = step.get("properties");
        let names = ["type", "action", "operation"];
        let kind = names.iter().find_map(|name| properties?.get(name));
        values.extend(kind.into_iter().flat_map(super::values));
        values.extend(kind.and_then(|kind| kind.get("const")?.as_str()));
    }
    values.truncate(VALUES);
    (!values.is_empty()).then_some(values)
}
