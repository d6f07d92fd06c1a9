//! Conversion of schemas in any supported dialect to JSON Schema 2020-12.
//!
//! A schema is converted keyword by keyword. Keywords that hold schemas are converted recursively;
//! all others are kept, including unknown ones. References are rewritten to refer to definitions,
//! and each definition is read once, later.

use candor_text::quote;
use serde_json::{Map, Value};

use super::budget::{VALUE, size_up_to};
use super::definitions::reference_to;
use super::findings::code;
use super::position::{DocumentNode, NodePosition};
use super::quote::kind;
use super::reader::DocumentReader;
use super::upgrade::upgrade;
use super::version::DocumentVersion;

/// A shared schema that costs more than this becomes a definition, so that it is not copied to each
/// user.
const SMALL: usize = 24 * VALUE;

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// The schema at a place. If it may be shared, a large one becomes a definition.
    pub(super) fn schema(&mut self, node: &DocumentNode<'a>, shared: bool) -> Value {
        let is_reference = node.value.get("$ref").is_some();
        if shared
            && node.value.is_object()
            && !is_reference
            && size_up_to(node.value, SMALL) > SMALL
        {
            let name = self.names.of(node.clone());
            return Value::Object(Map::from_iter([("$ref".into(), reference_to(&name))]));
        }
        self.convert(node.value, &mut node.spot.clone())
    }

    /// A schema that consists of some members of an object, as in Swagger 2.0 parameters.
    pub(super) fn schema_of(
        &mut self,
        members: &'a Map<String, Value>,
        keep: fn(&str) -> bool,
        spot: &NodePosition,
    ) -> Value {
        self.convert_members(members, keep, &mut spot.clone())
    }

    /// The schema at a place, converted to 2020-12.
    pub(super) fn convert(&mut self, value: &'a Value, spot: &mut NodePosition) -> Value {
        match value {
            Value::Bool(_) => value.clone(),
            Value::Object(members) => self.convert_members(members, |_| true, spot),
            other => {
                let found = kind(other);
                self.warn(
                    code::SCHEMA,
                    spot,
                    format_args!("a schema belongs here, not {found}; anything is accepted"),
                );
                Value::Bool(true)
            }
        }
    }

    fn convert_members(
        &mut self,
        members: &'a Map<String, Value>,
        keep: fn(&str) -> bool,
        spot: &mut NodePosition,
    ) -> Value {
        if !self.allowance.pay(VALUE) {
            return Value::Bool(true);
        }
        let before_3_1 = self.version < DocumentVersion::V3_1;
        let bare = before_3_1 && members.get("$ref").is_some_and(Value::is_string);
        let mut schema = Map::with_capacity(members.len());
        for (key, value) in members {
            if !keep(key) || (value.is_null() && !says_null(key)) {
                continue;
            }
            if bare && !stands_beside_reference(key) {
                let message = format!(
                    "{} beside a `$ref` counts only since OpenAPI 3.1; it is ignored",
                    quote(key)
                );
                self.note(code::SCHEMA, spot, message);
                continue;
            }
            self.allowance.pay(VALUE + key.len());
            let before = spot.enter(key);
            self.keyword(key, value, members, &mut schema, spot);
            spot.leave(before);
        }
        let mut complaints = Vec::new();
        let schema = upgrade(schema, &mut |complaint| complaints.push(complaint));
        for complaint in complaints {
            self.warn(code::SCHEMA, spot, complaint);
        }
        schema
    }

    fn keyword(
        &mut self,
        key: &str,
        value: &'a Value,
        members: &'a Map<String, Value>,
        schema: &mut Map<String, Value>,
        spot: &mut NodePosition,
    ) {
        match key {
            "$ref" | "$dynamicRef" => self.reference(key, value, schema, spot),
            "$recursiveRef" => {
                let message = "`$recursiveRef` is not understood; anything is accepted";
                self.warn(code::SCHEMA, spot, message);
            }
            // They name targets of references, and references are rewritten.
            "$id" | "$schema" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor"
            | "$vocabulary" | "$defs" | "definitions" => {}
            "properties" | "patternProperties" | "dependentSchemas" => {
                self.schema_map(key, value, schema, spot);
            }
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
                self.schema_list(key, key, value, schema, spot);
            }
            "items" if value.is_array() => {
                self.schema_list(key, "prefixItems", value, schema, spot);
            }
            "items"
            | "additionalProperties"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contains"
            | "propertyNames"
            | "contentSchema" => {
                let value = self.convert(value, spot);
                schema.insert(key.to_owned(), value);
            }
            // It only applies to elements after a tuple.
            "additionalItems" => {
                if members.get("items").is_some_and(Value::is_array) {
                    let value = self.convert(value, spot);
                    schema.insert("items".to_owned(), value);
                }
            }
            "dependencies" => self.dependencies(value, schema, spot),
            "discriminator" => self.discriminator(value, schema, spot),
            _ => self.plain(key, value, schema, spot),
        }
    }
}

/// Whether `null` is a meaningful value of the keyword.
fn says_null(key: &str) -> bool {
    matches!(key, "const" | "default" | "example")
}

/// Whether a keyword beside a `$ref` is used before OpenAPI 3.1. By the specification none is, but
/// descriptive ones are harmless and intended.
fn stands_beside_reference(key: &str) -> bool {
    key.starts_with("x-")
        || matches!(
            key,
            "$ref"
                | "title"
                | "description"
                | "default"
                | "example"
                | "deprecated"
                | "readOnly"
                | "writeOnly"
                | "nullable"
        )
}
