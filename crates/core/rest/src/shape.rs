//! A value in the form that styles serialize: one text, a list of texts, or named texts.

use serde_json::{Map, Value};

use crate::error::PlanError;
use crate::escape::EscapeSet;

/// A value whose leaves are texts.
///
/// Styles support one level of lists and objects. Deeper values are serialized as JSON, as the
/// document's schema implies. `null` inside a list or an object is the word `null`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ValueShape {
    Plain(String),
    List(Vec<String>),
    /// Texts by name.
    Object(Vec<(String, String)>),
}

// === impl ValueShape ===

impl ValueShape {
    /// The shape of `value`.
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::List(items.iter().map(text).collect()),
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(key, member)| (key.clone(), text(member)))
                    .collect(),
            ),
            plain => Self::Plain(text(plain)),
        }
    }

    /// Whether it is a list or an object without any part, which styles write as nothing.
    pub(crate) const fn is_empty(&self) -> bool {
        match self {
            Self::Plain(_) => false,
            Self::List(items) => items.is_empty(),
            Self::Object(members) => members.is_empty(),
        }
    }

    /// The parts in one text: `a,b`, and for objects `k=v,k=v` if exploded, else `k,v,k,v`.
    pub(crate) fn joined(&self, separator: &str, explode: bool, escape: EscapeSet) -> String {
        let write = |text: &String| escape.apply(text);
        let parts: Vec<String> = match self {
            Self::Plain(text) => vec![write(text)],
            Self::List(items) => items.iter().map(write).collect(),
            Self::Object(members) if explode => members
                .iter()
                .map(|(key, text)| format!("{}={}", all_but_equals(escape, key), write(text)))
                .collect(),
            Self::Object(members) => members
                .iter()
                .flat_map(|(key, text)| [write(key), write(text)])
                .collect(),
        };
        parts.join(separator)
    }

    /// Refuses parts that hold `separator`, for styles that cannot escape it.
    pub(crate) fn without(
        &self,
        separator: char,
        words: &'static str,
        argument: &str,
    ) -> Result<(), PlanError> {
        match self.parts().find(|part| part.contains(separator)) {
            None => Ok(()),
            Some(part) => Err(PlanError::Separator {
                argument: argument.to_owned(),
                value: part.clone(),
                separator: words,
            }),
        }
    }

    /// Every text of a list or an object, names too. A plain text has no parts.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &String> {
        let (items, members): (&[String], &[(String, String)]) = match self {
            Self::Plain(_) => (&[], &[]),
            Self::List(items) => (items, &[]),
            Self::Object(members) => (&[], members),
        };
        let members = members.iter().flat_map(|(key, text)| [key, text]);
        items.iter().chain(members)
    }
}

/// A name must not contain `=`, which ends it.
fn all_but_equals(escape: EscapeSet, key: &str) -> String {
    escape.apply(key).replace('=', "%3D")
}

/// The text of one value: a string unchanged, anything else as JSON.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The type of a value, for messages.
pub(crate) const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The members of an object, or why it is none.
pub(crate) fn members<'a>(
    value: &'a Value,
    argument: &str,
) -> Result<&'a Map<String, Value>, PlanError> {
    value.as_object().ok_or_else(|| PlanError::Kind {
        argument: argument.to_owned(),
        found: kind(value),
        wanted: "an object",
    })
}
