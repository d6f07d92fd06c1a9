//! JSON Schemas of Rust types, in a form suitable for models.
//!
//! Details of Rust are removed (type names, the dialect, integer widths), nested types are inlined,
//! and inputs allow no further properties.

mod form;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

pub(crate) use form::form;

/// Keywords that let other schemas define members of the same object.
const COMPOSED: [&str; 7] = [
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "dependentSchemas",
];

/// The schema of a tool's arguments.
pub(crate) fn input<T: JsonSchema>() -> Value {
    let settings = settings().for_deserialize();
    let mut schema = generate::<T>(settings);
    close(&mut schema);
    if let Value::Object(root) = &mut schema
        && root.get("type") == Some(&json!("object"))
        && !COMPOSED.iter().any(|word| root.contains_key(*word))
    {
        root.entry("properties").or_insert_with(|| json!({}));
        root.entry("additionalProperties").or_insert(false.into());
    }
    schema
}

/// The schema of structured results, if they are objects.
pub(crate) fn output<T: JsonSchema>() -> Option<Value> {
    let schema = generate::<T>(settings().for_serialize());
    is_object(&schema).then_some(schema)
}

/// Whether a schema's root type is `object`.
pub(crate) fn is_object(schema: &Value) -> bool {
    schema.get("type") == Some(&json!("object"))
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    })
}

fn generate<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.to_value();
    if let Value::Object(root) = &mut schema {
        // A Rust type's name and doc comment are meant for readers of the code.
        root.remove("title");
        root.remove("description");
        if !root.contains_key("type") && branches(root).is_some_and(|all| all.iter().all(is_object))
        {
            root.insert("type".to_owned(), "object".into());
        }
    }
    tidy(&mut schema);
    schema
}

/// The alternatives of a schema that is only a choice.
fn branches(schema: &Map<String, Value>) -> Option<&Vec<Value>> {
    let choice = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    choice?.as_array().filter(|all| !all.is_empty())
}

/// Removes number formats, which only describe Rust's representation.
fn tidy(schema: &mut Value) {
    each_schema(schema, &mut |schema| {
        let kind = schema.get("type");
        let text = match kind {
            Some(Value::Array(kinds)) => kinds.contains(&json!("string")),
            kind => kind == Some(&json!("string")),
        };
        if kind.is_some() && !text {
            schema.remove("format");
        }
    });
}

/// Forbids further properties in every object with declared properties.
fn close(schema: &mut Value) {
    let Value::Object(object) = schema else {
        return;
    };
    let composed = COMPOSED.iter().any(|word| object.contains_key(*word));
    if object.contains_key("properties") {
        let said = ["additionalProperties", "unevaluatedProperties"];
        if !said.iter().any(|word| object.contains_key(*word)) {
            // If other schemas add members, only the whole object can tell which are undeclared.
            let word = said[usize::from(composed)];
            object.insert(word.to_owned(), false.into());
        }
    }
    for word in ["properties", "$defs"] {
        let inner = object.get_mut(word).and_then(Value::as_object_mut);
        for (_, one) in inner.into_iter().flatten() {
            close(one);
        }
    }
    if let Some(items) = object.get_mut("items") {
        close(items);
    }
    // The parts of a composed object are not complete, so they are left open.
    let plain_choice = !object.contains_key("properties");
    for word in ["prefixItems", "anyOf", "oneOf"] {
        let inner = object.get_mut(word).and_then(Value::as_array_mut);
        let inner = inner.filter(|_| plain_choice);
        inner.into_iter().flatten().for_each(close);
    }
}

/// Visits a schema and all nested ones.
fn each_schema(schema: &mut Value, visit: &mut impl FnMut(&mut Map<String, Value>)) {
    let Value::Object(object) = schema else {
        return;
    };
    visit(object);
    for (word, inner) in object {
        match (word.as_str(), inner) {
            ("properties" | "patternProperties" | "$defs" | "dependentSchemas", inner) => {
                for (_, one) in inner.as_object_mut().into_iter().flatten() {
                    each_schema(one, visit);
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(all)) => {
                for one in all {
                    each_schema(one, visit);
                }
            }
            (
                "items"
                | "additionalProperties"
                | "unevaluatedProperties"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "propertyNames",
                inner,
            ) => each_schema(inner, visit),
            _ => {}
        }
    }
}
