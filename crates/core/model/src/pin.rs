//! A tool's definition as it was last accepted, and how it has changed since.

use std::sync::Arc;

use crate::{Digest, QualifiedName};

/// The definition that a tool is held to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionPin {
    /// The tool that is pinned.
    pub name: QualifiedName,
    /// The hash of the definition.
    pub hash: Digest,
    /// The definition, as canonical JSON without what may change freely. Copies of a pin share it.
    pub definition: Arc<str>,
    /// The id that hypertool would give the tool.
    pub ref_id: Digest,
    /// When it was pinned, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// A definition that is not the pinned one: it has changed, or nobody has pinned it yet. It is the
/// pinned one if calls have shown that the tool does not behave as it declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriftRecord {
    /// Which tool, by the name it has now.
    pub name: QualifiedName,
    /// The name it had when it was pinned, if the source seems to have renamed it.
    pub renamed_from: Option<QualifiedName>,
    /// The hash of the pinned definition; none if the tool is new.
    pub pinned: Option<Digest>,
    /// The definition that was found, with its hash.
    pub found: DefinitionPin,
    /// What differs, one readable line each.
    pub differences: Vec<String>,
    /// Whether a hint says less danger than before.
    pub loosens: bool,
    /// Whether the tool is quarantined until a person accepts it.
    pub quarantined: bool,
}

/// What has become of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriftKind {
    /// Its source did not offer it when its tools were first pinned.
    Added,
    /// Its definition differs from the pinned one.
    Changed,
    /// It seems to be another tool under a new name.
    Renamed,
    /// Its definition is the pinned one, and calls have shown that it does something else.
    Contradicted,
}

// === impl DriftRecord ===

impl DriftRecord {
    /// What has become of the tool.
    pub fn kind(&self) -> DriftKind {
        match (self.pinned, &self.renamed_from) {
            (None, _) => DriftKind::Added,
            (Some(_), Some(_)) => DriftKind::Renamed,
            (Some(pinned), None) if pinned == self.found.hash => DriftKind::Contradicted,
            (Some(_), None) => DriftKind::Changed,
        }
    }

    /// Whether the tool is held back for what it does, and not for what its definition says.
    pub fn is_contradicted(&self) -> bool {
        self.kind() == DriftKind::Contradicted
    }

    /// Whether the tool is one that its source did not offer before.
    pub fn is_added(&self) -> bool {
        self.kind() == DriftKind::Added
    }
}

// === impl DriftKind ===

candor_text::string_enum! {
    /// The word in the API and in the output of commands.
    DriftKind {
        Added => "added",
        Changed => "changed",
        Renamed => "renamed",
        Contradicted => "contradicted",
    }
}
