//! A schema without its wrappers: references, alternatives with `null`, and single alternatives.

use serde_json::{Map, Value};

use super::ScalarKind;

/// The maximum number of wrappers, since references can be cyclic.
const WRAPPERS: usize = 8;
/// The maximum number of options.
const CHOICES: usize = 200;
/// The maximum size of an option, in bytes of JSON.
const CHOICE: usize = 300;
/// Longer texts get a text area.
const LONG: u64 = 200;

/// Arguments with these names get a text area.
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

/// A schema without its wrappers.
pub(super) struct UnwrappedSchema<'a> {
    /// The innermost schema.
    pub(super) schema: &'a Map<String, Value>,
    /// All schemas, the outermost first.
    layers: Vec<&'a Map<String, Value>>,
}

// === impl UnwrappedSchema ===

impl<'a> UnwrappedSchema<'a> {
    /// Unwraps a schema; none for boolean schemas.
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

    /// The value of a keyword, the outermost first.
    pub(super) fn said(&self, key: &str) -> Option<&'a Value> {
        self.layers.iter().find_map(|layer| layer.get(key))
    }

    /// The only type other than `null`.
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

    /// The allowed values, if they can be offered as options.
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

    /// Whether a text gets a text area.
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

    /// Whether the input is masked.
    pub(super) fn is_secret(&self) -> bool {
        self.said("format") == Some(&Value::from("password"))
            || self.said("writeOnly") == Some(&Value::Bool(true))
    }

    /// The kind of the items, if each fits on a line.
    pub(super) fn items(&self, root: &'a Value) -> Option<ScalarKind> {
        if self.schema.contains_key("prefixItems") {
            return None;
        }
        let item = UnwrappedSchema::of(root, self.schema.get("items")?)?;
        match item.word() {
            Some("string") => Some(ScalarKind::Text),
            Some("integer" | "number") => Some(ScalarKind::Number),
            Some("boolean") => Some(ScalarKind::Switch),
            Some(_) => None,
            None => {
                let choices = item.choices()?;
                choices
                    .iter()
                    .all(Value::is_string)
                    .then_some(ScalarKind::Text)
            }
        }
    }

    /// Whether it has properties.
    pub(super) fn has_members(&self) -> bool {
        let described = self.schema.get("properties").and_then(Value::as_object);
        described.is_some_and(|described| !described.is_empty())
    }
}

/// The schema inside a wrapper, if it is one.
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

/// The values without duplicates, unless there are none, too many or too long ones.
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
