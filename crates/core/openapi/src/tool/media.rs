//! Selection of the media type that is sent.

use serde_json::Value;

use super::object::{followed, is_array};
use crate::api::{BodyMedia, MediaKind, SchemaDefinitions};

/// The preferred media type: JSON first, then forms, then text, then bytes. Wildcards such as `*/*`
/// come after all specific types, and types that cannot be sent come last.
pub(super) fn preferred(content: &[BodyMedia], definitions: &SchemaDefinitions) -> Option<usize> {
    let rank = |at: &usize| {
        let media = &content[*at];
        let essence = media.essence();
        let manner = match essence.as_str() {
            "application/json" => 0,
            // It is always a list of changes, even if it shares a schema with other types.
            "application/json-patch+json" if !is_array(&media.schema, definitions) => 2,
            _ => 1,
        };
        (
            !is_sendable(media, definitions),
            essence.contains('*'),
            kind_of(media, definitions),
            manner,
        )
    };
    (0..content.len()).min_by_key(rank)
}

/// The kind of a media type. A wildcard counts as JSON, unless the schema is binary.
pub(super) fn kind_of(media: &BodyMedia, definitions: &SchemaDefinitions) -> MediaKind {
    let kind = MediaKind::of(&media.media_type);
    let is_range = kind == MediaKind::Json && media.essence().contains('*');
    if is_range && is_bytes(followed(&media.schema, definitions)) {
        return MediaKind::Bytes;
    }
    kind
}

/// Whether a body of this type can be sent. Multipart parts without names cannot.
pub(super) fn is_sendable(media: &BodyMedia, definitions: &SchemaDefinitions) -> bool {
    kind_of(media, definitions) != MediaKind::Multipart || !is_array(&media.schema, definitions)
}

/// Whether a schema, without following references, describes bytes. Encoded text (`format: byte`)
/// does not count, because the API itself decodes it.
pub fn is_bytes(schema: &Value) -> bool {
    let text = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
    let media_type = text("contentMediaType");
    let says_bytes = text("format") == Some("binary")
        || text("contentEncoding") == Some("binary")
        || text("type") == Some("file")
        || media_type.is_some_and(|one| !MediaKind::of(one).is_written());
    let is_encoded = text("contentEncoding").is_some_and(|encoding| encoding != "binary");
    says_bytes && !is_encoded
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tool::fixture::media;

    fn definitions() -> SchemaDefinitions {
        let all = json!({
            "Bytes": {"type": "string", "format": "binary"},
            "List": {"type": "array", "items": {}},
        });
        serde_json::from_value(all).expect("definitions")
    }

    #[test]
    fn a_range_is_json_or_bytes() {
        for (schema, expect) in [
            (json!(true), MediaKind::Json),
            (json!({"$ref": "#/$defs/List"}), MediaKind::Json),
            (json!({"$ref": "#/$defs/Bytes"}), MediaKind::Bytes),
        ] {
            let media = media("*/*", schema);
            assert_eq!(kind_of(&media, &definitions()), expect);
        }
    }

    #[track_caller]
    fn check(content: &[(&str, Value)], expect: Option<usize>) {
        let one = |(media_type, schema): &(&str, Value)| media(media_type, schema.clone());
        let content: Vec<_> = content.iter().map(one).collect();
        assert_eq!(preferred(&content, &definitions()), expect);
    }

    #[test]
    fn json_is_preferred_and_ranges_come_last() {
        for (content, expect) in [
            (
                vec!["text/plain", "application/xml", "application/json"],
                Some(2),
            ),
            (
                vec!["application/vnd.shop+json", "application/json"],
                Some(1),
            ),
            (vec!["application/json", "application/json; v=2"], Some(0)),
            (vec!["application/jsonl", "application/json"], Some(1)),
            (
                vec!["multipart/form-data", "application/x-www-form-urlencoded"],
                Some(1),
            ),
            (vec!["*/*", "application/octet-stream"], Some(1)),
            (vec!["*/*"], Some(0)),
            (vec![], None),
        ] {
            let content: Vec<_> = content.into_iter().map(|one| (one, json!(true))).collect();
            check(&content, expect);
        }
    }

    #[test]
    fn a_patch_that_is_no_list_is_merged() {
        let (list, merge) = (
            "application/json-patch+json",
            "application/merge-patch+json",
        );
        let object = json!({"type": "object"});
        check(&[(list, object.clone()), (merge, object.clone())], Some(1));
        let changes = json!({"$ref": "#/$defs/List"});
        check(&[(list, changes), (merge, object)], Some(0));
    }

    #[test]
    fn what_cannot_be_sent_comes_last() {
        let parts = json!({"$ref": "#/$defs/List"});
        check(
            &[
                ("multipart/mixed", parts.clone()),
                ("image/tiff", json!(true)),
            ],
            Some(1),
        );
        let media = media("multipart/mixed", parts);
        assert!(!is_sendable(&media, &definitions()));
    }

    #[test]
    fn bytes_are_told_from_text() {
        for (schema, expect) in [
            (json!({"type": "string", "format": "binary"}), true),
            (json!({"type": "file"}), true),
            (
                json!({"type": "string", "contentMediaType": "image/png"}),
                true,
            ),
            (
                json!({"contentMediaType": "image/png", "contentEncoding": "base64"}),
                false,
            ),
            (
                json!({"type": "string", "contentMediaType": "text/html"}),
                false,
            ),
            (json!({"type": "string", "contentEncoding": "binary"}), true),
            (json!({"type": "string"}), false),
            (json!(true), false),
        ] {
            assert_eq!(is_bytes(&schema), expect, "{schema}");
        }
    }
}
