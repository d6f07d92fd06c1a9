//! What a person changes about an entry, as a body.
//!
//! A field that is not mentioned stays as it is, and null takes back what was said about it. For
//! a hint and for when people are asked, `"unset"` says that it has no value; any text can be a
//! title and any value a further member, so there it is `{"unset": true}`.

mod schema;

use std::collections::BTreeMap;
use std::fmt;

use candor_model::{Amend, Amendment, Confirm, Hint, JsonText};
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::body::Body;

/// What is changed; what is not mentioned stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnnotationChange {
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::hint)]
    read_only: Option<HintChange>,
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::hint)]
    destructive: Option<HintChange>,
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::hint)]
    idempotent: Option<HintChange>,
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::hint)]
    open_world: Option<HintChange>,
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::title)]
    title: Option<TitleChange>,
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::confirm)]
    confirm: Option<ConfirmChange>,
    #[serde(default)]
    #[schema(schema_with = schema::extra)]
    extra: ExtraChange,
    /// Why, in your words. It is kept in the history.
    #[serde(default)]
    pub(super) why: Option<String>,
}

struct HintChange(Amend<bool>);
struct TitleChange(Amend<Box<str>>);
struct ConfirmChange(Amend<Confirm>);
#[derive(Default)]
struct ExtraChange(BTreeMap<Box<str>, Amend<JsonText>>);

// === impl AnnotationChange ===

impl Body for AnnotationChange {
    const SHAPE: &'static str = "an object with `read_only`, `destructive`, `idempotent`, \
        `open_world`, `title`, `confirm`, `extra` and `why`, of which each may be left out";
}

impl AnnotationChange {
    /// What is to be done.
    pub(super) fn amendment(self) -> Amendment {
        let mut amendment = Amendment::default();
        for (hint, change) in [
            (Hint::ReadOnly, self.read_only),
            (Hint::Destructive, self.destructive),
            (Hint::Idempotent, self.idempotent),
            (Hint::OpenWorld, self.open_world),
        ] {
            amendment.set_hint(hint, change.map(|change| change.0));
        }
        amendment.title = self.title.map(|change| change.0);
        amendment.confirm = self.confirm.map(|change| change.0);
        amendment.extra = self.extra.0;
        amendment
    }
}

/// A field that is there, even if it is null.
fn mentioned<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

// === impl HintChange ===

impl<'de> Deserialize<'de> for HintChange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = Amend<bool>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, \"unset\" or null")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
                Ok(Amend::Set(value))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                match text {
                    "unset" => Ok(Amend::Clear),
                    other => Err(E::invalid_value(Unexpected::Str(other), &self)),
                }
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(Amend::Withdraw)
            }
        }

        from.deserialize_any(Reader).map(Self)
    }
}

// === impl TitleChange ===

impl<'de> Deserialize<'de> for TitleChange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Amend<Box<str>>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, {\"unset\": true} or null")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Amend::Set(text.into()))
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(Amend::Withdraw)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let first: Option<(String, bool)> = map.next_entry()?;
                let alone = map.next_key::<String>()?.is_none();
                match first {
                    Some((key, true)) if key == "unset" && alone => Ok(Amend::Clear),
                    _ => Err(A::Error::invalid_value(Unexpected::Map, &self)),
                }
            }
        }

        from.deserialize_any(Reader).map(Self)
    }
}

// === impl ConfirmChange ===

impl<'de> Deserialize<'de> for ConfirmChange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = Amend<Confirm>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"always\", \"first\", \"never\", \"unset\" or null")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                match (text, Confirm::parse(text)) {
                    ("unset", _) => Ok(Amend::Clear),
                    (_, Some(confirm)) => Ok(Amend::Set(confirm)),
                    (other, None) => Err(E::invalid_value(Unexpected::Str(other), &self)),
                }
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(Amend::Withdraw)
            }
        }

        from.deserialize_any(Reader).map(Self)
    }
}

// === impl ExtraChange ===

impl<'de> Deserialize<'de> for ExtraChange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = BTreeMap<Box<str>, Amend<JsonText>>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of further members")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut extra = BTreeMap::new();
                while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    let change = further(&value).map_err(|error| {
                        A::Error::custom(format!("`{key}` cannot be a further member: {error}"))
                    })?;
                    if extra.insert(key.as_str().into(), change).is_some() {
                        return Err(A::Error::custom(format!("`{key}` is there twice")));
                    }
                }
                Ok(extra)
            }
        }

        from.deserialize_map(Reader).map(Self)
    }
}

/// The value keeps its text; it is read only to know what it is, and that it can be read.
fn further(value: &RawValue) -> Result<Amend<JsonText>, serde_json::Error> {
    let read: serde_json::Value = serde_json::from_str(value.get())?;
    Ok(if read.is_null() {
        Amend::Withdraw
    } else if read == serde_json::json!({"unset": true}) {
        Amend::Clear
    } else {
        Amend::Set(JsonText::new(value.get()))
    })
}

#[cfg(test)]
mod tests;
