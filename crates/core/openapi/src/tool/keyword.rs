//! The JSON Schema keywords that hold schemas. Everything else is data and is never searched: a
//! property may be called `$ref`, and an example may contain anything.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::api::SchemaDefinitions;

/// What a keyword holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeywordContent {
    /// A schema for the same value.
    Same,
    /// Schemas for the same value.
    SameList,
    /// A schema for a part of the value.
    Part,
    /// Schemas for parts of the value.
    PartList,
    /// Named schemas for parts of the value, or for the same value in some cases.
    Named,
}

/// The maximum number of definitions visited for one question. Documents come from third parties,
/// and a chain of references can be as long as the document.
const MOST: usize = 200;

/// The definitions visited for one question.
#[derive(Debug, Default)]
pub(super) struct SeenDefinitions<'a>(BTreeSet<&'a str>);

/// The definitions that a schema refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SchemaReferences {
    /// Those that it needs.
    pub(super) needed: BTreeSet<String>,
    /// Those only mentioned by a discriminator, as variants of the value. There may be hundreds.
    pub(super) mentioned: BTreeSet<String>,
}

/// The prefix of references.
const PREFIX: &str = "#/$defs/";

/// What the keyword holds, if it holds schemas.
pub(super) fn holds(keyword: &str) -> Option<KeywordContent> {
    Some(match keyword {
        "then" | "else" | "if" | "not" => KeywordContent::Same,
        "allOf" | "anyOf" | "oneOf" => KeywordContent::SameList,
        "items"
        | "additionalProperties"
        | "contains"
        | "propertyNames"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema"
        | "additionalItems" => KeywordContent::Part,
        "prefixItems" => KeywordContent::PartList,
        "properties" | "patternProperties" | "dependentSchemas" | "$defs" => KeywordContent::Named,
        _ => return None,
    })
}

/// The definition named by a text of the form `#/$defs/NAME`.
pub(super) fn named(reference: &str) -> Option<&str> {
    reference.strip_prefix(PREFIX)
}

/// The definition that a schema refers to.
pub(super) fn reference(schema: &Map<String, Value>) -> Option<&str> {
    schema.get("$ref").and_then(Value::as_str).and_then(named)
}

/// All definitions that a schema refers to.
pub(super) fn references(schema: &Value) -> SchemaReferences {
    let mut found = SchemaReferences::default();
    gather(schema, &mut found);
    found
}

fn gather(schema: &Value, found: &mut SchemaReferences) {
    let Value::Object(schema) = schema else {
        return;
    };
    found.needed.extend(reference(schema).map(str::to_owned));
    let mapping = schema
        .get("discriminator")
        .and_then(|one| one.get("mapping"));
    for (_, target) in mapping.and_then(Value::as_object).into_iter().flatten() {
        let target = target.as_str().and_then(named);
        found.mentioned.extend(target.map(str::to_owned));
    }
    for (keyword, value) in schema {
        match (holds(keyword), value) {
            (None, _) => {}
            (Some(KeywordContent::Named), Value::Object(members)) => {
                members.values().for_each(|one| gather(one, found));
            }
            (Some(_), Value::Array(list)) => list.iter().for_each(|one| gather(one, found)),
            (Some(_), one) => gather(one, found),
        }
    }
}

/// Removes mentions by discriminators, recursively.
pub(super) fn forget_mentioned(schema: &mut Value) {
    let Value::Object(schema) = schema else {
        return;
    };
    if let Some(Value::Object(discriminator)) = schema.get_mut("discriminator") {
        discriminator.shift_remove("mapping");
    }
    for (keyword, value) in schema.iter_mut() {
        match (holds(keyword), value) {
            (None, _) => {}
            (Some(KeywordContent::Named), Value::Object(members)) => {
                members.values_mut().for_each(forget_mentioned);
            }
            (Some(_), Value::Array(list)) => list.iter_mut().for_each(forget_mentioned),
            (Some(_), one) => forget_mentioned(one),
        }
    }
}

// === impl SchemaReferences ===

impl SchemaReferences {
    /// The needed definitions, optionally with the mentioned ones.
    pub(super) fn all(&self, mentioned: bool) -> impl Iterator<Item = &String> {
        let more = self.mentioned.iter().filter(move |_| mentioned);
        self.needed.iter().chain(more)
    }
}

// === impl SeenDefinitions ===

impl<'a> SeenDefinitions<'a> {
    /// The definition that a schema refers to, if it exists, was not visited yet, and the limit is
    /// not reached.
    pub(super) fn follow(
        &mut self,
        schema: &'a Map<String, Value>,
        definitions: &'a SchemaDefinitions,
    ) -> Option<&'a Value> {
        let name = reference(schema)?;
        let definition = definitions.get(name)?;
        (self.0.len() < MOST && self.0.insert(name)).then_some(definition)
    }

    /// Whether the definition that a schema refers to was visited.
    pub(super) fn knows(&self, schema: &Map<String, Value>) -> bool {
        reference(schema).is_some_and(|name| self.0.contains(name))
    }

    /// The number of visited definitions.
    pub(super) fn length(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_are_found_wherever_schemas_stand() {
        let schema = json!({
            "$ref": "#/$defs/a",
            "properties": {"$ref": {"$ref": "#/$defs/b"}, "x": {"items": {"$ref": "#/$defs/c"}}},
            "allOf": [{"not": {"$ref": "#/$defs/d"}}, true],
            "discriminator": {"propertyName": "x", "mapping": {"y": "#/$defs/e"}},
            "enum": [{"$ref": "#/$defs/no"}],
            "default": {"$ref": "#/$defs/no"},
            "x-note": {"$ref": "#/$defs/no"},
        });
        let found = references(&schema);
        assert_eq!(Vec::from_iter(found.needed), ["a", "b", "c", "d"]);
        assert_eq!(Vec::from_iter(found.mentioned), ["e"]);
    }

    #[test]
    fn what_is_mentioned_can_be_forgotten() {
        let kinds = json!({"propertyName": "x", "mapping": {"y": "#/$defs/e"}});
        let mut schema = json!({
            "discriminator": kinds,
            "properties": {"discriminator": {"items": {"discriminator": kinds}}},
            "default": {"discriminator": kinds},
        });
        forget_mentioned(&mut schema);
        let kind = json!({"propertyName": "x"});
        let expect = json!({
            "discriminator": kind,
            "properties": {"discriminator": {"items": {"discriminator": kind}}},
            "default": {"discriminator": kinds},
        });
        assert_eq!(schema, expect);
    }
}
