//! A tool's definition as it was last accepted, and how it has changed since.

use crate::{Digest, QualifiedName};

/// The definition that a tool is held to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionPin {
    /// The tool that is pinned.
    pub name: QualifiedName,
    /// The hash of the definition.
    pub hash: Digest,
    /// The definition, as canonical JSON without what may change freely.
    pub definition: Box<str>,
    /// The id that hypertool would give the tool.
    pub ref_id: Digest,
    /// When it was pinned, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// A definition that is no longer the pinned one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriftRecord {
    /// Which tool, by the name it has now.
    pub name: QualifiedName,
    /// The name it had when it was pinned, if the source seems to have renamed it.
    pub renamed_from: Option<QualifiedName>,
    /// The hash of the pinned definition.
    pub pinned: Digest,
    /// The definition that was found, with its hash.
    pub found: DefinitionPin,
    /// What differs, one readable line each.
    pub differences: Vec<String>,
    /// Whether a hint says less danger than before.
    pub loosens: bool,
    /// Whether the tool is quarantined until a person accepts it.
    pub quarantined: bool,
}
