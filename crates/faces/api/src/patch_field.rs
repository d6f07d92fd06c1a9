//! Distinguishes a missing field from null.

use serde::{Deserialize, Deserializer};

/// A field of a `PATCH`: left out, null or a value, which are three different things. It needs
/// `default` and [`mentioned`].
pub(crate) type PatchField<T> = Option<Option<T>>;

/// A field that is there, even if it is null.
pub(crate) fn mentioned<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}
