//! What a management tool says.

use candor_model::McpEra;
use candor_wire::RawJson;
use serde_json::{Map, Value, json};

/// The answer of a management tool.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ManagementAnswer {
    /// Satisfies the tool's output schema, whatever happened.
    pub(crate) structured: Value,
    /// Whether what was asked for was not done.
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

    /// The `result` of the call. The text is the same as the structured content, for clients
    /// that only read text.
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

/// That something was not done, for tools that say so with `success`.
pub(super) fn unsuccessful(sentence: &str) -> ManagementAnswer {
    ManagementAnswer::failed(json!({"success": false, "error": sentence}))
}

/// That something was not done, for tools that have nothing else to say then.
pub(super) fn error(sentence: &str) -> ManagementAnswer {
    ManagementAnswer::failed(json!({"error": sentence}))
}
