//! The parts of a definition used to find twins, prepared once per tool.

use std::hash::Hash;

use candor_model::{DefinitionPin, Digest, SourceName};
use candor_schema::canonical;
use serde_json::{Map, Value};

use super::words::{self, VerbKind, WordNumbers};
use super::{WHOLE, WORDS_MAX};
use crate::definition;

/// The maximum length of a name considered, in characters. Longer ones are attacks.
const NAME_MAX: usize = 200;

/// The maximum number of properties considered. They are sorted by hash first, so that the sample
/// is fair to both schemas.
const PROPERTIES_MAX: usize = 400;

/// A tool, as far as it matters here.
pub(super) struct RenameCandidate {
    pub(super) source: SourceName,
    /// The words of the description.
    pub(super) words: WordNumbers,
    /// The input schema.
    pub(super) schema: Digest,
    /// The digest of everything but name and title.
    pub(super) rest: Digest,
    /// The properties of the input schema, sorted.
    properties: Vec<u64>,
    /// The distinct words of the name, sorted, without plural `s`.
    name_words: Vec<u64>,
    verb: Option<VerbKind>,
}

// === impl RenameCandidate ===

impl RenameCandidate {
    /// Prepares a definition; `None` if it cannot be read or is not an object.
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

    /// The number of common words in the names.
    pub(super) fn name_words_shared(&self, other: &Self) -> usize {
        words::in_common(&self.name_words, &other.name_words)
    }

    /// The similarity of the names, in thousandths.
    pub(super) fn name_likeness(&self, other: &Self) -> usize {
        let both = self.name_words.len() + other.name_words.len();
        2 * WHOLE * self.name_words_shared(other) / both.max(1)
    }

    /// Whether the names hold verbs of different kinds.
    pub(super) fn verbs_differ(&self, other: &Self) -> bool {
        self.verb.is_some() && other.verb.is_some() && self.verb != other.verb
    }

    /// The number of common properties in the input schemas.
    pub(super) fn properties_shared(&self, other: &Self) -> usize {
        words::in_common(&self.properties, &other.properties)
    }

    /// The similarity of the input schemas, in thousandths.
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
