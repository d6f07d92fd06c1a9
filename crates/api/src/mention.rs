//! A field that may be left out, which is not the same as null.

use serde::{Deserialize, Deserializer};

/// See the module. Left out unless it is there, so a field of this type needs a default.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Mention<T> {
    #[default]
    Nowhere,
    Here(Option<T>),
}

// === impl Mention ===

impl<T> Mention<T> {
    /// The same with another value.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Mention<U> {
        match self {
            Self::Nowhere => Mention::Nowhere,
            Self::Here(value) => Mention::Here(value.map(change)),
        }
    }

    /// None where it was left out.
    #[expect(
        clippy::option_option,
        reason = "left out, null and a value are three different things"
    )]
    pub(crate) fn said(self) -> Option<Option<T>> {
        match self {
            Self::Nowhere => None,
            Self::Here(value) => Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Mention<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Option::deserialize(from).map(Self::Here)
    }
}
