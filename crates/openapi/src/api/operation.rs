//! One thing that can be done with an API.

use super::{Body, Extension, Method, Parameter, Requirement, Response, Server};

/// One operation. What its path says for all its operations is in it already.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The name that the document gives it.
    pub id: Option<String>,
    /// The method.
    pub method: Method,
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
    /// Those in the path are exactly the ones in [`Operation::path`].
    pub parameters: Vec<Parameter>,
    /// What can be sent.
    pub body: Option<Body>,
    /// What comes back, in the order of the document.
    pub responses: Vec<Response>,
    /// How one must show who one is: any one of these. Empty where nobody asks.
    pub security: Vec<Requirement>,
    /// Where it is served: the most particular list that the document has. May be empty.
    pub servers: Vec<Server>,
    /// What the document says to Candor.
    pub extension: Extension,
    /// Where it stands in the document, as a JSON pointer such as `#/paths/~1books/get`.
    pub pointer: String,
}
