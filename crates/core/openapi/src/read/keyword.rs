//! Schema keywords with special handling.

use std::borrow::Cow;

use candor_text::quote;
use serde_json::{Map, Value};

use super::budget::size;
use super::definitions::reference_to;
use super::findings::code;
use super::pattern;
use super::position::NodePosition;
use super::quote::kind;
use super::reader::DocumentReader;
use super::shape::{ConvertedSchema, shape};

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// A keyword that holds no schema.
    pub(super) fn plain(
        &mut self,
        key: &str,
        value: &'a Value,
        schema: &mut Map<String, Value>,
        spot: &NodePosition,
    ) {
        if !self.allowance.pay(size(value)) {
            return;
        }
        if is_note(key) && has_reference(value) {
            let message =
                format!("`{key}` refers to a place that no client can see; it is ignored");
            return self.note(code::SCHEMA, spot, message);
        }
        if let ("pattern", Some(text)) = (key, value.as_str()) {
            if let Some(text) = self.native_pattern(text, spot) {
                schema.insert(key.to_owned(), text.into());
            }
            return;
        }
        match shape(key, value) {
            ConvertedSchema::Fits => _ = schema.insert(key.to_owned(), value.clone()),
            ConvertedSchema::Meant(value) => _ = schema.insert(key.to_owned(), value),
            ConvertedSchema::Wrong(expected) => {
                let found = kind(value);
                let message = format!("`{key}` should be {expected} and is {found}; it is ignored");
                self.warn(code::SCHEMA, spot, message);
            }
        }
    }

    /// A regular expression in the dialect of JSON Schema. An unsupported one is reported and
    /// dropped, because a client that cannot parse it would reject the whole schema.
    fn native_pattern(&mut self, text: &str, spot: &NodePosition) -> Option<String> {
        match pattern::native(text) {
            Ok(text) => Some(text),
            Err(reason) => {
                let message = format!(
                    "the pattern {} is not one of JSON Schema: {reason}; it is ignored",
                    quote(text)
                );
                self.warn(code::SCHEMA, spot, message);
                None
            }
        }
    }

    /// Converts a reference to one to a definition.
    pub(super) fn reference(
        &mut self,
        key: &str,
        value: &'a Value,
        schema: &mut Map<String, Value>,
        spot: &NodePosition,
    ) {
        let Some(text) = value.as_str() else {
            let message = format_args!("`{key}` should be a text; it is ignored");
            return self.warn(code::SCHEMA, spot, message);
        };
        match self.lookup_schema(text, spot) {
            Ok(node) if node.value.is_object() || node.value.is_boolean() => {
                let name = self.names.of(node);
                schema.entry("$ref").or_insert_with(|| reference_to(&name));
            }
            Ok(node) => {
                let found = kind(node.value);
                let message = format!(
                    "{} leads to {found}, not to a schema; anything is accepted",
                    quote(text)
                );
                self.warn(code::UNRESOLVED_REF, spot, message);
            }
            Err(trouble) => {
                let message = format!("{}; anything is accepted", trouble.reason);
                self.warn(trouble.code, spot, message);
            }
        }
    }

    /// Schemas by name.
    pub(super) fn schema_map(
        &mut self,
        key: &str,
        value: &'a Value,
        schema: &mut Map<String, Value>,
        spot: &mut NodePosition,
    ) {
        let Some(members) = value.as_object() else {
            let message = format!(
                "`{key}` should be an object and is {}; it is ignored",
                kind(value)
            );
            return self.warn(code::SCHEMA, spot, message);
        };
        let mut schemas = Map::with_capacity(members.len());
        for (name, value) in members {
            self.allowance.pay(name.len());
            let name = if key == "patternProperties" {
                let Some(name) = self.native_pattern(name, spot) else {
                    // It is unknown which properties match, so any are allowed.
                    schemas.insert(String::new(), Value::Bool(true));
                    continue;
                };
                Cow::Owned(name)
            } else {
                Cow::Borrowed(name)
            };
            let before = spot.enter(&name);
            // A YAML key without a value.
            let value = if value.is_null() {
                Value::Bool(true)
            } else {
                self.convert(value, spot)
            };
            spot.leave(before);
            schemas.insert(name.into_owned(), value);
        }
        schema.insert(key.to_owned(), Value::Object(schemas));
    }

    /// A list of schemas, under its name in 2020-12.
    pub(super) fn schema_list(
        &mut self,
        key: &str,
        named: &str,
        value: &'a Value,
        schema: &mut Map<String, Value>,
        spot: &mut NodePosition,
    ) {
        let elements = match value {
            Value::Array(elements) if !elements.is_empty() => elements.as_slice(),
            Value::Object(_) => std::slice::from_ref(value),
            // Empty lists are not allowed in 2020-12 and have no meaning.
            Value::Array(_) => return,
            other => {
                let message = format!(
                    "`{key}` should be a list and is {}; it is ignored",
                    kind(other)
                );
                return self.warn(code::SCHEMA, spot, message);
            }
        };
        let mut schemas = Vec::with_capacity(elements.len());
        for (at, element) in elements.iter().enumerate() {
            let before = spot.enter(&at.to_string());
            schemas.push(self.convert(element, spot));
            spot.leave(before);
        }
        schema.insert(named.to_owned(), Value::Array(schemas));
    }

    /// `dependencies` of earlier drafts: each is a list of names or a schema.
    pub(super) fn dependencies(
        &mut self,
        value: &'a Value,
        schema: &mut Map<String, Value>,
        spot: &mut NodePosition,
    ) {
        let mut required = Map::new();
        let mut schemas = Map::new();
        for (name, value) in value.as_object().into_iter().flatten() {
            let before = spot.enter(name);
            if let Value::Array(names) = value {
                let names = names.iter().filter(|name| name.is_string()).cloned();
                required.insert(name.clone(), names.collect());
            } else {
                let value = self.convert(value, spot);
                schemas.insert(name.clone(), value);
            }
            spot.leave(before);
        }
        for (key, members) in [
            ("dependentRequired", required),
            ("dependentSchemas", schemas),
        ] {
            if !members.is_empty() && !schema.contains_key(key) {
                schema.insert(key.to_owned(), Value::Object(members));
            }
        }
    }

    /// Validators ignore it, but it tells readers which property decides. References in it get the
    /// names of the resulting definitions.
    pub(super) fn discriminator(
        &mut self,
        value: &'a Value,
        schema: &mut Map<String, Value>,
        spot: &NodePosition,
    ) {
        let mut told = match value {
            Value::Object(members) => members.clone(),
            // The form in Swagger 2.0.
            Value::String(name) => Map::from_iter([("propertyName".into(), name.clone().into())]),
            _ => return,
        };
        if let Some(Value::Object(mapping)) = told.get_mut("mapping") {
            for target in mapping.values_mut() {
                let Some(text) = target.as_str() else {
                    continue;
                };
                let component = format!("#/components/schemas/{text}");
                let found = self
                    .lookup_schema(&component, spot)
                    .or_else(|_| self.lookup_schema(text, spot));
                match found {
                    Ok(node) => *target = reference_to(&self.names.of(node)),
                    Err(trouble) => self.warn(trouble.code, spot, trouble.reason),
                }
            }
        }
        self.allowance.pay(size(value));
        schema.insert("discriminator".to_owned(), Value::Object(told));
    }
}

/// Whether a keyword is informative only.
fn is_note(key: &str) -> bool {
    key.starts_with("x-") || matches!(key, "example" | "examples" | "externalDocs")
}

/// Whether a value contains a reference.
fn has_reference(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                if members.get("$ref").is_some_and(Value::is_string) {
                    return true;
                }
                open.extend(members.values());
            }
            Value::Array(elements) => open.extend(elements),
            _ => {}
        }
    }
    false
}
