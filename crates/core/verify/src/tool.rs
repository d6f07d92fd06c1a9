//! Tools as used by verification.

use candor_model::{Digest, Hint, Hints};
use serde_json::{Map, Value};

use crate::parameter::{ToolParameter, parameters};
use crate::role::ToolRole;

/// A tool that a server lists.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedTool {
    /// Its own name.
    pub name: String,
    /// The description that the server declares.
    pub description: String,
    /// The hints that it declares.
    pub declared: Hints,
    /// The parameters of its input schema.
    pub parameters: Vec<ToolParameter>,
    /// The role by its words; determines the order of calls, never a verdict.
    pub role: ToolRole,
    /// The digest of the canonical definition.
    pub definition: Digest,
}

// === impl ListedTool ===

impl ListedTool {
    /// Parses an entry of `tools/list`; `None` without a name.
    pub fn read(entry: &Value) -> Option<Self> {
        let name = entry.get("name")?.as_str()?.to_owned();
        let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
        let description = text("description").to_owned();
        let annotations = entry.get("annotations").and_then(Value::as_object);
        let declared = annotations.map(hints).unwrap_or_default();
        let schema = entry.get("inputSchema").unwrap_or(&Value::Null);
        let parameters = parameters(schema);
        let role = ToolRole::of(&name, &description, declared);
        Some(Self {
            definition: candor_drift::definition_hash(entry),
            name,
            description,
            declared,
            parameters,
            role,
        })
    }

    /// Whether it can be called without any argument.
    pub fn needs_nothing(&self) -> bool {
        self.parameters.iter().all(|one| !one.required)
    }
}

fn hints(annotations: &Map<String, Value>) -> Hints {
    let set = Hint::ALL.into_iter().filter_map(|hint| {
        let value = annotations.get(hint.wire())?.as_bool()?;
        Some((hint, value))
    });
    set.collect()
}
