//! One thing that can be done with an API.

use serde_json::Value;

use super::header::overrides_method;
use super::{
    ApiParameter, ApiResponse, ApiServer, OperationBody, OperationExtension, OperationMethod,
    ParameterPlace, SecurityRequirement,
};

/// One operation. What its path says for all its operations is in it already.
#[derive(Clone, Debug)]
pub struct OpenApiOperation {
    /// The name that the document gives it.
    pub id: Option<String>,
    /// The HTTP method.
    pub method: OperationMethod,
    /// The path with its parameters in braces, such as `/books/{isbn}`. It begins with a slash.
    pub path: String,
    /// What it does, in a few words.
    pub summary: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// The tags that the document gave it.
    pub tags: Vec<String>,
    /// Whether it should no longer be used.
    pub deprecated: bool,
    /// What can be said in path, query, headers and cookies. No two have the same name and place.
    /// Those in the path are exactly the ones in [`OpenApiOperation::path`].
    pub parameters: Vec<ApiParameter>,
    /// What can be sent.
    pub body: Option<OperationBody>,
    /// What comes back, in the order of the document.
    pub responses: Vec<ApiResponse>,
    /// How one must show who one is: any one of these. Empty where none is needed.
    pub security: Vec<SecurityRequirement>,
    /// Where it is served: the most particular list that the document has. May be empty.
    pub servers: Vec<ApiServer>,
    /// What the document says to Candor.
    pub extension: OperationExtension,
    /// Where it stands in the document, as a JSON pointer such as `#/paths/~1books/get`.
    pub pointer: String,
}

// === impl OpenApiOperation ===

impl OpenApiOperation {
    /// The header that turns the method into another one, and that method. Only where the
    /// document demands the header of a `POST` and leaves no choice of its value: then a request
    /// without it would be another operation.
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

    /// What a server takes the request for: the method, or the one that a header puts in its
    /// place.
    pub fn meant_method(&self) -> &str {
        let turned = self.method_override();
        turned.map_or(self.method.as_str(), |(_, method)| method)
    }
}

/// The one method that a schema allows, or gives as the default.
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
