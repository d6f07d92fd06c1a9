//! Who answers the calls.

use crate::args::LoadOperation;

/// Who answers the calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FunctionTarget {
    /// Candor runs the functions.
    Script,
    /// Node runs them, and knows no sessions.
    Stateless,
    /// Node runs them, and has a session for every client.
    Sessions,
    /// Candor asks the Node that knows no sessions.
    Behind,
    /// Candor runs a tool in Rust, which is another one.
    Pack,
}

/// The names of the sources in the gateway.
pub(super) const SCRIPT: &str = "script";
pub(super) const NODE: &str = "node";
pub(super) const PACK: &str = "gs1";

// === impl FunctionTarget ===

impl FunctionTarget {
    pub(super) const ALL: [Self; 5] = [
        Self::Script,
        Self::Stateless,
        Self::Sessions,
        Self::Behind,
        Self::Pack,
    ];

    /// Whether this is what it can do.
    pub(super) fn can(self, operation: LoadOperation) -> bool {
        match operation {
            LoadOperation::Area | LoadOperation::Bill => self != Self::Pack,
            LoadOperation::Gtin => self == Self::Pack,
            LoadOperation::Call | LoadOperation::List => false,
        }
    }

    /// What its clients call the tool.
    pub(super) fn tool(self, operation: LoadOperation) -> String {
        let tool = operation.tool().unwrap_or_default();
        match self {
            Self::Script => format!("{SCRIPT}_{tool}"),
            Self::Behind => format!("{NODE}_{tool}"),
            Self::Pack => format!("{PACK}_{tool}"),
            Self::Stateless | Self::Sessions => tool.to_owned(),
        }
    }

    /// What it is called in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Script => "Candor, TypeScript",
            Self::Stateless => "Node, stateless",
            Self::Sessions => "Node, sessions",
            Self::Behind => "Node behind Candor",
            Self::Pack => "Candor, Rust",
        }
    }
}
