//! Walks the properties of a schema.

use candor_dashboard_kit::ExternalText;
use serde_json::Value;

use super::{LEVELS, ROWS, SchemaRow, kind, limits};
use crate::json_view;

/// The maximum number of properties that are counted.
const COUNTED: usize = 10_000;
/// The maximum length of a name or a type, in characters.
const NAME: usize = 120;
/// The maximum length of a default, in characters.
const DEFAULT: usize = 120;
/// The maximum length of a description, in characters.
const DESCRIPTION: usize = 400;

/// The state of a walk.
pub(super) struct SchemaWalk<'a> {
    pub(super) rows: Vec<SchemaRow>,
    /// The number of properties left out, without those below the maximum depth.
    pub(super) more: usize,
    root: &'a Value,
    /// The references followed so far, to detect cycles.
    followed: Vec<&'a str>,
}

/// The name of a property.
struct MemberName<'n> {
    text: &'n str,
    /// Whether the name is ours.
    ours: bool,
    required: bool,
}

// === impl SchemaWalk ===

impl<'a> SchemaWalk<'a> {
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

    /// The children of a schema: properties, items and variants.
    fn inside(&mut self, schema: &'a Value, level: usize) {
        self.properties(schema, level);
        self.items(schema, level);
        for (key, word) in [
            ("oneOf", "variant"),
            ("anyOf", "variant"),
            ("allOf", "part"),
        ] {
            self.forms(schema, key, word, level);
        }
    }

    fn properties(&mut self, schema: &'a Value, level: usize) {
        let required = schema.get("required").and_then(Value::as_array);
        for (name, member) in members(schema, "properties") {
            let name = MemberName {
                text: name,
                ours: false,
                required: required.is_some_and(|names| names.iter().any(|one| one == name)),
            };
            self.member(&name, member, level);
        }
        for (pattern, member) in members(schema, "patternProperties") {
            let name = format!("names that match {pattern}");
            self.member(&MemberName::ours(&name), member, level);
        }
        if let Some(others @ Value::Object(_)) = schema.get("additionalProperties") {
            self.member(&MemberName::ours("any other name"), others, level);
        }
    }

    fn items(&mut self, schema: &'a Value, level: usize) {
        let first = schema.get("prefixItems").and_then(Value::as_array);
        for (at, item) in first.into_iter().flatten().enumerate() {
            let name = format!("item {}", at + 1);
            self.member(&MemberName::ours(&name), item, level);
        }
        if let Some(items) = schema.get("items").filter(|items| !says_it_all(items)) {
            self.member(&MemberName::ours("each item"), items, level);
        }
    }

    fn forms(&mut self, schema: &'a Value, key: &str, word: &str, level: usize) {
        let forms = schema.get(key).and_then(Value::as_array);
        let forms = forms.filter(|forms| !forms.iter().all(kind::is_simple));
        for (at, form) in forms.into_iter().flatten().enumerate() {
            let name = format!("{word} {}", at + 1);
            self.member(&MemberName::ours(&name), form, level);
        }
    }

    /// One property and its children.
    fn member(&mut self, name: &MemberName<'_>, schema: &'a Value, level: usize) {
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

    /// The target of a reference. Cyclic and external references stay.
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

// === impl MemberName ===

impl<'n> MemberName<'n> {
    fn ours(text: &'n str) -> Self {
        Self {
            text,
            ours: true,
            required: false,
        }
    }
}

/// The row of a schema, which may add to the one it refers to.
fn row(name: &MemberName<'_>, schema: &Value, meant: &Value, level: usize) -> SchemaRow {
    let either = |key: &str| schema.get(key).or_else(|| meant.get(key));
    let text = either("description").and_then(Value::as_str);
    let text = text.filter(|text| !text.trim().is_empty());
    SchemaRow {
        level,
        name: ExternalText::short(name.text, NAME),
        ours: name.ours,
        kind: ExternalText::short(&kind::of(meant), NAME),
        required: name.required,
        default: either("default").map(|value| json_view::line(value, DEFAULT)),
        limits: limits::of(meant),
        description: text.map(|text| ExternalText::short(text.trim(), DESCRIPTION)),
    }
}

/// Whether the row of an array says everything about its items.
fn says_it_all(items: &Value) -> bool {
    let listed = items.get("enum").is_some() && items.get("description").is_none();
    kind::is_simple(items) || listed
}

/// The entries of an object in a schema.
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
