//! Extensions for Candor: `x-candor` and its equivalents from other vendors.

use candor_model::ConfirmMode;
use serde_json::{Map, Value};

/// The `x-candor` settings of an operation. Those of its path apply where the operation has none,
/// and `x-gram` and `x-speakeasy-mcp` apply where neither has any.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OperationExtension {
    /// The name of the tool.
    pub name: Option<String>,
    /// The title of the tool.
    pub title: Option<String>,
    /// The description of the tool.
    pub description: Option<String>,
    /// The annotations by their names in MCP, such as `readOnlyHint`; hints are checked to be
    /// booleans.
    pub annotations: Map<String, Value>,
    /// When approval is required before a call.
    pub confirm: Option<ConfirmMode>,
    /// The cases, in the form used in tool lists: `argument`, `is` or `sql`, `annotations`.
    pub when: Vec<Value>,
    /// Whether the operation is excluded from the tools.
    pub hidden: bool,
    /// Whether the caller may select a part of the response.
    pub select: Option<bool>,
}
