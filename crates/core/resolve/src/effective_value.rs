//! Effective values with their provenance, and reasons for unset ones.

use std::fmt;
use std::sync::Arc;

use candor_model::{CallCondition, Hint, Provenance};

/// An effective value and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectiveValue<T> {
    /// The effective value.
    pub value: T,
    /// The origin of the value.
    pub origin: ValueOrigin,
}

/// The origin of an effective value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueOrigin {
    /// A layer sets it.
    Said(Arc<Provenance>),
    /// A layer sets it for calls that meet a condition.
    InCase {
        /// The condition of the case.
        condition: Arc<CallCondition>,
        /// The provenance of the value.
        provenance: Arc<Provenance>,
    },
    /// No layer sets it, but it follows from another hint: a read-only tool is not destructive.
    Follows {
        /// The hint that it follows from, which is true.
        from: Hint,
        /// The provenance of that hint.
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
    /// A tool cannot be both read-only and destructive, and the other hint won.
    Contradicted {
        /// The provenance of this hint.
        said: Arc<Provenance>,
        /// The provenance of the other hint.
        by: Arc<Provenance>,
    },
    /// Only an untrusted source sets it, and its claims are not used here.
    NotReliedUpon(Arc<Provenance>),
}

// === impl ValueOrigin ===

impl ValueOrigin {
    /// The provenance of the value, or of the hint that it follows from.
    pub fn provenance(&self) -> &Arc<Provenance> {
        match self {
            Self::Said(provenance)
            | Self::InCase { provenance, .. }
            | Self::Follows { provenance, .. } => provenance,
        }
    }

    /// Whether a layer sets this value directly.
    pub const fn is_said(&self) -> bool {
        matches!(self, Self::Said(_) | Self::InCase { .. })
    }

    /// Whether the value holds only for some calls.
    pub const fn is_in_case(&self) -> bool {
        matches!(self, Self::InCase { .. })
    }

    /// The condition of the case, if the value holds only for some calls.
    pub fn condition(&self) -> Option<&CallCondition> {
        match self {
            Self::InCase { condition, .. } => Some(condition),
            Self::Said(_) | Self::Follows { .. } => None,
        }
    }
}

/// A phrase with the provenance, or with the hint that it follows from.
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

/// A phrase that can follow `not set, `.
impl fmt::Display for UnsetReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unspecified => f.write_str("not specified"),
            Self::Cleared(provenance) => write!(f, "cleared by {provenance}"),
            // Only a read-only hint can lose without getting a value: a destructive hint that loses
            // becomes false.
            Self::Contradicted { by, .. } => write!(f, "because it is destructive ({by})"),
            Self::NotReliedUpon(provenance) => {
                write!(f, "ignored (untrusted source): {provenance}")
            }
        }
    }
}
