//! What is sent or comes back.

use std::collections::BTreeMap;

use serde_json::Value;

use super::ParameterStyle;
use super::media_kind::essence;

/// What can be sent.
#[derive(Clone, Debug, PartialEq)]
pub struct OperationBody {
    /// What it means.
    pub description: Option<String>,
    /// Whether a request without it is wrong.
    pub required: bool,
    /// In which forms, in the order of the document. At least one.
    pub content: Vec<BodyMedia>,
}

/// One form of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyMedia {
    /// The media type, as the document writes it: perhaps with parameters or a range.
    pub media_type: String,
    /// What it may be. `true` where the document does not say.
    pub schema: Value,
    /// How the properties of a form are written, by name.
    pub encoding: BTreeMap<String, PropertyEncoding>,
}

/// How one property of a form is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropertyEncoding {
    /// The media type of the part.
    pub content_type: Option<String>,
    /// The rule for lists and objects.
    pub style: Option<ParameterStyle>,
    /// Whether each element is written on its own.
    pub explode: Option<bool>,
    /// Whether reserved characters may stand as they are.
    pub allow_reserved: bool,
}

// === impl BodyMedia ===

impl BodyMedia {
    /// The media type without parameters, in small letters.
    pub fn essence(&self) -> String {
        essence(&self.media_type)
    }
}
