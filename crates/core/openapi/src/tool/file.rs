//! File arguments: bytes are encoded as text, because JSON has no bytes.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::argument::into_object;
use super::keyword::SeenDefinitions;
use super::media::is_bytes;
use super::words::joined;
use crate::api::{MediaKind, PropertyEncoding, SchemaDefinitions};

/// The description of every file argument.
const HOW: &str = "The content as base64, or a `data:` URI.";

/// The default media type of bytes.
const ANY: &str = "application/octet-stream";

/// Keywords that combine schemas.
const CHOICES: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// The maximum number of definitions followed to find files.
const FOLLOWED: usize = 16;

/// The schema of a binary argument with these comma-separated media types. String keywords such as
/// a maximum length would be wrong for base64 and are left out.
pub(super) fn file(schema: &Value, media_types: Option<&str>) -> Value {
    let mut made = Map::new();
    made.insert("type".to_owned(), "string".into());
    made.insert("contentEncoding".to_owned(), "base64".into());
    // If the schema only says that it is binary, the form's media types are more specific.
    let own = schema.get("contentMediaType").and_then(Value::as_str);
    let media_types = own.filter(|own| *own != ANY).or(media_types).or(own);
    let is_choice = |one: &str| one.contains(['*', ',']);
    if let Some(media_type) = media_types.filter(|one| !is_choice(one)) {
        made.insert("contentMediaType".to_owned(), media_type.into());
    }
    for keyword in ["title", "deprecated"] {
        if let Some(value) = schema.get(keyword) {
            made.insert(keyword.to_owned(), value.clone());
        }
    }
    let said = schema.get("description").and_then(Value::as_str);
    let how = match media_types.filter(|one| is_choice(one)) {
        Some(choice) => format!("{HOW} It may be of these media types: {choice}."),
        None => HOW.to_owned(),
    };
    made.insert("description".to_owned(), joined(said, Some(&how)).into());
    Value::Object(made)
}

/// The schema of a binary argument that the API itself expects as encoded text. Keeps the string
/// keywords. Its `format` distinguishes it from bytes that are decoded before sending.
pub(super) fn encoded(schema: &Value) -> Value {
    let mut made = into_object(schema.clone());
    made.insert("type".to_owned(), "string".into());
    made.insert("format".to_owned(), "byte".into());
    let said = made.get("description").and_then(Value::as_str);
    let said = joined(said, Some(HOW));
    made.insert("description".to_owned(), said.into());
    Value::Object(made)
}

/// The schema of a form property, with every file in it as an argument; `None` if there are none.
pub(super) fn in_property(
    schema: &Value,
    encoding: Option<&PropertyEncoding>,
    definitions: &SchemaDefinitions,
) -> Value {
    let finder = FileFinder { definitions };
    let media_type = encoding.and_then(|encoding| encoding.content_type.as_deref());
    let found = finder.property(schema, media_type, &mut SeenDefinitions::default());
    found.unwrap_or_else(|| schema.clone())
}

/// The schema of a whole form with files. References on the path to a file are inlined.
pub(super) fn in_form(
    schema: &Value,
    encodings: &BTreeMap<String, PropertyEncoding>,
    definitions: &SchemaDefinitions,
) -> Value {
    let finder = FileFinder { definitions };
    let found = finder.form(schema, encodings, &mut SeenDefinitions::default());
    found.unwrap_or_else(|| schema.clone())
}

/// Finds files in schemas; every method returns `None` if there are none.
struct FileFinder<'a> {
    definitions: &'a SchemaDefinitions,
}

// === impl FileFinder ===

impl<'a> FileFinder<'a> {
    fn property(
        &self,
        schema: &'a Value,
        media_type: Option<&str>,
        trail: &mut SeenDefinitions<'a>,
    ) -> Option<Value> {
        if is_bytes(schema) || (is_any(schema) && media_type.is_some_and(names_bytes)) {
            return Some(file(schema, media_type));
        }
        let map = schema.as_object()?;
        if let Some(definition) = self.referred(map, trail) {
            let found = self.property(definition, media_type, trail)?;
            return Some(with_siblings(found, map));
        }
        let mut made = map.clone();
        let mut is_changed = false;
        let items = map.get("items");
        if let Some(found) = items.and_then(|one| self.property(one, media_type, trail)) {
            made.insert("items".to_owned(), found);
            is_changed = true;
        }
        // An optional file is often a choice between a file and `null`.
        for keyword in CHOICES {
            let list = map.get(keyword).and_then(Value::as_array);
            for (at, one) in list.into_iter().flatten().enumerate() {
                if let Some(found) = self.property(one, media_type, trail) {
                    made[keyword][at] = found;
                    is_changed = true;
                }
            }
        }
        is_changed.then_some(Value::Object(made))
    }

    fn form(
        &self,
        schema: &'a Value,
        encodings: &BTreeMap<String, PropertyEncoding>,
        trail: &mut SeenDefinitions<'a>,
    ) -> Option<Value> {
        let map = schema.as_object()?;
        if let Some(definition) = self.referred(map, trail) {
            let found = self.form(definition, encodings, trail)?;
            return Some(with_siblings(found, map));
        }
        let mut made = map.clone();
        let mut is_changed = false;
        let members = map.get("properties").and_then(Value::as_object);
        for (name, one) in members.into_iter().flatten() {
            let media_type = encodings
                .get(name)
                .and_then(|one| one.content_type.as_deref());
            if let Some(found) = self.property(one, media_type, &mut SeenDefinitions::default()) {
                made["properties"][name] = found;
                is_changed = true;
            }
        }
        for keyword in CHOICES {
            let list = map.get(keyword).and_then(Value::as_array);
            for (at, one) in list.into_iter().flatten().enumerate() {
                if let Some(found) = self.form(one, encodings, trail) {
                    made[keyword][at] = found;
                    is_changed = true;
                }
            }
        }
        is_changed.then_some(Value::Object(made))
    }

    /// The definition that a schema refers to. Results are inlined, so only few are followed.
    fn referred(
        &self,
        schema: &'a Map<String, Value>,
        trail: &mut SeenDefinitions<'a>,
    ) -> Option<&'a Value> {
        let definition = trail.follow(schema, self.definitions);
        definition.filter(|_| trail.length() <= FOLLOWED)
    }
}

/// Members beside a reference override those of the target.
fn with_siblings(mut found: Value, siblings: &Map<String, Value>) -> Value {
    for (keyword, value) in siblings.iter().filter(|(keyword, _)| *keyword != "$ref") {
        let said = value.as_str().filter(|_| keyword == "description");
        match (said, found["contentEncoding"] == "base64") {
            (Some(said), true) => found["description"] = joined(Some(said), Some(HOW)).into(),
            _ => found[keyword] = value.clone(),
        }
    }
    found
}

/// Whether a schema allows anything.
fn is_any(schema: &Value) -> bool {
    match schema {
        Value::Bool(any) => *any,
        Value::Object(map) => map
            .keys()
            .all(|keyword| ["title", "description", "deprecated"].contains(&keyword.as_str())),
        _ => false,
    }
}

/// Whether one of these media types is binary.
fn names_bytes(media_types: &str) -> bool {
    let mut media_types = media_types.split(',');
    media_types.any(|one| MediaKind::of(one).is_bytes())
}

#[cfg(test)]
mod tests;
