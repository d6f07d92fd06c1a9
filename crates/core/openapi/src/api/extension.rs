//! What a document says to Candor: `x-candor`, and what others call it.

use candor_model::ConfirmMode;
use serde_json::{Map, Value};

/// What `x-candor` says about an operation. What its path says counts where the operation is
/// silent; what `x-gram` and `x-speakeasy-mcp` say, where both are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OperationExtension {
    /// The name of the tool.
    pub name: Option<String>,
    /// The title of the tool.
    pub title: Option<String>,
    /// The description of the tool.
    pub description: Option<String>,
    /// Its annotations by their names on the wire, such as `readOnlyHint`: checked to be
    /// booleans where they are hints.
    pub annotations: Map<String, Value>,
    /// When a person is asked before a call.
    pub confirm: Option<ConfirmMode>,
    /// What holds in some calls only, as lists tell it: `argument`, `is` or `sql`, `annotations`.
    pub when: Vec<Value>,
    /// Whether there is to be no tool.
    pub hidden: bool,
    /// Whether the caller may choose a part of the reply.
    pub select: Option<bool>,
}
