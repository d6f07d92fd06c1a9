//! One thing that can be done with an API.

use super::{
    ApiParameter, ApiResponse, ApiServer, OperationBody, OperationExtension, OperationMethod,
    SecurityRequirement,
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
