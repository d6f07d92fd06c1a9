//! Recognition of object schemas and their properties.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::keyword::{SeenDefinitions, reference};
use super::side::SchemaSide;
use crate::api::SchemaDefinitions;

/// An object described only by its properties.
#[derive(Debug, Default)]
pub(super) struct PlainObject {
    /// The original properties.
    pub(super) properties: Map<String, Value>,
    /// The required properties.
    pub(super) required: BTreeSet<String>,
    /// Whether further properties are forbidden.
    is_closed: bool,
    /// The number of schemas with properties.
    parts: usize,
}

/// A schema that is part of an object.
struct PendingSchema<'a> {
    schema: &'a Value,
    /// Whether it is one of several in an `allOf`.
    is_part: bool,
}

/// The maximum number of schemas visited to determine a type.
const STEPS: usize = 10_000;

/// The maximum nesting of definitions visited to determine a type.
const DEEPEST: usize = 100;

/// Reads a schema as a plain object, following references and `allOf`. `None` if it contains
/// anything besides properties: a choice, a condition, a count, a rule for names or further
/// properties, or a required property without a schema.
pub(super) fn plain(schema: &Value, definitions: &SchemaDefinitions) -> Option<PlainObject> {
    let mut plain = PlainObject::default();
    let mut trail = SeenDefinitions::default();
    let mut waiting = vec![PendingSchema {
        schema,
        is_part: false,
    }];
    while let Some(PendingSchema { schema, is_part }) = waiting.pop() {
        match schema {
            Value::Bool(true) => {}
            // A discriminator in a part refers to other variants.
            Value::Object(one) if !is_part && one.contains_key("discriminator") => return None,
            Value::Object(one) => {
                plain.add(one, is_part, definitions, &mut trail, &mut waiting)?;
            }
            _ => return None,
        }
    }
    let is_described = |name: &String| plain.properties.contains_key(name);
    let fits = !plain.properties.is_empty()
        && plain.required.iter().all(is_described)
        // A part that forbids further properties also forbids those of the other parts.
        && !(plain.is_closed && plain.parts > 1);
    fits.then_some(plain)
}

/// Whether a value of this schema is certainly an object.
pub(super) fn is_object(schema: &Value, definitions: &SchemaDefinitions) -> bool {
    TypeQuestion::new("object", definitions).ask(schema)
}

/// Whether a value of this schema is certainly a list.
pub(super) fn is_array(schema: &Value, definitions: &SchemaDefinitions) -> bool {
    TypeQuestion::new("array", definitions).ask(schema)
}

/// Whether a value of this schema is certainly a text.
pub(super) fn is_string(schema: &Value, definitions: &SchemaDefinitions) -> bool {
    TypeQuestion::new("string", definitions).ask(schema)
}

/// Whether a value of this schema can be an object, judging by types and literals.
pub(super) fn may_be_object(schema: &Value, definitions: &SchemaDefinitions) -> bool {
    let others = ["string", "array", "number", "integer", "boolean", "null"];
    let mut is_other = others.into_iter();
    let schema = followed(schema, definitions);
    let named = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|one| one == "object"),
        _ => true,
    };
    let values = schema.get("enum").and_then(Value::as_array);
    let listed = values.is_none_or(|values| values.iter().any(Value::is_object));
    named && listed && !is_other.any(|one| TypeQuestion::new(one, definitions).ask(schema))
}

/// The first properties of a schema that exist on one side, following references and `allOf`, in
/// document order: at most `most`, without duplicates.
pub(super) fn members<'a>(
    schema: &'a Value,
    definitions: &'a SchemaDefinitions,
    side: SchemaSide,
    most: usize,
) -> Vec<(&'a str, &'a Value)> {
    let mut found = Vec::new();
    let mut names = BTreeSet::new();
    let mut trail = SeenDefinitions::default();
    let mut waiting = vec![schema];
    while let Some(schema) = waiting.pop() {
        let Value::Object(schema) = schema else {
            continue;
        };
        let own = schema.get("properties").and_then(Value::as_object);
        for (name, one) in own.into_iter().flatten() {
            if found.len() == most {
                return found;
            }
            if !side.leaves_out(one, definitions) && names.insert(name) {
                found.push((name.as_str(), one));
            }
        }
        let parts = schema.get("allOf").and_then(Value::as_array);
        waiting.extend(parts.into_iter().flatten().rev());
        waiting.extend(trail.follow(schema, definitions));
    }
    found
}

/// The schema itself, or the target at the end of its references.
pub(super) fn followed<'a>(mut schema: &'a Value, definitions: &'a SchemaDefinitions) -> &'a Value {
    let mut trail = SeenDefinitions::default();
    while let Some(next) = schema
        .as_object()
        .and_then(|one| trail.follow(one, definitions))
    {
        schema = next;
    }
    schema
}

