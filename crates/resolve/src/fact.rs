//! An effective value with where it comes from, and why there is none.

use std::fmt;
use std::sync::Arc;

use candor_model::{Hint, Voice};

/// An effective value, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where an effective value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Somebody said it.
    Said(Arc<Voice>),
    /// Nobody who is heard said it, but it follows from another hint: what is read-only destroys
    /// nothing.
    Follows {
        /// The hint that it follows from; it is true.
        from: Hint,
        /// Who said that hint.
        voice: Arc<Voice>,
    },
}

/// Why a hint has no effective value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Unset {
    /// Nobody says anything about it.
    #[default]
    Nobody,
    /// Somebody says that it has none.
    Cleared(Arc<Voice>),
    /// A tool cannot be read-only and destructive, and the other hint was heard.
    Contradicted {
        /// Who said this hint.
        said: Arc<Voice>,
        /// Who said the other one.
        by: Arc<Voice>,
    },
    /// Only a source says something about it, and its word does not count here.
    NotReliedUpon(Arc<Voice>),
}

// === impl Origin ===

impl Origin {
    /// Who said it, or said what it follows from.
    pub fn voice(&self) -> &Arc<Voice> {
        match self {
            Self::Said(voice) | Self::Follows { voice, .. } => voice,
        }
    }

    /// Whether somebody said this very thing.
    pub const fn is_said(&self) -> bool {
        matches!(self, Self::Said(_))
    }
}

/// In words: the voice, or what it follows from and whose word that is.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(voice) => voice.fmt(f),
            Self::Follows { from, voice } => write!(f, "because it is {} ({voice})", from.word()),
        }
    }
}

// === impl Unset ===

/// In words, to follow `unset, `.
impl fmt::Display for Unset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody => f.write_str("nobody says"),
            Self::Cleared(voice) => write!(f, "cleared by {voice}"),
            // Only a read-only hint ever gives way without a value: a destructive hint that
            // gives way is followed by false.
            Self::Contradicted { by, .. } => write!(f, "because it is destructive ({by})"),
            Self::NotReliedUpon(voice) => write!(f, "not relied upon: {voice}"),
        }
    }
}
