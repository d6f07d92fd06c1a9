//! Arguments written as `key=value`, converted to the types in the tool's schema.

use candor_wire::RawJson;
use serde_json::{Map, Value};

use crate::prelude::{CommandFailure, CommandResult};

/// The separator before a JSON value.
const JSON_MARK: char = ':';

/// The maximum depth of the search for an argument's type. Schemas may be recursive.
const DEEPEST: usize = 8;

/// One argument as written.
struct WrittenPair<'a> {
    key: &'a str,
    text: &'a str,
    /// Whether it was written as `key:=json`.
    is_json: bool,
}

/// Whether the words are pairs rather than one JSON object, file or `-`.
pub(super) fn are_pairs(words: &[String]) -> bool {
    let is_pair = |word: &String| {
        let key = word.split_once('=').map(|(key, _)| key);
        key.is_some_and(|key| !key.is_empty() && !key.starts_with(['{', '[', '"', '@', ' ']))
    };
    !words.is_empty() && words.iter().all(is_pair)
}

/// Converts pairs to an object. Values become numbers, booleans or lists if the tool's schema
/// requires it.
pub(super) fn object(words: &[String], schema: &Value) -> CommandResult<RawJson> {
    let mut object = Map::new();
    for word in words {
        let pair = WrittenPair::read(word)?;
        let value = pair.value(schema)?;
        if object.insert(pair.key.to_owned(), value).is_some() {
            let sentence = format!("the argument `{}` is given twice", pair.key);
            return Err(CommandFailure::new(sentence));
        }
    }
    Ok(RawJson::from_value(&Value::Object(object)))
}

// === impl WrittenPair ===

impl<'a> WrittenPair<'a> {
    fn read(word: &'a str) -> CommandResult<Self> {
        let Some((key, text)) = word.split_once('=') else {
            let failure = CommandFailure::new(format!("`{word}` is no argument"));
            return Err(failure.hint("write `key=value`, or one JSON object in single quotes"));
        };
        Ok(match key.strip_suffix(JSON_MARK) {
            Some(key) => Self {
                key,
                text,
                is_json: true,
            },
            None => Self {
                key,
                text,
                is_json: false,
            },
        })
    }

    fn value(&self, schema: &Value) -> CommandResult<Value> {
        let json = serde_json::from_str::<Value>(self.text);
        if self.is_json {
            return json.map_err(|error| {
                let failure = CommandFailure::new(format!("`{}` is not JSON: {error}", self.key));
                failure.hint(format!("`{}=…` takes the text as it is", self.key))
            });
        }
        let wanted = wanted(schema, &schema["properties"][self.key], DEEPEST);
        let fits = |value: &Value| {
            let kind = kind(value);
            wanted.contains(&kind)
                || (value.is_i64() || value.is_u64()) && wanted.contains(&"integer")
        };
        Ok(match json {
            Ok(value) if !wanted.contains(&"string") && fits(&value) => value,
            _ => Value::String(self.text.to_owned()),
        })
    }
}

/// The types that a schema allows, directly or through references.
fn wanted<'a>(root: &'a Value, schema: &'a Value, depth: usize) -> Vec<&'a str> {
    let Some(depth) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut types = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(some) => some.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let referred = schema["$ref"].as_str().and_then(|it| it.strip_prefix('#'));
    let referred = referred.and_then(|pointer| root.pointer(pointer));
    let parts = ["allOf", "anyOf", "oneOf"]
        .into_iter()
        .filter_map(|keyword| schema[keyword].as_array())
        .flatten();
    for part in parts.chain(referred) {
        types.extend(wanted(root, part, depth));
    }
    if types.is_empty() {
        let values = schema["enum"].as_array().into_iter().flatten();
        types.extend(values.map(|value| -> &str { kind(value) }));
    }
    types
}

/// The type of a value, as a schema names it.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn values_have_the_types_of_the_schema() {
        let schema = json!({"properties": {
            "id": {"type": "integer"}, "price": {"type": "number"}, "new": {"type": "boolean"},
            "tags": {"type": "array"}, "title": {"type": "string"},
            "either": {"type": ["string", "integer"]},
            "cents": {"$ref": "#/$defs/Price"}, "circle": {"$ref": "#/$defs/Circle"},
            "step": {"enum": [1, 2]}, "maybe": {"anyOf": [{"type": "null"}, {"type": "integer"}]},
        }, "$defs": {"Price": {"type": "integer"}, "Circle": {"$ref": "#/$defs/Circle"}}});
        for (line, expect) in [
            ("id=7 price=1.5", json!({"id": 7, "price": 1.5})),
            ("new=true title=true", json!({"new": true, "title": "true"})),
            ("tags=[\"a\"]", json!({"tags": ["a"]})),
            ("cents=500 step=2", json!({"cents": 500, "step": 2})),
            ("maybe=7 circle=7", json!({"maybe": 7, "circle": "7"})),
            // Values that do not fit are left to the tool's own validation.
            ("id=seven", json!({"id": "seven"})),
            ("either=7 other=7", json!({"either": "7", "other": "7"})),
            ("other:=7 id:=null", json!({"other": 7, "id": null})),
            ("title=a=b", json!({"title": "a=b"})),
            ("title=", json!({"title": ""})),
        ] {
            let object = object(&words(line), &schema).map(|json| json.decode().ok());
            let object: Option<Value> = object.ok().flatten();
            assert_eq!(object, Some(expect), "{line}");
        }
        for line in ["id=1 id=2", "id:=x"] {
            assert!(object(&words(line), &schema).is_err(), "{line}");
        }
    }

    #[test]
    fn json_is_told_from_pairs() {
        for (line, expect) in [
            ("a=1", true),
            ("a=1 b:=2", true),
            ("{\"a\":\"b=c\"}", false),
            ("@file=x", false),
            ("-", false),
            ("a=1 b", false),
            ("=1", false),
            ("", false),
        ] {
            assert_eq!(are_pairs(&words(line)), expect, "{line}");
        }
    }
}
