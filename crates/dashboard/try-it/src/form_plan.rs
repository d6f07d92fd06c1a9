//! The fields of a form for an input schema.
//!
//! Schemas are external. What fields cannot represent is entered as JSON, and arguments are validated
//! elsewhere.

mod hint;
#[cfg(test)]
mod tests;
mod unwrapped_schema;

use serde_json::{Map, Value};

use self::unwrapped_schema::UnwrappedSchema;

/// The maximum number of fields; larger schemas are entered as JSON.
const FIELDS: usize = 150;
/// The maximum depth of groups.
const DEPTH: usize = 3;
/// The maximum length of a field name, in characters.
const NAME: usize = 200;

/// The fields of a form; none if the arguments are entered as JSON.
#[derive(Debug, Default)]
pub(crate) struct FormPlan {
    /// In schema order.
    pub(crate) fields: Option<Vec<ArgumentField>>,
    /// Whether other arguments are allowed.
    pub(crate) open: bool,
}

/// An argument, or a part of one.
#[derive(Debug)]
pub(crate) struct ArgumentField {
    /// The JSON Pointer in the arguments, and the name of the form field.
    pub(crate) pointer: String,
    /// The name in the parent object.
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    /// Whether the parent object requires it.
    pub(crate) required: bool,
    /// Whether the arguments require it.
    pub(crate) needed: bool,
    pub(crate) kind: ArgumentKind,
    /// Descriptions of accepted values.
    pub(crate) hints: Vec<String>,
    pub(crate) default: Option<Value>,
}

/// The kind of a field.
#[derive(Debug)]
pub(crate) enum ArgumentKind {
    Text {
        long: bool,
        secret: bool,
    },
    Number {
        whole: bool,
    },
    Switch,
    /// One of some values.
    Choice(Vec<Value>),
    /// A list, one item per line.
    Lines(ScalarKind),
    Json,
    Group(Vec<ArgumentField>),
}

/// The kind of the items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScalarKind {
    Text,
    Number,
    Switch,
}

/// The state of planning.
struct FormPlanner<'a> {
    /// The whole schema, for references.
    root: &'a Value,
    /// The remaining number of fields.
    left: usize,
}

// === impl FormPlan ===

impl FormPlan {
    /// The fields of a schema.
    pub(crate) fn of(schema: &Value) -> Self {
        let Some(shape) = UnwrappedSchema::of(schema, schema) else {
            return Self::default();
        };
        let mut planner = FormPlanner {
            root: schema,
            left: FIELDS,
        };
        Self {
            fields: planner.members(&shape, "", 0, true),
            open: shape.schema.get("additionalProperties") != Some(&Value::Bool(false)),
        }
    }
}

// === impl FormPlanner ===

impl FormPlanner<'_> {
    /// The fields of an object; none if there are too many, or names that forms cannot send.
    fn members(
        &mut self,
        shape: &UnwrappedSchema<'_>,
        around: &str,
        depth: usize,
        needed: bool,
    ) -> Option<Vec<ArgumentField>> {
        let none = Map::new();
        let described = shape.schema.get("properties");
        let described = described.and_then(Value::as_object).unwrap_or(&none);
        let required = names(shape.schema.get("required"));
        // Required properties without a schema.
        let anything = Value::Bool(true);
        let silent = required
            .iter()
            .filter(|name| !described.contains_key(**name));
        let silent = silent.map(|name| (*name, &anything));
        let all = described
            .iter()
            .map(|(name, schema)| (name.as_str(), schema));
        let all: Vec<_> = all
            .chain(silent)
            .filter(|(_, schema)| **schema != Value::Bool(false))
            .collect();
        if all.len() > self.left || !all.iter().all(|(name, _)| fits(name)) {
            return None;
        }
        self.left -= all.len();
        let fields = all.into_iter().map(|(name, schema)| {
            let required = required.contains(&name);
            let pointer = format!("{around}/{}", escaped(name));
            self.field(name, pointer, schema, depth, (required, required && needed))
        });
        Some(fields.collect())
    }

    fn field(
        &mut self,
        name: &str,
        pointer: String,
        schema: &Value,
        depth: usize,
        (required, needed): (bool, bool),
    ) -> ArgumentField {
        let shape = UnwrappedSchema::of(self.root, schema);
        let kind = shape.as_ref().map_or(ArgumentKind::Json, |shape| {
            self.kind(shape, name, &pointer, depth, needed)
        });
        let said = |key: &str| shape.as_ref().and_then(|shape| shape.said(key));
        let text = |key: &str| said(key).and_then(Value::as_str).map(str::to_owned);
        let (title, description) = (text("title"), text("description"));
        let default = said("default").filter(|value| !value.is_null()).cloned();
        let hints = hint::of(&kind, shape.as_ref(), self.root, required);
        ArgumentField {
            pointer,
            name: name.to_owned(),
            title,
            description,
            required,
            needed,
            kind,
            hints,
            default,
        }
    }

    fn kind(
        &mut self,
        shape: &UnwrappedSchema<'_>,
        name: &str,
        pointer: &str,
        depth: usize,
        needed: bool,
    ) -> ArgumentKind {
        if let Some(choices) = shape.choices() {
            return ArgumentKind::Choice(choices);
        }
        match shape.word() {
            Some("string") => ArgumentKind::Text {
                long: shape.is_long(name),
                secret: shape.is_secret(),
            },
            Some("integer") => ArgumentKind::Number { whole: true },
            Some("number") => ArgumentKind::Number { whole: false },
            Some("boolean") => ArgumentKind::Switch,
            Some("array") => shape
                .items(self.root)
                .map_or(ArgumentKind::Json, ArgumentKind::Lines),
            Some("object") if depth < DEPTH && shape.has_members() => self
                .members(shape, pointer, depth + 1, needed)
                .map_or(ArgumentKind::Json, ArgumentKind::Group),
            _ => ArgumentKind::Json,
        }
    }
}

/// Whether a browser sends a field of this name unchanged.
fn fits(name: &str) -> bool {
    name.chars().count() <= NAME && !name.chars().any(char::is_control)
}

/// A name as a part of a JSON Pointer.
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The strings of a list.
fn names(list: Option<&Value>) -> Vec<&str> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    let mut names: Vec<&str> = Vec::new();
    // A hostile list may be long.
    for name in list.filter_map(Value::as_str).take(FIELDS + 1) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
