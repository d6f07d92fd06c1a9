//! The parts of an input schema that apply to one place in the arguments.
//!
//! The schema comes from a third party and is only used to recognise secrets and describe
//! parameters. Nothing is validated here.

use std::ops::Range;

use candor_model::SourceTrust;
use serde_json::Value;

use crate::secret;

/// The maximum number of schemas considered for one place.
const HEARD_MAX: usize = 32;

/// Members that hold further schemas for the same place.
const LISTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
const SINGLE: [&str; 3] = ["then", "else", "$ref"];

/// Keywords with a schema for all members or items not covered by others.
const OTHERWISE: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];

/// The schemas that speak about one place.
#[derive(Clone, Default)]
pub(crate) struct PlaceSchemas<'a> {
    root: Option<&'a Value>,
    here: Vec<&'a Value>,
    /// Whether values that the schema marks as secret are masked: an untrusted source could
    /// otherwise hide from approvers what is sent.
    believed: bool,
    /// Whether nothing is masked, for users who may see everything.
    revealed: bool,
}

// === impl PlaceSchemas ===

impl<'a> PlaceSchemas<'a> {
    /// The schemas for the arguments as a whole.
    pub(crate) fn new(root: Option<&'a Value>, trust: SourceTrust) -> Self {
        let mut schemas = Self {
            root,
            here: Vec::new(),
            believed: trust == SourceTrust::Trusted,
            revealed: false,
        };
        if let Some(root) = root {
            schemas.hear(root);
        }
        schemas
    }

    /// The same, without masking.
    pub(crate) fn revealed(self) -> Self {
        Self {
            revealed: true,
            ..self
        }
    }

    /// Whether nothing is masked here.
    pub(crate) fn is_revealed(&self) -> bool {
        self.revealed
    }

    /// The parts of a text that are masked here.
    pub(crate) fn secrets_in(&self, text: &str) -> Vec<Range<usize>> {
        if self.revealed {
            return Vec::new();
        }
        secret::find(text)
    }

    /// The schemas for a member of an object. Ambiguous name patterns count as matching.
    pub(crate) fn member(&self, key: &str) -> Self {
        self.step(|schema, found| {
            if let Some(own) = schema.get("properties").and_then(|all| all.get(key)) {
                found.push(own);
                return;
            }
            let patterns = schema.get("patternProperties").and_then(Value::as_object);
            found.extend(patterns.into_iter().flat_map(|all| all.values()));
            found.extend(OTHERWISE.iter().filter_map(|name| schema.get(*name)));
        })
    }

    /// The schemas for an item of a list.
    pub(crate) fn item(&self, at: usize) -> Self {
        self.step(|schema, found| {
            let tuple = schema.get("prefixItems").or_else(|| schema.get("items"));
            match tuple
                .and_then(Value::as_array)
                .and_then(|items| items.get(at))
            {
                Some(own) => found.push(own),
                None => found.extend(schema.get("items")),
            }
        })
    }

    /// Whether the names and schemas come from a source that is trusted.
    pub(crate) fn believed(&self) -> bool {
        self.believed
    }

    /// Whether what is here is a secret.
    pub(crate) fn hides(&self) -> bool {
        self.believed
            && self.here.iter().any(|schema| {
                let password = schema.get("format").and_then(Value::as_str) == Some("password");
                password || schema.get("writeOnly") == Some(&Value::Bool(true))
            })
    }

    /// The description of this place.
    pub(crate) fn description(&self) -> Option<&'a str> {
        self.here
            .iter()
            .find_map(|schema| schema.get("description")?.as_str())
    }

    fn step(&self, into: impl Fn(&'a Value, &mut Vec<&'a Value>)) -> Self {
        let mut found = Vec::new();
        for schema in &self.here {
            into(schema, &mut found);
        }
        let mut next = Self {
            root: self.root,
            here: Vec::new(),
            believed: self.believed,
            revealed: self.revealed,
        };
        for schema in found {
            next.hear(schema);
        }
        next
    }

    /// Adds a schema and those that it points to, as far as there is room.
    fn hear(&mut self, first: &'a Value) {
        let mut waiting = vec![first];
        while let Some(schema) = waiting.pop() {
            let known = self.here.iter().any(|heard| std::ptr::eq(*heard, schema));
            if known || !schema.is_object() || self.here.len() == HEARD_MAX {
                continue;
            }
            self.here.push(schema);
            for name in LISTS {
                let list = schema.get(name).and_then(Value::as_array);
                waiting.extend(list.into_iter().flatten().take(HEARD_MAX));
            }
            for name in SINGLE {
                waiting.extend(schema.get(name).and_then(|one| self.follow(one)));
            }
        }
    }

    /// A schema, or the one that a reference inside the document leads to.
    fn follow(&self, schema: &'a Value) -> Option<&'a Value> {
        match schema.as_str() {
            Some(reference) => self.root?.pointer(reference.strip_prefix('#')?),
            None => Some(schema),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_are_found_behind_whatever_leads_to_them() {
        let schema = json!({
            "properties": {
                "plain": {"type": "string"},
                "word": {"format": "password"},
                "once": {"writeOnly": true},
                "either": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/key"}]},
                "circle": {"$ref": "#/$defs/circle"},
                "list": {"items": {"writeOnly": true}},
                "pair": {"prefixItems": [{}, {"format": "password"}]},
            },
            "patternProperties": {"^x-": {"writeOnly": true}},
            "$defs": {
                "key": {"allOf": [{"format": "password"}]},
                "circle": {"allOf": [{"$ref": "#/$defs/circle"}, {"$ref": "#/nowhere"}]},
            },
        });
        let top = PlaceSchemas::new(Some(&schema), SourceTrust::Trusted);
        for (key, expect) in [
            ("plain", false),
            ("word", true),
            ("once", true),
            ("either", true),
            ("circle", false),
            ("list", false),
            ("x-other", true),
        ] {
            assert_eq!(top.member(key).hides(), expect, "{key}");
        }
        assert!(top.member("list").item(7).hides());
        assert!(!top.member("pair").item(0).hides());
        assert!(top.member("pair").item(1).hides());
    }

    #[test]
    fn odd_schemas_say_nothing() {
        let deep = (0..100).fold(
            json!({"writeOnly": true}),
            |inner, _| json!({"allOf": [inner]}),
        );
        for odd in [
            json!(true),
            json!([1]),
            json!({"properties": 3, "$ref": 4, "allOf": {}}),
            deep,
        ] {
            let top = PlaceSchemas::new(Some(&odd), SourceTrust::Trusted);
            assert!(!top.hides() && !top.member("x").hides() && !top.item(0).hides());
            assert_eq!(top.description(), None);
        }
    }
}
