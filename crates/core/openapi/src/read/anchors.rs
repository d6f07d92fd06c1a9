//! Named schemas in a file, by `$id` or `$anchor`.

use std::collections::HashMap;

use serde_json::Value;

use super::position::{NodePosition, keys, step};

/// The places of named schemas.
#[derive(Debug, Default)]
pub(super) struct SchemaAnchors {
    ids: HashMap<String, String>,
    anchors: HashMap<String, String>,
}

// === impl SchemaAnchors ===

impl SchemaAnchors {
    /// Collects the names in a file. The first of several with the same name wins.
    pub(super) fn of(root: &Value, spot: NodePosition) -> Self {
        let mut landmarks = Self::default();
        landmarks.collect(root, &mut { spot });
        landmarks
    }

    fn collect(&mut self, value: &Value, spot: &mut NodePosition) {
        let members = match value {
            Value::Array(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    let before = spot.enter(&at.to_string());
                    self.collect(element, spot);
                    spot.leave(before);
                }
                return;
            }
            Value::Object(members) => members,
            _ => return,
        };
        for (key, value) in members {
            let list = match key.as_str() {
                "$id" => &mut self.ids,
                "$anchor" | "$dynamicAnchor" => &mut self.anchors,
                _ => {
                    let before = spot.enter(key);
                    self.collect(value, spot);
                    spot.leave(before);
                    continue;
                }
            };
            if let Some(name) = value.as_str() {
                let name = name.trim_end_matches('#').to_owned();
                list.entry(name).or_insert_with(|| spot.pointer.clone());
            }
        }
    }

    /// The place of the schema with this `$id`.
    pub(super) fn id(&self, id: &str) -> Option<&str> {
        self.ids.get(id).map(String::as_str)
    }

    /// The place of the schema with this `$anchor`.
    pub(super) fn anchor(&self, anchor: &str) -> Option<&str> {
        self.anchors.get(anchor).map(String::as_str)
    }
}

/// The innermost schema with an `$id` that contains a place, if any.
pub(super) fn base(root: &Value, pointer: &str) -> Option<String> {
    let mut found = None;
    let mut value = root;
    let mut length = 0;
    let raw = pointer.split('/').skip(1);
    for (key, raw) in keys(pointer).zip(raw) {
        let has_id = value.get("$id").and_then(Value::as_str);
        if has_id.is_some_and(|id| !id.starts_with('#')) {
            found = Some(length);
        }
        value = step(value, &key)?;
        length += raw.len() + 1;
    }
    let has_id = value.get("$id").and_then(Value::as_str);
    if has_id.is_some_and(|id| !id.starts_with('#')) {
        found = Some(length);
    }
    found.map(|length| pointer[..length].to_owned())
}
