//! Schemas adapted to input or output.
//!
//! A `readOnly` property is never sent, and a `writeOnly` one never returned, so the same
//! definition differs between the two sides.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::keyword::{KeywordContent, SeenDefinitions, holds};
use crate::api::SchemaDefinitions;

/// Whether a schema is for input or output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaSide {
    /// The data of a request.
    Input,
    /// The data of a response.
    Output,
}

// === impl SchemaSide ===

impl SchemaSide {
    /// The keyword that excludes a property from this side.
    const fn keyword(self) -> &'static str {
        match self {
            Self::Input => "readOnly",
            Self::Output => "writeOnly",
        }
    }

    /// Whether a property with this schema is excluded from this side. The keyword may be in a
    /// definition that it refers to.
    pub(super) fn leaves_out(self, schema: &Value, definitions: &SchemaDefinitions) -> bool {
        let mut trail = SeenDefinitions::default();
        let mut waiting = vec![schema];
        while let Some(schema) = waiting.pop() {
            let Value::Object(schema) = schema else {
                continue;
            };
            if schema.get(self.keyword()) == Some(&Value::Bool(true)) {
                return true;
            }
            waiting.extend(
                schema
                    .get("allOf")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten(),
            );
            waiting.extend(trail.follow(schema, definitions));
        }
        false
    }

    /// The schema without the properties that are excluded from this side, neither declared nor
    /// required.
    pub(super) fn of(self, schema: &Value, definitions: &SchemaDefinitions) -> Value {
        self.prune(schema, &BTreeSet::new(), definitions)
    }

    /// `gone` are properties excluded by enclosing schemas for the same value.
    fn prune(
        self,
        schema: &Value,
        gone: &BTreeSet<String>,
        definitions: &SchemaDefinitions,
    ) -> Value {
        let Value::Object(map) = schema else {
            return schema.clone();
        };
        let mut gone = gone.clone();
        self.lost(map, definitions, &mut gone);
        let pruned = map.iter().map(|(keyword, value)| {
            let value = self.prune_keyword(keyword, value, &gone, definitions);
            (keyword.clone(), value)
        });
        let mut pruned: Map<String, Value> = pruned.collect();
        // Some parsers reject an empty list here.
        if pruned
            .get("required")
            .and_then(Value::as_array)
            .is_some_and(Vec::is_empty)
        {
            pruned.shift_remove("required");
        }
        Value::Object(pruned)
    }

    fn prune_keyword(
        self,
        keyword: &str,
        value: &Value,
        gone: &BTreeSet<String>,
        definitions: &SchemaDefinitions,
    ) -> Value {
        let same = |one: &Value| self.prune(one, gone, definitions);
        let part = |one: &Value| self.of(one, definitions);
        match (keyword, holds(keyword), value) {
            // Removing properties from a condition or negation would change its meaning.
            ("if" | "not", ..) => value.clone(),
            ("required", _, Value::Array(names)) => without(names, gone),
            ("dependentRequired", _, Value::Object(lists)) => {
                let kept = |(name, list): (&String, &Value)| match list {
                    Value::Array(names) => (name.clone(), without(names, gone)),
                    other => (name.clone(), other.clone()),
                };
                Value::Object(lists.iter().map(kept).collect())
            }
            ("properties", _, Value::Object(members)) => {
                let kept = members.iter();
                let kept = kept.filter(|(_, one)| !self.leaves_out(one, definitions));
                Value::Object(kept.map(|(name, one)| (name.clone(), part(one))).collect())
            }
            (_, Some(KeywordContent::Named), Value::Object(members)) => {
                let members = members.iter();
                Value::Object(
                    members
                        .map(|(name, one)| (name.clone(), part(one)))
                        .collect(),
                )
            }
            (_, Some(KeywordContent::SameList), Value::Array(list)) => {
                list.iter().map(same).collect()
            }
            (_, Some(KeywordContent::Same), one) => same(one),
            (_, Some(_), Value::Array(list)) => list.iter().map(part).collect(),
            (_, Some(_), one) => part(one),
            (_, None, _) => value.clone(),
        }
    }

    /// Adds the properties that are excluded from this side, in all schemas for the same value.
    fn lost(
        self,
        schema: &Map<String, Value>,
        definitions: &SchemaDefinitions,
        gone: &mut BTreeSet<String>,
    ) {
        let mut trail = SeenDefinitions::default();
        let mut waiting = vec![schema];
        while let Some(schema) = waiting.pop() {
            let members = schema.get("properties").and_then(Value::as_object);
            let members = members.into_iter().flatten();
            let lost = members.filter(|(_, one)| self.leaves_out(one, definitions));
            gone.extend(lost.map(|(name, _)| name.clone()));
            let lists = ["allOf", "anyOf", "oneOf"].into_iter();
            let lists = lists.filter_map(|keyword| schema.get(keyword)?.as_array());
            waiting.extend(lists.flatten().filter_map(Value::as_object));
            waiting.extend(trail.follow(schema, definitions).and_then(Value::as_object));
        }
    }
}

