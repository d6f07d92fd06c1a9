//! The body of an edit to an override.
//!
//! An unmentioned field is unchanged, and null removes its value. For a hint and the confirm mode,
//! `"unset"` sets it to no value; because any text can be a title and any value a further
//! annotation, it is `{"unset": true}` there.

mod case;
mod schema;

use std::collections::BTreeMap;
use std::fmt;

use candor_model::{ConfirmMode, FieldEdit, Hint, JsonText, OpinionEdit};
use serde::Deserializer;
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde_json::value::RawValue;

use self::case::{CaseChange, CaseChanges};
use crate::patch_field::mentioned;
use crate::prelude::*;

/// The fields to change; others stay as they are.
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
    /// What holds in some calls only.
    #[serde(default)]
    #[schema(value_type = Vec<CaseChange>)]
    when: CaseChanges,
    /// The reason, in your words. The history keeps it.
    #[serde(default)]
    pub(super) why: Option<String>,
}

struct HintChange(FieldEdit<bool>);
struct TitleChange(FieldEdit<Box<str>>);
struct ConfirmChange(FieldEdit<ConfirmMode>);
#[derive(Default)]
struct ExtraChange(BTreeMap<Box<str>, FieldEdit<JsonText>>);

// === impl AnnotationChange ===

impl RequestBody for AnnotationChange {
    const SHAPE: &'static str = "an object with `read_only`, `destructive`, `idempotent`, \
        `open_world`, `title`, `confirm`, `extra`, `when` and `why`, of which each may be left out";
}

impl AnnotationChange {
    /// The resulting edit.
    pub(super) fn amendment(self) -> OpinionEdit {
        let mut amendment = OpinionEdit::default();
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
        self.when.amend(&mut amendment);
        amendment
    }
}

// === impl HintChange ===

impl<'de> Deserialize<'de> for HintChange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct HintChangeVisitor;

        impl Visitor<'_> for HintChangeVisitor {
            type Value = FieldEdit<bool>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, \"unset\" or null")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
                Ok(FieldEdit::Set(value))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                match text {
                    "unset" => Ok(FieldEdit::Clear),
                    other => Err(E::invalid_value(Unexpected::Str(other), &self)),
                }
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(FieldEdit::Withdraw)
            }
        }

        from.deserialize_any(HintChangeVisitor).map(Self)
    }
}

// === impl TitleChange ===

impl<'de> Deserialize<'de> for TitleChange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct TitleChangeVisitor;

        impl<'de> Visitor<'de> for TitleChangeVisitor {
            type Value = FieldEdit<Box<str>>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, {\"unset\": true} or null")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(FieldEdit::Set(text.into()))
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(FieldEdit::Withdraw)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let first: Option<(String, bool)> = map.next_entry()?;
                let alone = map.next_key::<String>()?.is_none();
                match first {
                    Some((key, true)) if key == "unset" && alone => Ok(FieldEdit::Clear),
                    _ => Err(A::Error::invalid_value(Unexpected::Map, &self)),
                }
            }
        }

        from.deserialize_any(TitleChangeVisitor).map(Self)
    }
}

// === impl ConfirmChange ===

impl<'de> Deserialize<'de> for ConfirmChange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct ConfirmChangeVisitor;

        impl Visitor<'_> for ConfirmChangeVisitor {
            type Value = FieldEdit<ConfirmMode>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"always\", \"first\", \"never\", \"unset\" or null")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                match (text, ConfirmMode::parse(text)) {
                    ("unset", _) => Ok(FieldEdit::Clear),
                    (_, Some(confirm)) => Ok(FieldEdit::Set(confirm)),
                    (other, None) => Err(E::invalid_value(Unexpected::Str(other), &self)),
                }
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(FieldEdit::Withdraw)
            }
        }

        from.deserialize_any(ConfirmChangeVisitor).map(Self)
    }
}

// === impl ExtraChange ===

impl<'de> Deserialize<'de> for ExtraChange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct ExtraChangeVisitor;

        impl<'de> Visitor<'de> for ExtraChangeVisitor {
            type Value = BTreeMap<Box<str>, FieldEdit<JsonText>>;

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

        from.deserialize_map(ExtraChangeVisitor).map(Self)
    }
}

/// The value keeps its text; it is parsed only to check it.
fn further(value: &RawValue) -> Result<FieldEdit<JsonText>, serde_json::Error> {
    let read: serde_json::Value = serde_json::from_str(value.get())?;
    Ok(if read.is_null() {
        FieldEdit::Withdraw
    } else if read == serde_json::json!({"unset": true}) {
        FieldEdit::Clear
    } else {
        FieldEdit::Set(JsonText::new(value.get()))
    })
}

#[cfg(test)]
mod tests;
