//! What a form asks for: the fields that an input schema calls for.
//!
//! The schema is a stranger's. What it says is a suggestion of how to ask: what cannot be asked
//! for by fields is asked for as JSON, and whether arguments fit is decided elsewhere.

mod hint;
mod shape;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use self::shape::Shape;

/// The most fields of one form; whatever has more is written as JSON.
const FIELDS: usize = 150;
/// How deep fields are grouped.
const DEPTH: usize = 3;
/// The longest name that a field of a form can have, in characters.
const NAME: usize = 200;

/// The fields of a form; none where the arguments are to be written as JSON.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// In the order of the schema.
    pub(crate) fields: Option<Vec<Field>>,
    /// Whether it says anything else may be given, too.
    pub(crate) open: bool,
}

/// One argument, or a part of one.
#[derive(Debug)]
pub(crate) struct Field {
    /// JSON Pointer to it in the arguments; what the field of the form is called as well.
    pub(crate) pointer: String,
    /// What the object around it calls it.
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    /// Whether the object around it cannot be without it.
    pub(crate) required: bool,
    /// Whether the arguments cannot be without it.
    pub(crate) needed: bool,
    pub(crate) kind: Kind,
    /// What is known of the values that it takes, in words.
    pub(crate) hints: Vec<String>,
    /// What counts where nothing is given.
    pub(crate) default: Option<Value>,
}

/// How it is asked for.
#[derive(Debug)]
pub(crate) enum Kind {
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
    Lines(Scalar),
    /// Anything.
    Json,
    Group(Vec<Field>),
}

/// What a line of a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Text,
    Number,
    Switch,
}

/// What is being read.
struct Planner<'a> {
    /// The whole schema, for what it refers to.
    root: &'a Value,
    /// How many fields there may still be.
    left: usize,
}

// === impl Plan ===

impl Plan {
    /// The fields for a schema.
    pub(crate) fn of(schema: &Value) -> Self {
        let Some(shape) = Shape::of(schema, schema) else {
            return Self::default();
        };
        let mut planner = Planner {
            root: schema,
            left: FIELDS,
        };
        Self {
            fields: planner.members(&shape, "", 0, true),
            open: shape.schema.get("additionalProperties") != Some(&Value::Bool(false)),
        }
    }
}

// === impl Planner ===

impl Planner<'_> {
    /// The members of an object; nothing if they are too many, or too odd for a form.
    fn members(
        &mut self,
        shape: &Shape<'_>,
        around: &str,
        depth: usize,
        needed: bool,
    ) -> Option<Vec<Field>> {
        let none = Map::new();
        let described = shape.schema.get("properties");
        let described = described.and_then(Value::as_object).unwrap_or(&none);
        let required = names(shape.schema.get("required"));
        // Some are required and never described.
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
    ) -> Field {
        let shape = Shape::of(self.root, schema);
        let kind = shape.as_ref().map_or(Kind::Json, |shape| {
            self.kind(shape, name, &pointer, depth, needed)
        });
        let said = |key: &str| shape.as_ref().and_then(|shape| shape.said(key));
        let text = |key: &str| said(key).and_then(Value::as_str).map(str::to_owned);
        let (title, description) = (text("title"), text("description"));
        let default = said("default").filter(|value| !value.is_null()).cloned();
        let hints = hint::of(&kind, shape.as_ref(), self.root, required);
        Field {
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
        shape: &Shape<'_>,
        name: &str,
        pointer: &str,
        depth: usize,
        needed: bool,
    ) -> Kind {
        if let Some(choices) = shape.choices() {
            return Kind::Choice(choices);
        }
        match shape.word() {
            Some("string") => Kind::Text {
                long: shape.is_long(name),
                secret: shape.is_secret(),
            },
            Some("integer") => Kind::Number { whole: true },
            Some("number") => Kind::Number { whole: false },
            Some("boolean") => Kind::Switch,
            Some("array") => shape.items(self.root).map_or(Kind::Json, Kind::Lines),
            Some("object") if depth < DEPTH && shape.has_members() => self
                .members(shape, pointer, depth + 1, needed)
                .map_or(Kind::Json, Kind::Group),
            _ => Kind::Json,
        }
    }
}

/// Whether a browser sends a field of this name as it is called.
fn fits(name: &str) -> bool {
    name.chars().count() <= NAME && !name.chars().any(char::is_control)
}

/// A name as a part of a JSON Pointer.
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The texts of a list.
fn names(list: Option<&Value>) -> Vec<&str> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    let mut names: Vec<&str> = Vec::new();
    // A hostile list may be long; nobody has that many fields.
    for name in list.filter_map(Value::as_str).take(FIELDS + 1) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
