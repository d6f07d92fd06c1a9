//! Where an API is served.

use std::collections::BTreeMap;

/// One address, perhaps with variables in braces. Perhaps relative to the document's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiServer {
    /// The address, perhaps with variables.
    pub url: String,
    /// What it is called, in OpenAPI 3.2.
    pub name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Its variables by name.
    pub variables: BTreeMap<String, ServerVariable>,
}

/// A variable of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerVariable {
    /// The default value.
    pub default: String,
    /// What it may be. Empty where it may be anything.
    pub choices: Vec<String>,
}
