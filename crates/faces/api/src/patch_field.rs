//! A field that may be left out, which is not the same as null.

use serde::{Deserialize, Deserializer};

/// A field of a `PATCH`: absent, null or a value. A field of this type needs `serde(default)`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum PatchField<T> {
    #[default]
    Absent,
    Present(Option<T>),
}

// === impl PatchField ===

impl<T> PatchField<T> {
    /// The same with another value.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> PatchField<U> {
        match self {
            Self::Absent => PatchField::Absent,
            Self::Present(value) => PatchField::Present(value.map(change)),
        }
    }

    /// None where it was left out.
    #[expect(
        clippy::option_option,
        reason = "left out, null and a value are three different things"
    )]
    pub(crate) fn said(self) -> Option<Option<T>> {
        match self {
            Self::Absent => None,
            Self::Present(value) => Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PatchField<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Option::deserialize(from).map(Self::Present)
    }
}
