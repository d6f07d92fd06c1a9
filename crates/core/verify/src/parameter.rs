//! Parameters of a tool, parsed from the input schema as far as needed to generate values.

use serde_json::{Map, Value};

/// The maximum nesting of a schema that is followed.
const DEPTH: usize = 6;

/// One parameter of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolParameter {
    /// The key of the argument.
    pub name: String,
    /// Whether a call without it is refused.
    pub required: bool,
    /// The description in the schema; empty if there is none.
    pub description: String,
    /// The shape of its values.
    pub shape: ValueShape,
    /// Values that the schema itself gives: examples, the default, a constant.
    pub given: Vec<Value>,
}

/// The shape of values.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueShape {
    /// One of these values.
    Choice(Vec<Value>),
    /// True or false.
    Truth,
    /// A number within bounds.
    Number {
        /// Whether it is whole.
        whole: bool,
        /// The smallest value, inclusive.
        low: Option<f64>,
        /// The largest value, inclusive.
        high: Option<f64>,
    },
    /// A text with a format, a length or a pattern.
    Text {
        /// Such as `date-time`.
        format: Option<String>,
        /// The fewest characters.
        shortest: usize,
        /// The most characters.
        longest: Option<usize>,
        /// A regular expression that it must match.
        pattern: Option<String>,
    },
    /// A list of values.
    List {
        /// The shape of the items.
        item: Box<ToolParameter>,
        /// The fewest items.
        fewest: usize,
    },
    /// An object with these members.
    Object(Vec<ToolParameter>),
    /// A value of any type.
    Anything,
}

/// The parameters of an input schema.
pub(crate) fn parameters(schema: &Value) -> Vec<ToolParameter> {
    members(schema, schema, DEPTH)
}

fn members(root: &Value, schema: &Value, depth: usize) -> Vec<ToolParameter> {
    let resolved = followed(root, schema, depth);
    let required: Vec<&str> = resolved
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let Some(properties) = resolved.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    properties
        .iter()
        .map(|(name, schema)| {
            let is_required = required.contains(&name.as_str());
            parameter(root, name, schema, is_required, depth)
        })
        .collect()
}

fn parameter(
    root: &Value,
    name: &str,
    schema: &Value,
    required: bool,
    depth: usize,
) -> ToolParameter {
    let resolved = followed(root, schema, depth);
    let description = [schema, &Value::Object(resolved.clone())]
        .iter()
        .find_map(|one| one.get("description")?.as_str().map(str::to_owned));
    let mut given = Vec::new();
    for one in [schema.as_object(), Some(&resolved)].into_iter().flatten() {
        given.extend(one.get("const").cloned());
        let examples = one.get("examples").and_then(Value::as_array);
        given.extend(examples.into_iter().flatten().cloned());
        given.extend(one.get("example").cloned());
        given.extend(one.get("default").filter(|value| !value.is_null()).cloned());
    }
    given.dedup();
    ToolParameter {
        name: name.to_owned(),
        required,
        description: description.unwrap_or_default(),
        shape: shape(root, &resolved, depth),
        given,
    }
}

fn shape(root: &Value, schema: &Map<String, Value>, depth: usize) -> ValueShape {
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        return ValueShape::Choice(choices.clone());
    }
    let number = |key: &str| schema.get(key).and_then(Value::as_f64);
    let size = |key: &str| schema.get(key).and_then(Value::as_u64).map(as_size);
    match kind(schema) {
        "boolean" => ValueShape::Truth,
        word @ ("integer" | "number") => ValueShape::Number {
            whole: word == "integer",
            low: number("minimum").or_else(|| number("exclusiveMinimum").map(|low| low + 1.0)),
            high: number("maximum").or_else(|| number("exclusiveMaximum").map(|high| high - 1.0)),
        },
        "string" => ValueShape::Text {
            format: schema
                .get("format")
                .and_then(Value::as_str)
                .map(str::to_owned),
            shortest: size("minLength").unwrap_or_default(),
            longest: size("maxLength"),
            pattern: schema
                .get("pattern")
                .and_then(Value::as_str)
                .map(str::to_owned),
        },
        "array" if depth > 0 => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            ValueShape::List {
                item: Box::new(parameter(root, "", items, true, depth - 1)),
                fewest: size("minItems").unwrap_or_default(),
            }
        }
        "object" if depth > 0 => {
            let object = Value::Object(schema.clone());
            ValueShape::Object(members(root, &object, depth - 1))
        }
        _ => ValueShape::Anything,
    }
}

fn as_size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The type that values are made of; of several the first that is not `null`.
fn kind(schema: &Map<String, Value>) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            let mut kinds = kinds.iter().filter_map(Value::as_str);
            kinds.find(|kind| *kind != "null").unwrap_or("null")
        }
        _ if schema.contains_key("properties") => "object",
        _ if schema.contains_key("items") => "array",
        _ => "",
    }
}

/// The schema with references followed, the first useful alternative taken and all parts merged.
fn followed(root: &Value, schema: &Value, depth: usize) -> Map<String, Value> {
    let Some(own) = schema.as_object() else {
        return Map::new();
    };
    let mut whole = own.clone();
    if depth == 0 {
        return whole;
    }
    let reference = own.get("$ref").and_then(Value::as_str);
    if let Some(target) = reference
        .and_then(|text| text.strip_prefix('#'))
        .and_then(|pointer| root.pointer(pointer))
    {
        merge(&mut whole, followed(root, target, depth - 1));
    }
    for key in ["anyOf", "oneOf"] {
        let alternatives = own.get(key).and_then(Value::as_array);
        let mut useful = alternatives
            .into_iter()
            .flatten()
            .filter(|one| one.get("type").and_then(Value::as_str) != Some("null"));
        if let Some(first) = useful.next() {
            merge(&mut whole, followed(root, first, depth - 1));
        }
    }
    for part in own
        .get("allOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        merge(&mut whole, followed(root, part, depth - 1));
    }
    whole
}

fn merge(whole: &mut Map<String, Value>, part: Map<String, Value>) {
    for (key, value) in part {
        match (whole.get_mut(&key), value) {
            (Some(Value::Object(own)), Value::Object(more)) if key == "properties" => {
                own.extend(more);
            }
            (Some(_), _) => {}
            (None, value) => {
                whole.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_alternatives_and_bounds_are_read() {
        let found = parameters(&json!({
            "type": "object",
            "$defs": {"mode": {"enum": ["a", "b"]}},
            "properties": {
                "mode": {"$ref": "#/$defs/mode", "description": "how"},
                "size": {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 2}]},
                "rows": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}},
            },
            "required": ["mode"],
        }));
        assert_eq!(found.len(), 3);
        assert_eq!(
            found[0].shape,
            ValueShape::Choice(vec![json!("a"), json!("b")])
        );
        assert_eq!(
            (found[0].required, found[0].description.as_str()),
            (true, "how")
        );
        assert!(matches!(
            found[1].shape,
            ValueShape::Number {
                whole: true,
                low: Some(_),
                ..
            }
        ));
        assert!(
            matches!(&found[2].shape, ValueShape::List { item, .. } if matches!(item.shape, ValueShape::Object(_)))
        );
    }

    #[test]
    fn an_endless_schema_ends() {
        let found = parameters(&json!({"properties": {"a": {"$ref": "#"}}}));
        assert_eq!(found.len(), 1);
        assert!(parameters(&json!(true)).is_empty());
    }
}
