//! Converts texts to arguments. Numbers keep their digits.

use candor_wire::{RawJson, RawObject};

use super::{ArgumentProblems, ArgumentTexts};
use crate::form_plan::{ArgumentField, ArgumentKind, ScalarKind};
use crate::shorten::shorten;

/// The maximum number of invalid lines reported.
const TOLD: usize = 5;

/// The problem of a missing required field.
pub(super) const MISSING: &str = "Required.";

/// The members of an object. None if all are empty and the object is optional: then it is left
/// out.
pub(super) fn group(
    fields: &[ArgumentField],
    typed: &ArgumentTexts,
    needed: bool,
    problems: &mut ArgumentProblems,
) -> Option<RawObject> {
    let mut members = RawObject::default();
    let mut missing: Vec<&ArgumentField> = Vec::new();
    let mut wrong = false;
    for field in fields {
        let before = problems.at.len();
        let value = value(field, typed, problems);
        let is_wrong = problems.at.len() > before;
        wrong |= is_wrong;
        match value {
            Some(value) => members.set(&field.name, value),
            None if field.required && !is_wrong => missing.push(field),
            None => {}
        }
    }
    if members.is_empty() && !wrong && !needed {
        return None;
    }
    for field in missing {
        problems.add(&field.pointer, MISSING);
    }
    Some(members)
}

fn value(
    field: &ArgumentField,
    typed: &ArgumentTexts,
    problems: &mut ArgumentProblems,
) -> Option<RawJson> {
    let text = typed.get(&field.pointer);
    let read = match &field.kind {
        // Empty fields are not sent; an empty text can be sent as JSON.
        ArgumentKind::Text { .. } => return (!text.is_empty()).then(|| RawJson::string(text)),
        ArgumentKind::Group(fields) => {
            return group(fields, typed, field.needed, problems).map(|members| members.to_json());
        }
        ArgumentKind::Lines(item) => return lines(field, *item, text, problems),
        _ if text.trim().is_empty() => return None,
        ArgumentKind::Number { .. } => scalar(ScalarKind::Number, text),
        ArgumentKind::Switch => scalar(ScalarKind::Switch, text),
        ArgumentKind::Choice(choices) => {
            let mut written = choices.iter().map(RawJson::from_value);
            let chosen = written.find(|choice| choice.as_bytes() == text.as_bytes());
            chosen.ok_or_else(|| format!("`{}` is not one of the options.", shorten(text, 60)))
        }
        ArgumentKind::Json => RawJson::parse(text.as_bytes().to_vec())
            .map_err(|error| format!("Invalid JSON: {error}.")),
    };
    read.map_err(|sentence| problems.add(&field.pointer, sentence))
        .ok()
}

/// A list; empty if required and nothing is given.
fn lines(
    field: &ArgumentField,
    item: ScalarKind,
    text: &str,
    problems: &mut ArgumentProblems,
) -> Option<RawJson> {
    let (mut items, mut wrong) = (Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        match scalar(item, line) {
            Ok(value) => items.push(value),
            Err(sentence) => wrong.push(format!("Line {}: {sentence}", at + 1)),
        }
    }
    if !wrong.is_empty() {
        for sentence in wrong.into_iter().take(TOLD) {
            problems.add(&field.pointer, sentence);
        }
        return None;
    }
    (field.needed || !items.is_empty()).then(|| RawJson::array(&items))
}

fn scalar(kind: ScalarKind, text: &str) -> Result<RawJson, String> {
    let trimmed = text.trim();
    let shown = || shorten(trimmed, 60);
    match kind {
        ScalarKind::Text => Ok(RawJson::string(text)),
        ScalarKind::Number => number(trimmed)
            .ok_or_else(|| format!("`{}` is not a number, such as 12 or -0.5.", shown())),
        ScalarKind::Switch if matches!(trimmed, "true" | "false") => {
            Ok(RawJson::from_value(&(trimmed == "true").into()))
        }
        ScalarKind::Switch => Err(format!("`{}` is not `true` or `false`.", shown())),
    }
}

/// A JSON number with its original digits.
pub(super) fn number(text: &str) -> Option<RawJson> {
    let json = RawJson::parse(text.as_bytes().to_vec()).ok()?;
    let first = json.as_bytes().first()?;
    (first.is_ascii_digit() || *first == b'-').then_some(json)
}