// === impl PlainObject ===

impl PlainObject {
    /// Adds one schema; its parts are queued. `None` if it contains anything besides properties.
    fn add<'a>(
        &mut self,
        schema: &'a Map<String, Value>,
        is_part: bool,
        definitions: &'a SchemaDefinitions,
        trail: &mut SeenDefinitions<'a>,
        waiting: &mut Vec<PendingSchema<'a>>,
    ) -> Option<()> {
        for (keyword, value) in schema {
            match keyword.as_str() {
                "type" => is_only(value, "object").then_some(())?,
                "properties" => self.add_properties(value.as_object()?),
                "required" => {
                    let names = value.as_array()?.iter();
                    let names = names.map(|name| name.as_str().map(str::to_owned));
                    self.required.extend(names.collect::<Option<Vec<_>>>()?);
                }
                "additionalProperties" if *value == Value::Bool(false) => self.is_closed = true,
                "allOf" => {
                    waiting.extend(value.as_array()?.iter().rev().map(|schema| PendingSchema {
                        schema,
                        is_part: true,
                    }));
                }
                // A repeated reference adds nothing.
                "$ref" if trail.knows(schema) => {}
                "$ref" => waiting.push(PendingSchema {
                    schema: trail.follow(schema, definitions)?,
                    is_part,
                }),
                other if says_nothing_of_the_whole(other) => {}
                _ => return None,
            }
        }
        Some(())
    }

    fn add_properties(&mut self, properties: &Map<String, Value>) {
        self.parts += 1;
        for (name, schema) in properties {
            match self.properties.get_mut(name) {
                None => {
                    self.properties.insert(name.clone(), schema.clone());
                }
                Some(known) if known == schema => {}
                Some(known) => {
                    let both = vec![known.take(), schema.clone()];
                    *known = Value::Object(Map::from_iter([("allOf".to_owned(), both.into())]));
                }
            }
        }
    }
}

/// Purely informative keywords.
fn says_nothing_of_the_whole(keyword: &str) -> bool {
    let informs = [
        "title",
        "description",
        "examples",
        "example",
        "default",
        "deprecated",
        "discriminator",
        "externalDocs",
        "xml",
        "readOnly",
        "writeOnly",
        "$comment",
    ];
    informs.contains(&keyword) || keyword.starts_with("x-")
}

fn is_only(types: &Value, wanted: &str) -> bool {
    match types {
        Value::String(one) => one == wanted,
        Value::Array(list) => !list.is_empty() && list.iter().all(|one| one == wanted),
        _ => false,
    }
}

/// Determines whether a schema has one type, following references.
struct TypeQuestion<'a> {
    wanted: &'static str,
    definitions: &'a SchemaDefinitions,
    /// The results for definitions so far. One in progress counts as not being of the type, so that
    /// cycles terminate.
    known: BTreeMap<&'a str, bool>,
    /// How many more schemas may be visited. Beyond that the answer is no.
    steps: usize,
}

// === impl TypeQuestion ===

impl<'a> TypeQuestion<'a> {
    fn new(wanted: &'static str, definitions: &'a SchemaDefinitions) -> Self {
        Self {
            wanted,
            definitions,
            known: BTreeMap::new(),
            steps: STEPS,
        }
    }

    /// Whether a value of this schema certainly has the type.
    fn ask(&mut self, schema: &'a Value) -> bool {
        let Value::Object(schema) = schema else {
            return false;
        };
        let Some(steps) = self.steps.checked_sub(1) else {
            return false;
        };
        self.steps = steps;
        let types = schema.get("type");
        if types.is_some_and(|types| is_only(types, self.wanted)) || self.ask_reference(schema) {
            return true;
        }
        let list = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
        let mut parts = list("allOf").into_iter().flatten();
        if parts.any(|one| self.ask(one)) {
            return true;
        }
        let mut choices = ["anyOf", "oneOf"].into_iter().filter_map(list);
        choices.any(|choices| !choices.is_empty() && choices.iter().all(|one| self.ask(one)))
    }

    fn ask_reference(&mut self, schema: &'a Map<String, Value>) -> bool {
        let Some(name) = reference(schema) else {
            return false;
        };
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let definition = self.definitions.get(name);
        let Some(definition) = definition.filter(|_| self.known.len() < DEEPEST) else {
            return false;
        };
        self.known.insert(name, false);
        let answer = self.ask(definition);
        self.known.insert(name, answer);
        answer
    }
}

#[cfg(test)]
mod tests;
