//! From texts to arguments. Numbers stay as they were written.

use candor_wire::{RawJson, RawObject};

use super::{Problems, Typed};
use crate::cut::cut;
use crate::plan::{Field, Kind, Scalar};

/// The most lines of a list about which it is said what is wrong.
const TOLD: usize = 5;

/// What is said where something was left out that cannot be.
pub(super) const MISSING: &str = "This is required.";

/// The members that were given. Nothing if none was and none is needed: then the object around
/// them is left out, too.
pub(super) fn group(
    fields: &[Field],
    typed: &Typed,
    needed: bool,
    problems: &mut Problems,
) -> Option<RawObject> {
    let mut members = RawObject::default();
    let mut missing: Vec<&Field> = Vec::new();
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

fn value(field: &Field, typed: &Typed, problems: &mut Problems) -> Option<RawJson> {
    let text = typed.get(&field.pointer);
    let read = match &field.kind {
        // What is empty is not sent, and whoever wants to send an empty text writes JSON.
        Kind::Text { .. } => return (!text.is_empty()).then(|| RawJson::string(text)),
        Kind::Group(fields) => {
            return group(fields, typed, field.needed, problems).map(|members| members.to_json());
        }
        Kind::Lines(item) => return lines(field, *item, text, problems),
        _ if text.trim().is_empty() => return None,
        Kind::Number { .. } => scalar(Scalar::Number, text),
        Kind::Switch => scalar(Scalar::Switch, text),
        Kind::Choice(choices) => {
            let mut written = choices.iter().map(RawJson::from_value);
            let chosen = written.find(|choice| choice.as_bytes() == text.as_bytes());
            chosen.ok_or_else(|| format!("`{}` is not one of the choices.", cut(text, 60)))
        }
        Kind::Json => RawJson::parse(text.as_bytes().to_vec())
            .map_err(|error| format!("This is not JSON: {error}.")),
    };
    read.map_err(|sentence| problems.add(&field.pointer, sentence))
        .ok()
}

/// A list. One that cannot be left out is empty where nothing is given.
fn lines(field: &Field, item: Scalar, text: &str, problems: &mut Problems) -> Option<RawJson> {
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

fn scalar(kind: Scalar, text: &str) -> Result<RawJson, String> {
    let trimmed = text.trim();
    let shown = || cut(trimmed, 60);
    match kind {
        Scalar::Text => Ok(RawJson::string(text)),
        Scalar::Number => number(trimmed)
            .ok_or_else(|| format!("`{}` is no number; write one such as 12 or -0.5.", shown())),
        Scalar::Switch if matches!(trimmed, "true" | "false") => {
            Ok(RawJson::from_value(&(trimmed == "true").into()))
        }
        Scalar::Switch => Err(format!("`{}` is neither `true` nor `false`.", shown())),
    }
}

/// A number as JSON writes it, with every digit that was given.
pub(super) fn number(text: &str) -> Option<RawJson> {
    let json = RawJson::parse(text.as_bytes().to_vec()).ok()?;
    let first = json.as_bytes().first()?;
    (first.is_ascii_digit() || *first == b'-').then_some(json)
}
