//! Converts arguments to texts, if fields can represent them.

use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use super::{ArgumentTexts, read};
use crate::form_plan::{ArgumentField, ArgumentKind, ScalarKind};

/// Fills in all members; none if a member has no field, or one that cannot represent it.
pub(super) fn group(
    fields: &[ArgumentField],
    object: &RawJson,
    typed: &mut ArgumentTexts,
) -> Option<()> {
    let members = RawObject::parse(object).ok()?;
    for (name, value) in members.iter() {
        let field = fields.iter().find(|field| field.name == name)?;
        one(field, value, typed)?;
    }
    Some(())
}

/// Fills in required fields that have a default.
pub(super) fn defaults(fields: &[ArgumentField], typed: &mut ArgumentTexts) {
    for field in fields.iter().filter(|field| field.needed) {
        match (&field.default, &field.kind) {
            (Some(default), _) => {
                // A default that its field cannot represent is left out.
                let mut given = ArgumentTexts::default();
                if one(field, &RawJson::from_value(default), &mut given).is_some() {
                    typed.0.append(&mut given.0);
                }
            }
            (None, ArgumentKind::Choice(choices)) => {
                if let [only] = choices.as_slice() {
                    typed.set(&field.pointer, only.to_string());
                }
            }
            (None, ArgumentKind::Group(fields)) => defaults(fields, typed),
            (None, _) => {}
        }
    }
}

fn one(field: &ArgumentField, value: &RawJson, typed: &mut ArgumentTexts) -> Option<()> {
    let text = match &field.kind {
        ArgumentKind::Text { .. } => text(value)?,
        ArgumentKind::Number { .. } => scalar(ScalarKind::Number, value)?,
        ArgumentKind::Switch => scalar(ScalarKind::Switch, value)?,
        ArgumentKind::Choice(choices) => {
            let value: Value = value.decode().ok()?;
            choices.iter().find(|choice| **choice == value)?.to_string()
        }
        ArgumentKind::Lines(item) => lines(*item, value, field.needed)?,
        ArgumentKind::Json => value.to_string(),
        ArgumentKind::Group(fields) => {
            let empty = RawObject::parse(value).ok()?.is_empty();
            return (!empty || field.needed).then(|| group(fields, value, typed))?;
        }
    };
    typed.set(&field.pointer, text);
    Some(())
}

/// A text that a form returns unchanged.
fn text(value: &RawJson) -> Option<String> {
    let text = value.as_string()?;
    (!text.is_empty() && !text.contains('\r')).then_some(text)
}

fn scalar(kind: ScalarKind, value: &RawJson) -> Option<String> {
    match kind {
        ScalarKind::Text => {
            let text = text(value)?;
            (!text.trim().is_empty() && !text.contains('\n')).then_some(text)
        }
        ScalarKind::Number => Some(read::number(&value.to_string())?.to_string()),
        ScalarKind::Switch => {
            let value: bool = value.decode().ok()?;
            Some(value.to_string())
        }
    }
}

fn lines(item: ScalarKind, value: &RawJson, needed: bool) -> Option<String> {
    let items = value.elements().ok()?;
    let texts = items.iter().map(|value| scalar(item, value));
    let texts: Vec<_> = texts.collect::<Option<_>>()?;
    (needed || !texts.is_empty()).then(|| texts.join("\n"))
}
