//! The members of a schema, one after another.

use candor_frame::Outside;
use serde_json::Value;

use super::{LEVELS, ROWS, Row, kind, limits};
use crate::folded;

/// The most members that are counted once no more are shown.
const COUNTED: usize = 10_000;
/// The most characters of a name and of what it is.
const NAME: usize = 120;
/// The most characters of a default.
const DEFAULT: usize = 120;
/// The most characters of a description.
const DESCRIPTION: usize = 400;

/// One walk through one schema.
pub(super) struct Walk<'a> {
    pub(super) rows: Vec<Row>,
    /// How many members are left out. What is inside of those that are too deep is not counted.
    pub(super) more: usize,
    root: &'a Value,
    /// The references that lead here, so that none is followed in a circle.
    followed: Vec<&'a str>,
}

/// What a member is called, and whether it must be there.
struct Name<'n> {
    text: &'n str,
    /// Whether the words are ours.
    ours: bool,
    required: bool,
}

// === impl Walk ===

impl<'a> Walk<'a> {
    pub(super) fn through(root: &'a Value) -> Self {
        let mut walk = Self {
            rows: Vec::new(),
            more: 0,
            root,
            followed: Vec::new(),
        };
        let start = walk.resolve(root);
        walk.inside(start, 0);
        walk
    }

    /// The members of a schema: its properties, its items, its forms.
    fn inside(&mut self, schema: &'a Value, level: usize) {
        self.properties(schema, level);
        self.items(schema, level);
        for (key, word) in [("oneOf", "form"), ("anyOf", "form"), ("allOf", "part")] {
            self.forms(schema, key, word, level);
        }
    }

    fn properties(&mut self, schema: &'a Value, level: usize) {
        let required = schema.get("required").and_then(Value::as_array);
        for (name, member) in members(schema, "properties") {
            let name = Name {
                text: name,
                ours: false,
                required: required.is_some_and(|names| names.iter().any(|one| one == name)),
            };
            self.member(&name, member, level);
        }
        for (pattern, member) in members(schema, "patternProperties") {
            let name = format!("names that match {pattern}");
            self.member(&Name::ours(&name), member, level);
        }
        if let Some(others @ Value::Object(_)) = schema.get("additionalProperties") {
            self.member(&Name::ours("any other name"), others, level);
        }
    }

    fn items(&mut self, schema: &'a Value, level: usize) {
        let first = schema.get("prefixItems").and_then(Value::as_array);
        for (at, item) in first.into_iter().flatten().enumerate() {
            let name = format!("item {}", at + 1);
            self.member(&Name::ours(&name), item, level);
        }
        if let Some(items) = schema.get("items").filter(|items| !says_it_all(items)) {
            self.member(&Name::ours("each item"), items, level);
        }
    }

    fn forms(&mut self, schema: &'a Value, key: &str, word: &str, level: usize) {
        let forms = schema.get(key).and_then(Value::as_array);
        let forms = forms.filter(|forms| !forms.iter().all(kind::is_simple));
        for (at, form) in forms.into_iter().flatten().enumerate() {
            let name = format!("{word} {}", at + 1);
            self.member(&Name::ours(&name), form, level);
        }
    }

    /// One member, and what is inside of it.
    fn member(&mut self, name: &Name<'_>, schema: &'a Value, level: usize) {
        if self.more >= COUNTED {
            return;
        }
        if level > LEVELS {
            self.more += 1;
            return;
        }
        let before = self.followed.len();
        let meant = self.resolve(schema);
        if self.rows.len() < ROWS {
            self.rows.push(row(name, schema, meant, level));
        } else {
            self.more += 1;
        }
        self.inside(meant, level + 1);
        self.followed.truncate(before);
    }

    /// What a reference leads to. One that leads in a circle, or out of the schema, stays.
    fn resolve(&mut self, schema: &'a Value) -> &'a Value {
        let mut schema = schema;
        while let Some(place) = schema.get("$ref").and_then(Value::as_str) {
            let found = place.strip_prefix('#').and_then(|at| self.root.pointer(at));
            let Some(found) = found.filter(|_| !self.followed.contains(&place)) else {
                break;
            };
            self.followed.push(place);
            schema = found;
        }
        schema
    }
}

// === impl Name ===

impl<'n> Name<'n> {
    fn ours(text: &'n str) -> Self {
        Self {
            text,
            ours: true,
            required: false,
        }
    }
}

/// A row about a schema, which may say more than what it refers to.
fn row(name: &Name<'_>, schema: &Value, meant: &Value, level: usize) -> Row {
    let either = |key: &str| schema.get(key).or_else(|| meant.get(key));
    let text = either("description").and_then(Value::as_str);
    let text = text.filter(|text| !text.trim().is_empty());
    Row {
        level,
        name: Outside::short(name.text, NAME),
        ours: name.ours,
        kind: Outside::short(&kind::of(meant), NAME),
        required: name.required,
        default: either("default").map(|value| folded::line(value, DEFAULT)),
        limits: limits::of(meant),
        description: text.map(|text| Outside::short(text.trim(), DESCRIPTION)),
    }
}

/// Whether the row of an array says all there is to say about its items.
fn says_it_all(items: &Value) -> bool {
    let listed = items.get("enum").is_some() && items.get("description").is_none();
    kind::is_simple(items) || listed
}

/// The members of an object inside a schema.
fn members<'a>(
    schema: &'a Value,
    key: &str,
) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'a> {
    let object = schema.get(key).and_then(Value::as_object);
    object
        .into_iter()
        .flatten()
        .map(|(name, member)| (name.as_str(), member))
}
