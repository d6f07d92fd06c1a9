//! An effective value with where it comes from, and why there is none.

use std::fmt;
use std::sync::Arc;

use candor_model::{CallCondition, Hint, Provenance};

/// An effective value, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectiveValue<T> {
    /// The value that holds.
    pub value: T,
    /// Where it comes from.
    pub origin: ValueOrigin,
}

/// Where an effective value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueOrigin {
    /// A layer sets it.
    Said(Arc<Provenance>),
    /// A layer sets it for the calls that meet a condition.
    InCase {
        /// When it holds.
        condition: Arc<CallCondition>,
        /// Who said it.
        provenance: Arc<Provenance>,
    },
    /// No layer sets it, but it follows from another hint: what is read-only destroys
    /// nothing.
    Follows {
        /// The hint that it follows from; it is true.
        from: Hint,
        /// Who said that hint.
        provenance: Arc<Provenance>,
    },
}

/// Why a hint has no effective value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum UnsetReason {
    /// No layer sets it.
    #[default]
    Unspecified,
    /// A layer clears it.
    Cleared(Arc<Provenance>),
    /// A tool cannot be read-only and destructive, and the other hint was heard.
    Contradicted {
        /// Who said this hint.
        said: Arc<Provenance>,
        /// Who said the other one.
        by: Arc<Provenance>,
    },
    /// Only a source says something about it, and its word does not count here.
    NotReliedUpon(Arc<Provenance>),
}

// === impl ValueOrigin ===

impl ValueOrigin {
    /// Who said it, or said what it follows from.
    pub fn provenance(&self) -> &Arc<Provenance> {
        match self {
            Self::Said(provenance)
            | Self::InCase { provenance, .. }
            | Self::Follows { provenance, .. } => provenance,
        }
    }

    /// Whether a layer sets this very value.
    pub const fn is_said(&self) -> bool {
        matches!(self, Self::Said(_) | Self::InCase { .. })
    }

    /// Whether a layer sets it for some calls only.
    pub const fn is_in_case(&self) -> bool {
        matches!(self, Self::InCase { .. })
    }

    /// When it holds, if it does so for some calls only.
    pub fn condition(&self) -> Option<&CallCondition> {
        match self {
            Self::InCase { condition, .. } => Some(condition),
            Self::Said(_) | Self::Follows { .. } => None,
        }
    }
}

/// In words: the provenance, or what it follows from and whose word that is.
impl fmt::Display for ValueOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(provenance) => provenance.fmt(f),
            Self::InCase {
                condition,
                provenance,
            } => write!(f, "when {condition}, {provenance}"),
            Self::Follows { from, provenance } => {
                write!(f, "because it is {} ({provenance})", from.word())
            }
        }
    }
}

// === impl UnsetReason ===

/// In words, to follow `not set, `.
impl fmt::Display for UnsetReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unspecified => f.write_str("not specified"),
            Self::Cleared(provenance) => write!(f, "cleared by {provenance}"),
            // Only a read-only hint ever gives way without a value: a destructive hint that
            // gives way is followed by false.
            Self::Contradicted { by, .. } => write!(f, "because it is destructive ({by})"),
            Self::NotReliedUpon(provenance) => {
                write!(f, "ignored (untrusted source): {provenance}")
            }
        }
    }
}
