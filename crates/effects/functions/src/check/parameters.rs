//! Parameters without a description.

use serde_json::{Map, Value};

/// The maximum nesting that is checked, because schemas can be recursive.
const DEPTH: usize = 12;

/// The paths of all parameters without a description, such as `lines[].price`.
pub(super) fn undescribed(schema: &Value) -> Vec<String> {
    let mut search = ParameterCheck {
        root: schema,
        open: Vec::new(),
        found: Vec::new(),
    };
    search.look(schema, "", 0);
    search.found.dedup();
    search.found
}

struct ParameterCheck<'a> {
    root: &'a Value,
    /// The references on the current path.
    open: Vec<&'a str>,
    found: Vec<String>,
}

// === impl ParameterCheck ===

impl<'a> ParameterCheck<'a> {
    fn look(&mut self, schema: &'a Value, path: &str, depth: usize) {
        let Some(schema) = schema.as_object().filter(|_| depth < DEPTH) else {
            return;
        };
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str)
            && !self.open.contains(&reference)
            && let Some(target) = target(self.root, reference)
        {
            self.open.push(reference);
            self.look(target, path, depth + 1);
            self.open.pop();
        }
        self.properties(schema, path, depth);
        if let Some(items) = schema.get("items") {
            self.look(items, &format!("{path}[]"), depth + 1);
        }
        if let Some(values) = schema.get("additionalProperties") {
            self.look(values, &format!("{path}.*"), depth + 1);
        }
        for word in ["anyOf", "oneOf", "allOf", "prefixItems"] {
            let all = schema.get(word).and_then(Value::as_array);
            for one in all.into_iter().flatten() {
                self.look(one, path, depth + 1);
            }
        }
    }

    fn properties(&mut self, schema: &'a Map<String, Value>, path: &str, depth: usize) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties: Vec<_> = properties.into_iter().flatten().collect();
        // An enum variant is an object with one member; its doc comment is on the object.
        let is_variant = properties.len() == 1 && says(schema) && !path.is_empty();
        for (name, property) in properties {
            let path = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            if !is_variant && !self.is_described(property) {
                self.found.push(path.clone());
            }
            self.look(property, &path, depth + 1);
        }
    }

    /// Whether a property is described, directly or at the target of its reference. A constant only
    /// distinguishes variants and needs no description.
    fn is_described(&self, property: &Value) -> bool {
        let Some(property) = property.as_object() else {
            return false;
        };
        let reference = property.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|text| target(self.root, text)?.as_object());
        says(property) || target.is_some_and(says) || property.contains_key("const")
    }
}

fn says(schema: &Map<String, Value>) -> bool {
    let text = schema.get("description").and_then(Value::as_str);
    text.is_some_and(|text| !text.trim().is_empty())
}

fn target<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    root.pointer(reference.strip_prefix('#')?)
}
