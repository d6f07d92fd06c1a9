//! Schemas of forms.
//!
//! The protocol only allows an object with text, number, boolean and enum members, so that any
//! client can render it.

use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::input;

const SIMPLE: [&str; 4] = ["string", "number", "integer", "boolean"];
/// Text formats that clients may validate.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// The schema of a form; the error is the name of an unsupported field.
pub(crate) fn form<T: JsonSchema>() -> Result<Value, String> {
    let mut schema = input::<T>();
    let Some(root) = schema.as_object_mut() else {
        return Err("the answer".to_owned());
    };
    let Some(Value::Object(properties)) = root.remove("properties") else {
        return Err("the answer".to_owned());
    };
    let mut fields = Map::new();
    for (name, property) in properties {
        let Some(field) = field(property) else {
            return Err(name);
        };
        fields.insert(name, field);
    }
    let mut form = Map::new();
    form.insert("type".to_owned(), "object".into());
    form.insert("properties".to_owned(), fields.into());
    if let Some(required) = root.remove("required") {
        form.insert("required".to_owned(), required);
    }
    Ok(form.into())
}

/// The schema of one field. Nullability is removed, because optional fields are simply not in
/// `required`.
fn field(property: Value) -> Option<Value> {
    let Value::Object(mut field) = property else {
        return None;
    };
    let optional = field.remove("anyOf");
    if let Some(Value::Array(branches)) = optional {
        let mut real = branches.into_iter().filter(|one| one["type"] != "null");
        let only = real.next().filter(|_| real.next().is_none());
        let Some(Value::Object(only)) = only else {
            return None;
        };
        // Keywords at the field take precedence over those of its type.
        field = only.into_iter().chain(field).collect();
    }
    if let Some(Value::Array(kinds)) = field.get("type") {
        let mut real = kinds.iter().filter(|kind| *kind != "null").cloned();
        let only = real.next().filter(|_| real.next().is_none())?;
        field.insert("type".to_owned(), only);
    }
    if let Some(Value::Array(words)) = field.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if let Some(choices) = choices(&field) {
        field.remove("oneOf");
        field.insert("type".to_owned(), "string".into());
        field.insert("enum".to_owned(), choices);
    }
    if field.get("default") == Some(&Value::Null) {
        field.remove("default");
    }
    if field
        .get("format")
        .is_some_and(|one| !FORMATS.iter().any(|known| one == known))
    {
        field.remove("format");
    }
    let simple = SIMPLE
        .iter()
        .any(|kind| field.get("type") == Some(&json!(kind)));
    simple.then_some(field.into())
}

/// The values of an enum whose variants have descriptions.
fn choices(field: &Map<String, Value>) -> Option<Value> {
    let branches = field.get("oneOf")?.as_array()?;
    let mut words = Vec::new();
    for branch in branches {
        match (branch.get("const"), branch.get("enum")) {
            (Some(word @ Value::String(_)), _) => words.push(word.clone()),
            (_, Some(Value::Array(some))) => words.extend(some.iter().cloned()),
            _ => return None,
        }
    }
    words.iter().all(Value::is_string).then_some(words.into())
}
