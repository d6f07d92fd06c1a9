//! Answers of management tools.

use candor_model::McpEra;
use candor_wire::RawJson;
use serde_json::{Map, Value, json};

/// The answer of a management tool.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ManagementAnswer {
    /// Satisfies the tool's output schema, even on failure.
    pub(crate) structured: Value,
    /// Whether the request failed.
    pub(crate) is_error: bool,
}

// === impl ManagementAnswer ===

impl ManagementAnswer {
    pub(super) fn done(structured: Value) -> Self {
        Self {
            structured,
            is_error: false,
        }
    }

    pub(super) fn failed(structured: Value) -> Self {
        Self {
            structured,
            is_error: true,
        }
    }

    /// The `result` of the call. The text contains the structured content, for clients that only
    /// read text.
    pub(crate) fn to_result(&self, era: McpEra) -> RawJson {
        let mut result = Map::new();
        if era == McpEra::Modern {
            result.insert("resultType".to_owned(), json!("complete"));
        }
        let text = self.structured.to_string();
        let content = json!([{"type": "text", "text": text}]);
        result.insert("content".to_owned(), content);
        result.insert("structuredContent".to_owned(), self.structured.clone());
        result.insert("isError".to_owned(), json!(self.is_error));
        RawJson::from_value(&Value::Object(result))
    }
}

/// A failure, for tools that report it with `success`.
pub(super) fn unsuccessful(sentence: &str) -> ManagementAnswer {
    ManagementAnswer::failed(json!({"success": false, "error": sentence}))
}

/// A failure, for tools without other fields for it.
pub(super) fn error(sentence: &str) -> ManagementAnswer {
    ManagementAnswer::failed(json!({"error": sentence}))
}
