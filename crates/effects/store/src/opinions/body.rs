//! Stored opinions: JSON with one member per field, each with author, time and reason.
//!
//! ```json
//! {"read_only":{"set":true,"by":"ada","at":1700000000000000,"why":"it only lists"},
//!  "title":{"clear":true,"by":"ada","at":1700000000000000},
//!  "confirm":{"set":"always","by":"ada","at":1700000000000000},
//!  "extra":{"vendor/cost":{"set":1.0,"by":"ada","at":1700000000000000}},
//!  "when":[{"argument":"action","is":"list","read_only":{"set":true,"by":"ada"}}]}
//! ```
//!
//! The layer and the tools are columns of the row. Values of further annotations keep their text:
//! `1.0` stays `1.0`.

mod case;

use std::{collections::BTreeMap, sync::Arc};

use candor_model::{
    AnnotationAuthor, AnnotationLayer, ConfirmMode, FieldValue, Hint, JsonText, Opinion,
    OpinionField, Provenance,
};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::value::RawValue;

use case::CaseBody;

/// A further annotation whose value is not valid JSON.
#[derive(Debug)]
pub(super) struct NotJson {
    pub(super) key: String,
    pub(super) cause: serde_json::Error,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct OpinionBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    read_only: Option<StatementBody<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    destructive: Option<StatementBody<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idempotent: Option<StatementBody<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_world: Option<StatementBody<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<StatementBody<Box<str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirm: Option<StatementBody<Box<str>>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    extra: BTreeMap<Box<str>, StatementBody<Box<RawValue>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    when: Vec<CaseBody>,
}

#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "T: Deserialize<'de>"))]
struct StatementBody<T> {
    #[serde(default = "none", deserialize_with = "some")]
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<T>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    clear: bool,
    by: Box<str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Box<str>>,
}

/// Serializes an opinion.
pub(super) fn write(opinion: &Opinion) -> Result<String, NotJson> {
    let mut body = OpinionBody::default();
    for hint in Hint::ALL {
        let said = opinion.hint(hint);
        *body.hint(hint) = said.map(|said| StatementBody::new(said, bool::clone));
    }
    let title = opinion.title.as_ref();
    body.title = title.map(|said| StatementBody::new(said, Box::clone));
    let confirm = opinion.confirm.as_ref();
    body.confirm = confirm.map(|said| StatementBody::new(said, |mode| mode.as_str().into()));
    for (key, statement) in &opinion.extra {
        let not_json = |cause| NotJson {
            key: key.to_string(),
            cause,
        };
        let said = StatementBody::new(statement, |value: &JsonText| {
            RawValue::from_string(value.as_str().to_owned())
        });
        let said = said.transpose().map_err(not_json)?;
        body.extra.insert(key.clone(), said);
    }
    body.when = opinion.cases.iter().map(CaseBody::new).collect();
    serde_json::to_string(&body).map_err(|cause| NotJson {
        key: String::new(),
        cause,
    })
}

/// Parses an opinion; layer and tools become part of each field's provenance.
pub(super) fn read(
    text: &str,
    layer: AnnotationLayer,
    about: &str,
) -> Result<Opinion, serde_json::Error> {
    let mut body: OpinionBody = serde_json::from_str(text)?;
    let heard = StatementSubject { layer, about };
    let mut opinion = Opinion::default();
    for hint in Hint::ALL {
        let said = body.hint(hint).take();
        opinion.set_hint(hint, said.map(|said| heard.field(said, Ok)).transpose()?);
    }
    let title = body.title.map(|said| heard.field(said, Ok));
    opinion.title = title.transpose()?;
    let confirm = body
        .confirm
        .map(|said| heard.field(said, |word| read_confirm(&word)));
    opinion.confirm = confirm.transpose()?;
    for (key, said) in body.extra {
        let json = |value: Box<RawValue>| Ok(JsonText::new(Box::<str>::from(value)));
        opinion.extra.insert(key, heard.field(said, json)?);
    }
    for case in body.when {
        case.read(&heard, &mut opinion)?;
    }
    Ok(opinion)
}

fn read_confirm(word: &str) -> Result<ConfirmMode, serde_json::Error> {
    let unknown = || Error::custom(format_args!("`{word}` is no way to confirm"));
    ConfirmMode::parse(word).ok_or_else(unknown)
}

/// The layer and tools of a row.
struct StatementSubject<'a> {
    layer: AnnotationLayer,
    about: &'a str,
}

// === impl StatementSubject ===

impl StatementSubject<'_> {
    fn field<S, T>(
        &self,
        said: StatementBody<S>,
        convert: impl FnOnce(S) -> Result<T, serde_json::Error>,
    ) -> Result<OpinionField<T>, serde_json::Error> {
        let value = match (said.set, said.clear) {
            (Some(value), false) => FieldValue::Set(convert(value)?),
            (None, true) => FieldValue::Clear,
            _ => return Err(Error::custom("either `set` or `clear` is needed")),
        };
        let provenance = Arc::new(Provenance {
            layer: self.layer,
            author: AnnotationAuthor::Person(said.by),
            about: Some(self.about.into()),
            at_micros: said.at,
            why: said.why,
        });
        Ok(OpinionField { value, provenance })
    }
}

// === impl OpinionBody ===

impl OpinionBody {
    fn hint(&mut self, hint: Hint) -> &mut Option<StatementBody<bool>> {
        match hint {
            Hint::ReadOnly => &mut self.read_only,
            Hint::Destructive => &mut self.destructive,
            Hint::Idempotent => &mut self.idempotent,
            Hint::OpenWorld => &mut self.open_world,
        }
    }
}

// === impl StatementBody ===

impl<T> StatementBody<T> {
    fn new<S>(statement: &OpinionField<S>, convert: impl Fn(&S) -> T) -> Self {
        let set = match &statement.value {
            FieldValue::Set(value) => Some(convert(value)),
            FieldValue::Clear => None,
        };
        let provenance = &statement.provenance;
        let by = match &provenance.author {
            AnnotationAuthor::Person(name) | AnnotationAuthor::File(name) => name.clone(),
            AnnotationAuthor::Source(name) => name.as_str().into(),
            AnnotationAuthor::Candor => "candor".into(),
        };
        Self {
            clear: set.is_none(),
            set,
            by,
            at: provenance.at_micros,
            why: provenance.why.clone(),
        }
    }
}

impl<T, E> StatementBody<Result<T, E>> {
    fn transpose(self) -> Result<StatementBody<T>, E> {
        Ok(StatementBody {
            set: self.set.transpose()?,
            clear: self.clear,
            by: self.by,
            at: self.at,
            why: self.why,
        })
    }
}

fn none<T>() -> Option<T> {
    None
}

/// A present member counts as set, even if it is `null`.
fn some<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests;
