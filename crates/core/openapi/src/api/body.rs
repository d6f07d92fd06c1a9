//! Bodies of requests and responses.

use std::collections::BTreeMap;

use serde_json::Value;

use super::ParameterStyle;
use super::media_kind::essence;

/// The request body of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct OperationBody {
    /// The description of the body.
    pub description: Option<String>,
    /// Whether a request must have it.
    pub required: bool,
    /// The possible media types, in document order. At least one.
    pub content: Vec<BodyMedia>,
}

/// A body in one media type.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyMedia {
    /// The media type as written in the document, possibly with parameters or a wildcard.
    pub media_type: String,
    /// The schema; `true` if the document has none.
    pub schema: Value,
    /// How the properties of a form are encoded, by name.
    pub encoding: BTreeMap<String, PropertyEncoding>,
}

/// How one property of a form is encoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropertyEncoding {
    /// The media type of the part.
    pub content_type: Option<String>,
    /// The style for lists and objects.
    pub style: Option<ParameterStyle>,
    /// Whether each element is written separately.
    pub explode: Option<bool>,
    /// Whether reserved characters are sent unencoded.
    pub allow_reserved: bool,
}

// === impl BodyMedia ===

impl BodyMedia {
    /// The media type without parameters, in lower case.
    pub fn essence(&self) -> String {
        essence(&self.media_type)
    }
}
