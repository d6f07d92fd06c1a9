//! Operations of an API.

use serde_json::Value;

use super::header::overrides_method;
use super::{
    ApiParameter, ApiResponse, ApiServer, OperationBody, OperationExtension, OperationMethod,
    ParameterPlace, SecurityRequirement,
};

/// One operation, including what its path item defines for all its operations.
#[derive(Clone, Debug)]
pub struct OpenApiOperation {
    /// The `operationId` in the document.
    pub id: Option<String>,
    /// The HTTP method.
    pub method: OperationMethod,
    /// The path with its parameters in braces, such as `/books/{isbn}`. Starts with a slash.
    pub path: String,
    /// The summary in the document.
    pub summary: Option<String>,
    /// The description in the document.
    pub description: Option<String>,
    /// The tags that the document gave it.
    pub tags: Vec<String>,
    /// Whether it should no longer be used.
    pub deprecated: bool,
    /// The parameters in path, query, headers and cookies, distinct by name and location. Those in
    /// the path are exactly the ones in [`OpenApiOperation::path`].
    pub parameters: Vec<ApiParameter>,
    /// The request body.
    pub body: Option<OperationBody>,
    /// The responses, in document order.
    pub responses: Vec<ApiResponse>,
    /// Alternative security requirements, any of which suffices. Empty if none is required.
    pub security: Vec<SecurityRequirement>,
    /// The most specific list of servers in the document. May be empty.
    pub servers: Vec<ApiServer>,
    /// The extensions for Candor.
    pub extension: OperationExtension,
    /// The place in the document, as a JSON pointer such as `#/paths/~1books/get`.
    pub pointer: String,
}

// === impl OpenApiOperation ===

impl OpenApiOperation {
    /// The header that overrides the method, and the resulting method. Only if the document
    /// requires the header on a `POST` and allows one value: without it, the request would be a
    /// different operation.
    pub fn method_override(&self) -> Option<(&str, &'static str)> {
        if self.method.as_str() != "POST" {
            return None;
        }
        let parameters = self.parameters.iter();
        let mut demanded = parameters.filter(|one| {
            one.place == ParameterPlace::Header && one.required && overrides_method(&one.name)
        });
        let header = demanded.next()?;
        Some((header.name.as_str(), only_method(&header.schema)?))
    }

    /// The effective method: the method itself, or the one set by an override header.
    pub fn meant_method(&self) -> &str {
        let turned = self.method_override();
        turned.map_or(self.method.as_str(), |(_, method)| method)
    }
}

/// The only method that a schema allows, or its default.
fn only_method(schema: &Value) -> Option<&'static str> {
    let choices = schema.get("enum").and_then(Value::as_array);
    let only = match choices.map(Vec::as_slice) {
        Some([only]) => Some(only),
        _ => None,
    };
    let said = schema.get("const").or(only).or(schema.get("default"))?;
    let said = said.as_str()?.trim().to_ascii_uppercase();
    let methods = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "QUERY", "POST"];
    methods.into_iter().find(|method| *method == said)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_a_method_without_a_choice_counts() {
        for (schema, expect) in [
            (json!({"type": "string", "enum": ["PATCH"]}), Some("PATCH")),
            (json!({"const": "get"}), Some("GET")),
            (
                json!({"type": "string", "default": "DELETE", "enum": ["DELETE", "PUT"]}),
                Some("DELETE"),
            ),
            (json!({"enum": ["PUT", "PATCH"]}), None),
            (json!({"type": "string"}), None),
            (json!({"const": "CONNECT"}), None),
            (json!({"const": 1}), None),
            (json!(true), None),
        ] {
            assert_eq!(only_method(&schema), expect, "{schema}");
        }
    }
}
