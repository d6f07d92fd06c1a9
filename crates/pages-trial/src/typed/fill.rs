//! From arguments to texts: the way back, where there is one.

use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use super::{Typed, read};
use crate::plan::{Field, Kind, Scalar};

/// Fills in every member; nothing if one has no field, or its field cannot say it.
pub(super) fn group(fields: &[Field], object: &RawJson, typed: &mut Typed) -> Option<()> {
    let members = RawObject::parse(object).ok()?;
    for (name, value) in members.iter() {
        let field = fields.iter().find(|field| field.name == name)?;
        one(field, value, typed)?;
    }
    Some(())
}

/// Fills in what cannot be left out and has a value that counts otherwise.
pub(super) fn defaults(fields: &[Field], typed: &mut Typed) {
    for field in fields.iter().filter(|field| field.needed) {
        match (&field.default, &field.kind) {
            (Some(default), _) => {
                // One that its own field cannot say is not given.
                let mut given = Typed::default();
                if one(field, &RawJson::from_value(default), &mut given).is_some() {
                    typed.0.append(&mut given.0);
                }
            }
            (None, Kind::Choice(choices)) => {
                if let [only] = choices.as_slice() {
                    typed.set(&field.pointer, only.to_string());
                }
            }
            (None, Kind::Group(fields)) => defaults(fields, typed),
            (None, _) => {}
        }
    }
}

fn one(field: &Field, value: &RawJson, typed: &mut Typed) -> Option<()> {
    let text = match &field.kind {
        Kind::Text { .. } => text(value)?,
        Kind::Number { .. } => scalar(Scalar::Number, value)?,
        Kind::Switch => scalar(Scalar::Switch, value)?,
        Kind::Choice(choices) => {
            let value: Value = value.decode().ok()?;
            choices.iter().find(|choice| **choice == value)?.to_string()
        }
        Kind::Lines(item) => lines(*item, value, field.needed)?,
        Kind::Json => value.to_string(),
        Kind::Group(fields) => {
            let empty = RawObject::parse(value).ok()?.is_empty();
            return (!empty || field.needed).then(|| group(fields, value, typed))?;
        }
    };
    typed.set(&field.pointer, text);
    Some(())
}

/// A text that comes back from a form as it went there.
fn text(value: &RawJson) -> Option<String> {
    let text = value.as_string()?;
    (!text.is_empty() && !text.contains('\r')).then_some(text)
}

fn scalar(kind: Scalar, value: &RawJson) -> Option<String> {
    match kind {
        Scalar::Text => {
            let text = text(value)?;
            (!text.trim().is_empty() && !text.contains('\n')).then_some(text)
        }
        Scalar::Number => Some(read::number(&value.to_string())?.to_string()),
        Scalar::Switch => {
            let value: bool = value.decode().ok()?;
            Some(value.to_string())
        }
    }
}

fn lines(item: Scalar, value: &RawJson, needed: bool) -> Option<String> {
    let items = value.elements().ok()?;
    let texts = items.iter().map(|value| scalar(item, value));
    let texts: Vec<_> = texts.collect::<Option<_>>()?;
    (needed || !texts.is_empty()).then(|| texts.join("\n"))
}
