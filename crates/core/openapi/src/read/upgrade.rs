//! Conversion of keywords from earlier dialects to JSON Schema 2020-12.
//!
//! Authors often change the version of a document but not its contents, so every keyword is
//! converted in every version. None of them has another meaning in 2020-12.

use candor_text::quote;
use serde_json::{Map, Value, json};

use super::literal;

type SchemaObject = Map<String, Value>;

/// Descriptive keywords. They stay outside when a schema is wrapped.
const DESCRIBES: [&str; 7] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// Converts the keywords of one schema; nested schemas must already be converted. Reports what
/// cannot be expressed in 2020-12.
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

/// Converts `example` to `examples`.
fn example(schema: &mut SchemaObject) {
    let Some(example) = schema.shift_remove("example") else {
        return;
    };
    match schema.get_mut("examples") {
        Some(Value::Array(examples)) => examples.push(example),
        _ => _ = schema.insert("examples".to_owned(), json!([example])),
    }
}

/// Converts type names of other languages; `file` becomes bytes.
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
        // If one of several types is unknown, any is allowed.
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

/// The JSON type that a name stands for.
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

/// Converts `exclusiveMinimum: true`, which modified `minimum`, to a number.
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

/// Converts binary formats to encoded text.
fn content(schema: &mut SchemaObject) {
    let (key, value) = match schema.get("format").and_then(Value::as_str) {
        Some("binary") => ("contentMediaType", "application/octet-stream"),
        Some("byte" | "base64") => ("contentEncoding", "base64"),
        _ => return,
    };
    schema.entry(key).or_insert_with(|| json!(value));
}

/// Kubernetes accepts either a string or an integer.
fn int_or_string(schema: &mut SchemaObject) {
    let by_word = schema.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true));
    let by_format = schema.get("format").is_some_and(|it| it == "int-or-string");
    let types = schema.get("type");
    let is_one = types.is_none_or(|it| it == "string" || it == "integer");
    if (by_word || by_format) && is_one && !schema.contains_key("$ref") {
        schema.insert("type".to_owned(), json!(["integer", "string"]));
    }
}

/// Converts `nullable: true` to a type that includes `null`.
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

/// A schema or `null`. Descriptive keywords stay outside, where readers expect them.
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
