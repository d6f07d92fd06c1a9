//! A schema with what is wrapped around it taken off: references, the possibility of `null`, and
//! alternatives of which there is only one.

use serde_json::{Map, Value};

use super::Scalar;

/// How many wrappers are taken off; a reference to itself has no end.
const WRAPPERS: usize = 8;
/// The most values that are offered to choose from.
const CHOICES: usize = 200;
/// The longest value that is offered, in bytes of JSON.
const CHOICE: usize = 300;
/// From which length on a text wants more than a line.
const LONG: u64 = 200;

/// Names of arguments that mostly hold more than a line.
const LONG_NAMES: [&str; 14] = [
    "body",
    "code",
    "comment",
    "content",
    "contents",
    "description",
    "html",
    "markdown",
    "message",
    "note",
    "prompt",
    "script",
    "sql",
    "text",
];

/// See the module.
pub(super) struct Shape<'a> {
    /// The innermost.
    pub(super) schema: &'a Map<String, Value>,
    /// The wrappers, the outermost first, and the innermost.
    layers: Vec<&'a Map<String, Value>>,
}

// === impl Shape ===

impl<'a> Shape<'a> {
    /// Of an object; a schema that is only a yes or a no has none.
    pub(super) fn of(root: &'a Value, schema: &'a Value) -> Option<Self> {
        let mut layers = vec![schema.as_object()?];
        let mut schema = layers[0];
        while let Some(inner) = inner(root, schema) {
            if layers.len() > WRAPPERS {
                break;
            }
            schema = inner;
            layers.push(inner);
        }
        Some(Self { schema, layers })
    }

    /// What it says under a key, the outermost first.
    pub(super) fn said(&self, key: &str) -> Option<&'a Value> {
        self.layers.iter().find_map(|layer| layer.get(key))
    }

    /// The one type that it takes besides `null`.
    pub(super) fn word(&self) -> Option<&'a str> {
        let word = match self.schema.get("type") {
            Some(Value::String(word)) => Some(word.as_str()),
            Some(Value::Array(words)) => {
                let words = words.iter().filter_map(Value::as_str);
                let mut words = words.filter(|word| *word != "null");
                words.next().filter(|_| words.next().is_none())
            }
            _ => None,
        };
        let object = || self.schema.contains_key("properties").then_some("object");
        word.or_else(object)
    }

    /// The values of which it takes one, if they can be offered.
    pub(super) fn choices(&self) -> Option<Vec<Value>> {
        if let Some(only) = self.schema.get("const") {
            return offered(&[only]);
        }
        if let Some(values) = self.schema.get("enum").and_then(Value::as_array) {
            return offered(&values.iter().collect::<Vec<_>>());
        }
        if self.schema.get("type") == Some(&Value::from("null")) {
            return offered(&[&Value::Null]);
        }
        let alternatives = alternatives(self.schema)?;
        let each = alternatives.iter().map(|one| one.get("const"));
        offered(&each.collect::<Option<Vec<_>>>()?)
    }

    /// Whether a text of it wants more than a line.
    pub(super) fn is_long(&self, name: &str) -> bool {
        let number = |key: &str| self.said(key).and_then(Value::as_u64);
        let format = self.said("format").and_then(Value::as_str);
        match number("maxLength") {
            Some(most) => most > LONG,
            None => {
                number("minLength").is_some_and(|least| least > LONG)
                    || self.said("contentMediaType").is_some()
                    || matches!(format, Some("textarea" | "markdown" | "html" | "multiline"))
                    || (format.is_none() && LONG_NAMES.contains(&name.to_lowercase().as_str()))
            }
        }
    }

    /// Whether nobody should read it over a shoulder.
    pub(super) fn is_secret(&self) -> bool {
        self.said("format") == Some(&Value::from("password"))
            || self.said("writeOnly") == Some(&Value::Bool(true))
    }

    /// What a line of a list is, if its items fit on lines.
    pub(super) fn items(&self, root: &'a Value) -> Option<Scalar> {
        if self.schema.contains_key("prefixItems") {
            return None;
        }
        let item = Shape::of(root, self.schema.get("items")?)?;
        match item.word() {
            Some("string") => Some(Scalar::Text),
            Some("integer" | "number") => Some(Scalar::Number),
            Some("boolean") => Some(Scalar::Switch),
            Some(_) => None,
            None => {
                let choices = item.choices()?;
                choices.iter().all(Value::is_string).then_some(Scalar::Text)
            }
        }
    }

    /// Whether it describes members.
    pub(super) fn has_members(&self) -> bool {
        let described = self.schema.get("properties").and_then(Value::as_object);
        described.is_some_and(|described| !described.is_empty())
    }
}

/// What is inside a wrapper; nothing if it is none.
fn inner<'a>(root: &'a Value, schema: &'a Map<String, Value>) -> Option<&'a Map<String, Value>> {
    if let Some(Value::String(place)) = schema.get("$ref") {
        return root.pointer(place.strip_prefix('#')?)?.as_object();
    }
    if schema.contains_key("type") || schema.contains_key("properties") {
        return None;
    }
    if let Some([only]) = schema
        .get("allOf")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    {
        return only.as_object();
    }
    let null = Value::from("null");
    let real = alternatives(schema)?.iter();
    let mut real = real.filter(|one| one.get("type") != Some(&null));
    let only = real.next()?;
    real.next().is_none().then(|| only.as_object())?
}

fn alternatives(schema: &Map<String, Value>) -> Option<&Vec<Value>> {
    let any = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    any.and_then(Value::as_array)
}

/// Values that can be offered: not none, not too many, not too long.
fn offered(values: &[&Value]) -> Option<Vec<Value>> {
    if values.is_empty() || values.len() > CHOICES {
        return None;
    }
    let mut unlike: Vec<Value> = Vec::new();
    for value in values {
        if value.to_string().len() > CHOICE {
            return None;
        }
        if !unlike.contains(value) {
            unlike.push(Value::clone(value));
        }
    }
    Some(unlike)
}
