//! Creates a pin from a definition.

use candor_model::{DefinitionPin, Digest, QualifiedName};
use candor_schema::canonical;
use serde_json::Value;

use crate::{definition, ref_id};

/// Keys of a definition that may change freely and are not pinned.
///
/// Only `_meta`: the protocol reserves it for implementation data (trace ids, timestamps,
/// counters), and some servers change it with every listing. It is never shown to a model. A nested
/// `_meta`, for example in a schema, is pinned, and so is its key [`REQUEST`].
pub const VOLATILE: &[&str] = &["_meta"];

/// The key in `_meta` that describes a tool's HTTP request. The tool's behaviour depends on it, so
/// it is pinned.
pub const REQUEST: &str = "dev.candor/http";

/// Pins a definition as the source sent it.
///
/// The hash is of the canonical JSON of the definition without its [`VOLATILE`] members, so the
/// order of keys plays no part in it, nor does the name under which clients see the tool. The
/// order matters only for [`ref_id()`](crate::ref_id()). What is no object is pinned as it is.
pub fn pin(name: &QualifiedName, definition: &Value, at_micros: i64) -> DefinitionPin {
    let text = canonical(&definition::lasting(definition));
    DefinitionPin {
        name: name.clone(),
        hash: Digest::of(&text),
        definition: text.into(),
        ref_id: ref_id(name.source(), definition),
        at_micros,
    }
}

/// The hash by which a pin knows a definition.
pub fn definition_hash(definition: &Value) -> Digest {
    Digest::of(canonical(&definition::lasting(definition)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pinned(definition: &Value) -> DefinitionPin {
        let name = QualifiedName::parse("notes.read_note").expect("a name");
        pin(&name, definition, 7)
    }

    #[test]
    fn the_text_is_canonical_and_the_hash_is_of_the_text() {
        let pin = pinned(&json!({"name": "read_note", "description": "é", "_meta": {"at": 1}}));
        assert_eq!(
            &*pin.definition,
            r#"{"description":"é","name":"read_note"}"#
        );
        assert_eq!(pin.hash, Digest::of(&*pin.definition));
        assert_eq!((pin.name.own(), pin.at_micros), ("read_note", 7));
    }

    #[test]
    fn what_is_volatile_is_so_at_the_top_only() {
        let plain = json!({"name": "a", "inputSchema": {"type": "object"}});
        let outer = json!({"name": "a", "inputSchema": {"type": "object"}, "_meta": 1});
        let inner = json!({"name": "a", "inputSchema": {"type": "object", "_meta": 1}});
        assert_eq!(pinned(&plain).hash, pinned(&outer).hash);
        assert_ne!(pinned(&plain).hash, pinned(&inner).hash);
    }

    #[test]
    fn the_request_behind_a_tool_is_pinned() {
        let with = |meta: Value| pinned(&json!({"name": "a", "_meta": meta}));
        let get = with(json!({"at": 1, REQUEST: {"method": "GET"}}));
        assert_eq!(
            &*get.definition,
            r#"{"_meta":{"dev.candor/http":{"method":"GET"}},"name":"a"}"#
        );
        let later = with(json!({REQUEST: {"method": "GET"}, "at": 2}));
        assert_eq!(get.hash, later.hash);
        let delete = with(json!({REQUEST: {"method": "DELETE"}}));
        assert_ne!(get.hash, delete.hash);
    }

    #[test]
    fn every_other_member_is_pinned() {
        let base = json!({"name": "a"});
        for member in [
            "title",
            "description",
            "inputSchema",
            "outputSchema",
            "annotations",
            "icons",
            "execution",
            "somethingNew",
        ] {
            let mut other = base.clone();
            other[member] = json!("x");
            assert_ne!(pinned(&base).hash, pinned(&other).hash, "{member}");
        }
        assert_ne!(pinned(&base).hash, pinned(&json!({"name": "b"})).hash);
    }

    #[test]
    fn what_is_no_object_is_pinned_as_it_is() {
        for odd in [json!(null), json!([1, 2]), json!("text"), json!(1.5)] {
            assert_eq!(*pinned(&odd).definition, *odd.to_string());
        }
    }

    #[test]
    fn a_deep_definition_does_not_overflow() {
        let deep = (0..500).fold(json!(1), |inner, _| json!({"items": inner}));
        let pin = pinned(&json!({"name": "a", "inputSchema": deep}));
        assert_eq!(pin.definition.matches("items").count(), 500);
    }
}