fn without(names: &[Value], gone: &BTreeSet<String>) -> Value {
    let is_gone = |name: &Value| name.as_str().is_some_and(|name| gone.contains(name));
    names
        .iter()
        .filter(|name| !is_gone(name))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(side: SchemaSide, schema: &Value, expect: &Value) {
        let definitions = json!({
            "Id": {"type": "string", "readOnly": true},
            "Base": {"properties": {"id": {"$ref": "#/$defs/Id"}, "name": true}},
            "Loop": {"allOf": [{"$ref": "#/$defs/Loop"}]},
        });
        let definitions = serde_json::from_value(definitions).expect("definitions");
        assert_eq!(&side.of(schema, &definitions), expect);
    }

    #[test]
    fn each_side_has_its_properties() {
        let user = json!({
            "type": "object",
            "properties": {
                "id": {"type": "integer", "readOnly": true},
                "name": {"type": "string"},
                "password": {"type": "string", "writeOnly": true},
            },
            "required": ["id", "name", "password"],
        });
        check(
            SchemaSide::Input,
            &user,
            &json!({
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "password": {"type": "string", "writeOnly": true},
                },
                "required": ["name", "password"],
            }),
        );
        check(
            SchemaSide::Output,
            &user,
            &json!({
                "type": "object",
                "properties": {
                    "id": {"type": "integer", "readOnly": true},
                    "name": {"type": "string"},
                },
                "required": ["id", "name"],
            }),
        );
    }

    #[test]
    fn what_is_gone_is_required_nowhere() {
        check(
            SchemaSide::Input,
            &json!({"allOf": [{"$ref": "#/$defs/Base"}, {"required": ["id", "name"]}]}),
            &json!({"allOf": [{"$ref": "#/$defs/Base"}, {"required": ["name"]}]}),
        );
        check(
            SchemaSide::Input,
            &json!({"$ref": "#/$defs/Base", "required": ["id"], "dependentRequired": {"name": ["id"]}}),
            &json!({"$ref": "#/$defs/Base", "dependentRequired": {"name": []}}),
        );
        // In another part of the value, the same name is a different property.
        check(
            SchemaSide::Input,
            &json!({"items": {"required": ["id"]}, "properties": {"id": {"readOnly": true}}}),
            &json!({"items": {"required": ["id"]}, "properties": {}}),
        );
    }

    #[test]
    fn conditions_and_data_stay_as_they_are() {
        for schema in [
            json!({"not": {"properties": {"id": {"readOnly": true}}, "required": ["id"]}}),
            json!({"if": {"properties": {"id": {"readOnly": true}}, "required": ["id"]}}),
            json!({"default": {"properties": {"id": {"readOnly": true}}}}),
            json!({"properties": {"readOnly": {"type": "boolean"}}}),
            json!({"properties": {"loop": {"$ref": "#/$defs/Loop"}}}),
            json!(true),
        ] {
            check(SchemaSide::Input, &schema, &schema);
        }
    }
}
