//! Detection of the OpenAPI version.

use serde_json::Value;

use super::quote::{kind, quote_value};

/// The versions with different semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DocumentVersion {
    V2,
    V3_0,
    V3_1,
    V3_2,
}

/// The version, and whether it was guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundVersion {
    pub(super) version: DocumentVersion,
    /// The version in the document, if it is unknown.
    pub(super) guessed_from: Option<String>,
}

// === impl DocumentVersion ===

impl DocumentVersion {
    /// The version of a document. The error says what it is instead.
    pub(super) fn of(root: &Value) -> Result<FoundVersion, String> {
        let Some(members) = root.as_object() else {
            return Err(format!("it holds {}, not an object", kind(root)));
        };
        let said = members.get("openapi").or_else(|| members.get("swagger"));
        let Some(said) = said else {
            return Err(instead(root));
        };
        let text = match said {
            Value::String(text) => text.trim().to_owned(),
            // Without quotes, YAML parses it as a number.
            Value::Number(number) => number.to_string(),
            other => return Err(format!("its version is {}, not a text", kind(other))),
        };
        let mut parts = text.split('.');
        let major = parts.next().unwrap_or_default();
        let minor = parts.next().unwrap_or("0");
        let found = |version| FoundVersion {
            version,
            guessed_from: None,
        };
        match (major, minor) {
            ("2", "0") => Ok(found(Self::V2)),
            ("3", "0") => Ok(found(Self::V3_0)),
            ("3", "1") => Ok(found(Self::V3_1)),
            ("3", "2") => Ok(found(Self::V3_2)),
            ("3", _) => Ok(FoundVersion {
                version: Self::V3_2,
                guessed_from: Some(text),
            }),
            _ => Err(format!(
                "its version is {}; versions 2.0 to 3.2 are read",
                quote_value(said)
            )),
        }
    }
}

/// What a document without an OpenAPI version probably is.
fn instead(root: &Value) -> String {
    let has = |key: &str| root.get(key).is_some();
    let what = if has("asyncapi") {
        "it is an AsyncAPI document"
    } else if has("info") && has("item") {
        "it is a Postman collection; export it as OpenAPI"
    } else if has("mcpServers") {
        "it lists MCP servers; import it with `candor import mcp-json`"
    } else if has("apiVersion") && has("kind") {
        "it is a Kubernetes manifest"
    } else if has("$schema") {
        "it is a JSON Schema"
    } else {
        "it says neither `openapi` nor `swagger`"
    };
    what.to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn versions_are_read_leniently() {
        for (root, expect) in [
            (json!({"swagger": "2.0"}), DocumentVersion::V2),
            (json!({"swagger": 2.0}), DocumentVersion::V2),
            (json!({"swagger": 2}), DocumentVersion::V2),
            (json!({"openapi": "3.0.4"}), DocumentVersion::V3_0),
            (json!({"openapi": 3}), DocumentVersion::V3_0),
            (json!({"openapi": 3.1}), DocumentVersion::V3_1),
            (json!({"openapi": "3.1.0-rc1"}), DocumentVersion::V3_1),
            (json!({"openapi": " 3.2.0"}), DocumentVersion::V3_2),
        ] {
            let found = DocumentVersion::of(&root).expect("a version");
            assert_eq!(
                (found.version, found.guessed_from),
                (expect, None),
                "{root}"
            );
        }
        let newer = DocumentVersion::of(&json!({"openapi": "3.9.1"})).expect("a version");
        assert_eq!(newer.guessed_from.as_deref(), Some("3.9.1"));
    }

    #[test]
    fn other_documents_are_recognised() {
        for (root, expect) in [
            (json!([]), "it holds a list, not an object"),
            (json!({}), "it says neither `openapi` nor `swagger`"),
            (
                json!({"openapi": {}}),
                "its version is an object, not a text",
            ),
            (
                json!({"openapi": "4.0.0"}),
                "its version is `4.0.0`; versions 2.0 to 3.2 are read",
            ),
            (
                json!({"swagger": "1.2"}),
                "its version is `1.2`; versions 2.0 to 3.2 are read",
            ),
            (json!({"asyncapi": "3.0.0"}), "it is an AsyncAPI document"),
            (json!({"$schema": "x"}), "it is a JSON Schema"),
        ] {
            assert_eq!(DocumentVersion::of(&root), Err(expect.to_owned()));
        }
    }
}
