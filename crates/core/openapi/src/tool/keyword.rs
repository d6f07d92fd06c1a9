//! Which keywords of JSON Schema hold schemas. Everything else is data and is never looked into:
//! a property may well be called `$ref`, and an example may hold anything.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::api::SchemaDefinitions;

/// What a keyword holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeywordContent {
    /// A schema about the same value.
    Same,
    /// Schemas about the same value.
    SameList,
    /// A schema about a part of the value.
    Part,
    /// Schemas about parts of the value.
    PartList,
    /// Schemas by name about parts of the value, or about the same value in some case.
    Named,
}

/// How many definitions are looked at to answer one question. Documents come from third parties,
/// and a chain of references can be as long as the document.
const MOST: usize = 200;

/// The definitions that have been looked at to answer a question.
#[derive(Debug, Default)]
pub(super) struct SeenDefinitions<'a>(BTreeSet<&'a str>);

/// The definitions that a schema speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SchemaReferences {
    /// Those without which it means nothing.
    pub(super) needed: BTreeSet<String>,
    /// Those that a discriminator only mentions: kinds that the value may be of. There may be
    /// hundreds.
    pub(super) mentioned: BTreeSet<String>,
}

/// Where a schema refers to.
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

/// The definition that a text of the form `#/$defs/NAME` is about.
pub(super) fn named(reference: &str) -> Option<&str> {
    reference.strip_prefix(PREFIX)
}

/// The definition that a schema refers to.
pub(super) fn reference(schema: &Map<String, Value>) -> Option<&str> {
    schema.get("$ref").and_then(Value::as_str).and_then(named)
}

/// The definitions that a schema speaks of anywhere in it.
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

/// Takes away what discriminators mention, in a schema and all schemas in it.
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
    /// Those that are needed, and perhaps those that are mentioned.
    pub(super) fn all(&self, mentioned: bool) -> impl Iterator<Item = &String> {
        let more = self.mentioned.iter().filter(move |_| mentioned);
        self.needed.iter().chain(more)
    }
}

// === impl SeenDefinitions ===

impl<'a> SeenDefinitions<'a> {
    /// The definition that a schema refers to, if it is there, was not looked at before, and
    /// there have not been too many.
    pub(super) fn follow(
        &mut self,
        schema: &'a Map<String, Value>,
        definitions: &'a SchemaDefinitions,
    ) -> Option<&'a Value> {
        let name = reference(schema)?;
        let definition = definitions.get(name)?;
        (self.0.len() < MOST && self.0.insert(name)).then_some(definition)
    }

    /// Whether the definition that a schema refers to was looked at before.
    pub(super) fn knows(&self, schema: &Map<String, Value>) -> bool {
        reference(schema).is_some_and(|name| self.0.contains(name))
    }

    /// How many there have been.
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
