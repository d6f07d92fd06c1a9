//! Servers of an API.

use std::collections::BTreeMap;

/// A server URL, possibly with variables in braces or relative to the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiServer {
    /// The URL, possibly with variables.
    pub url: String,
    /// The name, since OpenAPI 3.2.
    pub name: Option<String>,
    /// The description in the document.
    pub description: Option<String>,
    /// The variables by name.
    pub variables: BTreeMap<String, ServerVariable>,
}

/// A variable of a server URL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerVariable {
    /// The default value.
    pub default: String,
    /// The allowed values. Empty if any value is allowed.
    pub choices: Vec<String>,
}
