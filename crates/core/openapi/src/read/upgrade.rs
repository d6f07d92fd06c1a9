//! Keywords of earlier dialects, in terms of JSON Schema 2020-12.
//!
//! Authors change the version at the top of a document and forget the rest, so every keyword is
//! upgraded in every version. None of them means something else in 2020-12.

use candor_text::quote;
use serde_json::{Map, Value, json};

use super::literal;

type SchemaObject = Map<String, Value>;

/// Keywords that describe and do not check. They stay outside when a schema is wrapped.
const DESCRIBES: [&str; 7] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// Upgrades the keywords of one schema; what is in it has been upgraded already. What cannot be
/// said in 2020-12 is told.
pub(super) fn upgrade(mut schema: SchemaObject, complain: &mut dyn FnMut(String)) -> Value {
    example(&mut schema);
    types(&mut schema, complain);
    bound(&mut schema, "minimum", "exclusiveMinimum", complain);
    bound(&mut schema, "maximum", "exclusiveMaximum", complain);
    content(&mut schema);
    int_or_string(&mut schema);
    literal::agree(&mut schema, complain);
    nullable(schema)
}

/// `example` becomes one of the `examples`.
fn example(schema: &mut SchemaObject) {
    let Some(example) = schema.shift_remove("example") else {
        return;
    };
    match schema.get_mut("examples") {
        Some(Value::Array(examples)) => examples.push(example),
        _ => _ = schema.insert("examples".to_owned(), json!([example])),
    }
}

/// Types that other languages have are called as here; `file` becomes bytes.
fn types(schema: &mut SchemaObject, complain: &mut dyn FnMut(String)) {
    const KNOWN: [&str; 7] = [
        "string", "number", "integer", "boolean", "array", "object", "null",
    ];
    let Some(said) = schema.get("type") else {
        return;
    };
    let words: Vec<&str> = match said {
        Value::String(word) => vec![word],
        Value::Array(words) => words.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !words.is_empty() && words.iter().all(|word| KNOWN.contains(word)) {
        return;
    }
    let is_file = words.contains(&"file");
    let mut meant: Vec<&str> = Vec::new();
    let mut unknown = words.is_empty();
    for word in &words {
        match meant_type(word) {
            Some(word) if !meant.contains(&word) => meant.push(word),
            Some(_) => {}
            None => unknown = true,
        }
        if *word != "file" && !KNOWN.contains(word) {
            complain(format!("the type {} is not one of JSON's", quote(word)));
        }
    }
    let meant = match meant.as_slice() {
        // One of several unknown ones may be anything.
        _ if unknown => None,
        [] => None,
        [one] => Some(json!(one)),
        several => Some(json!(several)),
    };
    match meant {
        Some(meant) => _ = schema.insert("type".to_owned(), meant),
        None => _ = schema.shift_remove("type"),
    }
    if is_file {
        schema.entry("format").or_insert_with(|| json!("binary"));
    }
}

/// The type of JSON that is meant by a word.
fn meant_type(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "string" | "str" | "text" | "file" | "date" | "datetime" | "date-time" | "time"
        | "uuid" | "email" | "uri" | "url" | "char" | "byte" | "binary" => "string",
        "number" | "float" | "double" | "decimal" => "number",
        "integer" | "int" | "int32" | "int64" | "long" | "short" => "integer",
        "boolean" | "bool" => "boolean",
        "array" | "list" => "array",
        "object" | "dict" | "map" | "hash" => "object",
        "null" => "null",
        _ => return None,
    })
}

/// `exclusiveMinimum: true` was said about `minimum`; now it has the number itself.
fn bound(
    schema: &mut SchemaObject,
    plain: &str,
    exclusive: &str,
    complain: &mut dyn FnMut(String),
) {
    let Some(Value::Bool(excludes)) = schema.get(exclusive) else {
        return;
    };
    let excludes = *excludes;
    if !excludes {
        schema.shift_remove(exclusive);
        return;
    }
    if let Some(number) = schema.shift_remove(plain) {
        schema.insert(exclusive.to_owned(), number);
    } else {
        schema.shift_remove(exclusive);
        complain(format!(
            "`{exclusive}` is `true` without a `{plain}`; it is ignored"
        ));
    }
}

/// Bytes are text in an encoding.
fn content(schema: &mut SchemaObject) {
    let (key, value) = match schema.get("format").and_then(Value::as_str) {
        Some("binary") => ("contentMediaType", "application/octet-stream"),
        Some("byte" | "base64") => ("contentEncoding", "base64"),
        _ => return,
    };
    schema.entry(key).or_insert_with(|| json!(value));
}

/// Clusters say text where a number does as well, and the other way round.
fn int_or_string(schema: &mut SchemaObject) {
    let by_word = schema.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true));
    let by_format = schema.get("format").is_some_and(|it| it == "int-or-string");
    let types = schema.get("type");
    let is_one = types.is_none_or(|it| it == "string" || it == "integer");
    if (by_word || by_format) && is_one && !schema.contains_key("$ref") {
        schema.insert("type".to_owned(), json!(["integer", "string"]));
    }
}

/// `nullable: true` adds `null` to what is accepted.
fn nullable(mut schema: SchemaObject) -> Value {
    let said = ["nullable", "x-nullable"].map(|key| schema.shift_remove(key));
    if !said.contains(&Some(Value::Bool(true))) {
        return Value::Object(schema);
    }
    let checks_further = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"];
    if checks_further.iter().any(|key| schema.contains_key(*key)) {
        return Value::Object(or_null(schema));
    }
    match schema.get_mut("type") {
        Some(Value::Array(types)) if !types.contains(&json!("null")) => types.push(json!("null")),
        Some(Value::String(one)) if one != "null" => {
            let types = json!([one, "null"]);
            schema.insert("type".to_owned(), types);
        }
        _ => {}
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    Value::Object(schema)
}

/// A schema, or `null`. What only describes stays outside, where readers look for it.
fn or_null(schema: SchemaObject) -> SchemaObject {
    let mut outside = SchemaObject::new();
    let mut inside = SchemaObject::new();
    for (key, value) in schema {
        if DESCRIBES.contains(&key.as_str()) || key.starts_with("x-") {
            outside.insert(key, value);
        } else {
            inside.insert(key, value);
        }
    }
    let only_any_of = inside.len() == 1 && inside.get("anyOf").is_some_and(Value::is_array);
    let mut choices = match inside.shift_remove("anyOf") {
        Some(Value::Array(choices)) if only_any_of => choices,
        Some(other) => {
            inside.insert("anyOf".to_owned(), other);
            vec![Value::Object(inside)]
        }
        None => vec![Value::Object(inside)],
    };
    let null = json!({"type": "null"});
    if !choices.contains(&null) {
        choices.push(null);
    }
    outside.insert("anyOf".to_owned(), Value::Array(choices));
    outside
}

#[cfg(test)]
mod tests;
