//! What of a definition is looked at when twins are sought, made ready once for each tool.

use std::hash::Hash;

use candor_model::{DefinitionPin, Digest, SourceName};
use candor_schema::canonical;
use serde_json::{Map, Value};

use super::words::{self, VerbKind, WordNumbers};
use super::{WHOLE, WORDS_MAX};
use crate::definition;

/// How many characters of a name are looked at. Longer ones are not names but attacks.
const NAME_MAX: usize = 200;

/// How many properties are looked at. They are sorted by their numbers first, so that two schemas
/// are judged by a fair sample of both.
const PROPERTIES_MAX: usize = 400;

/// A tool, as far as it matters here.
pub(super) struct RenameCandidate {
    pub(super) source: SourceName,
    /// The words of the description.
    pub(super) words: WordNumbers,
    /// The input schema.
    pub(super) schema: Digest,
    /// Everything but the names for machines and people.
    pub(super) rest: Digest,
    /// The properties of the input schema, sorted.
    properties: Vec<u64>,
    /// The words of the name, sorted, each once and without a plural's `s`.
    name_words: Vec<u64>,
    verb: Option<VerbKind>,
}

// === impl RenameCandidate ===

impl RenameCandidate {
    /// Looks at a definition; none if it cannot be read or is no object.
    pub(super) fn of(pin: &DefinitionPin) -> Option<Self> {
        let definition = definition::read(pin).ok()?;
        let members = definition.as_object()?;
        let own = pin.name.own();
        let name_words = words::of_name(&own.chars().take(NAME_MAX).collect::<String>());
        let description = members.get("description").and_then(Value::as_str);
        let schema = members.get("inputSchema").unwrap_or(&Value::Null);
        Some(Self {
            source: pin.name.source().clone(),
            words: WordNumbers::of_description(description.unwrap_or_default(), own, WORDS_MAX),
            schema: Digest::of(canonical(schema)),
            rest: Digest::of(canonical(&rest(members))),
            properties: properties(schema),
            verb: words::verb(&name_words),
            name_words: numbers(name_words.iter().map(|word| word.trim_end_matches('s'))),
        })
    }

    /// How many words the names have in common.
    pub(super) fn name_words_shared(&self, other: &Self) -> usize {
        words::in_common(&self.name_words, &other.name_words)
    }

    /// How alike the names are, in thousandths.
    pub(super) fn name_likeness(&self, other: &Self) -> usize {
        let both = self.name_words.len() + other.name_words.len();
        2 * WHOLE * self.name_words_shared(other) / both.max(1)
    }

    /// Whether the names hold verbs of different kinds.
    pub(super) fn verbs_differ(&self, other: &Self) -> bool {
        self.verb.is_some() && other.verb.is_some() && self.verb != other.verb
    }

    /// How many properties the input schemas have in common.
    pub(super) fn properties_shared(&self, other: &Self) -> usize {
        words::in_common(&self.properties, &other.properties)
    }

    /// How alike the input schemas are, in thousandths.
    pub(super) fn schema_likeness(&self, other: &Self) -> usize {
        let both = self.properties.len() + other.properties.len();
        2 * WHOLE * self.properties_shared(other) / both.max(1)
    }
}

/// The definition without its names.
fn rest(members: &Map<String, Value>) -> Value {
    let others = members
        .iter()
        .filter(|(key, _)| !["name", "title"].contains(&key.as_str()));
    let mut rest: Map<String, Value> = others
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if let Some(Value::Object(said)) = rest.get_mut("annotations") {
        said.retain(|key, _| key != "title");
    }
    Value::Object(rest)
}

/// A number for each property: its key and its schema without description and title.
fn properties(schema: &Value) -> Vec<u64> {
    let members = schema.get("properties").and_then(Value::as_object);
    let members = members.into_iter().flatten();
    let mut properties =
        numbers(members.map(|(key, schema)| (key, canonical(&undescribed(schema)))));
    properties.truncate(PROPERTIES_MAX);
    properties
}

/// The numbers of some things, sorted, each once.
fn numbers(things: impl Iterator<Item = impl Hash>) -> Vec<u64> {
    let mut numbers: Vec<u64> = things.map(|thing| words::number(&thing)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn undescribed(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(members) = schema.as_object_mut() {
        members.retain(|key, _| key != "description" && key != "title");
    }
    schema
}
