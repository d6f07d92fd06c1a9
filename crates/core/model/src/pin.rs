//! Definition pins, and drift: how a definition differs from its pin.

use std::sync::Arc;

use crate::{Digest, QualifiedName};

/// The accepted definition of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionPin {
    /// The tool that is pinned.
    pub name: QualifiedName,
    /// The hash of the definition.
    pub hash: Digest,
    /// The definition as canonical JSON, without the parts that may change freely. Clones share it.
    pub definition: Arc<str>,
    /// The id that hypertool would give the tool.
    pub ref_id: Digest,
    /// When it was pinned, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// A definition that needs attention: it differs from its pin, it has no pin yet, or it matches its
/// pin but calls have shown that the tool behaves otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriftRecord {
    /// The tool, under its current name.
    pub name: QualifiedName,
    /// Its name when it was pinned, if the source seems to have renamed it.
    pub renamed_from: Option<QualifiedName>,
    /// The hash of the pinned definition; `None` if the tool is new.
    pub pinned: Option<Digest>,
    /// The current definition and its hash.
    pub found: DefinitionPin,
    /// What differs, one readable line each.
    pub differences: Vec<String>,
    /// Whether a hint now claims less danger than before.
    pub loosens: bool,
    /// Whether the tool is quarantined until its definition is accepted.
    pub quarantined: bool,
}

/// What kind of drift it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriftKind {
    /// The source did not offer it when its tools were first pinned.
    Added,
    /// Its definition differs from the pinned one.
    Changed,
    /// It seems to be a known tool under a new name.
    Renamed,
    /// Its definition matches the pin, but calls have shown that it behaves otherwise.
    Contradicted,
}

// === impl DriftRecord ===

impl DriftRecord {
    /// The kind of drift.
    pub fn kind(&self) -> DriftKind {
        match (self.pinned, &self.renamed_from) {
            (None, _) => DriftKind::Added,
            (Some(_), Some(_)) => DriftKind::Renamed,
            (Some(pinned), None) if pinned == self.found.hash => DriftKind::Contradicted,
            (Some(_), None) => DriftKind::Changed,
        }
    }

    /// Whether the drift is about the tool's behaviour rather than its definition.
    pub fn is_contradicted(&self) -> bool {
        self.kind() == DriftKind::Contradicted
    }

    /// Whether the tool is new in its source.
    pub fn is_added(&self) -> bool {
        self.kind() == DriftKind::Added
    }
}

// === impl DriftKind ===

candor_text::string_enum! {
    /// The value in the API and in command output.
    DriftKind {
        Added => "added",
        Changed => "changed",
        Renamed => "renamed",
        Contradicted => "contradicted",
    }
}
