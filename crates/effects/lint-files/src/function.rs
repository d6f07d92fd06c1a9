//! Writes hints and titles into the definition of a function, keeping everything else.
//!
//! Text is only inserted, or a literal replaced by another. A definition with computed members is
//! left to its author.

use std::ops::Range;

use candor_lint::DefinitionEdit;
use serde_json::Value;

use crate::script_text::{ScriptObject, object_at, objects, plain_text};

/// The largest program that is edited, in bytes.
const LARGEST: usize = 1 << 20;

/// The program with the edits in the definition of the function with this name; none if its
/// style does not allow it or nothing would change.
pub fn edit_function(text: &str, name: &str, edits: &[DefinitionEdit]) -> Option<String> {
    if text.len() > LARGEST {
        return None;
    }
    let mut edited = text.to_owned();
    for edit in edits {
        edited = one_edit(&edited, name, edit)?;
    }
    (edited != text).then_some(edited)
}

fn one_edit(text: &str, name: &str, edit: &DefinitionEdit) -> Option<String> {
    let definition = definition(text, name)?;
    if let Some((hint, value)) = edit.as_hint() {
        return set_hint(text, &definition, hint.wire(), value);
    }
    set_title(text, &definition, edit.as_title()?)
}

/// The object that defines the function; none if there is none or more than one.
fn definition(text: &str, name: &str) -> Option<ScriptObject> {
    let mut found = objects(text)?.into_iter().filter(|object| {
        let written = object
            .value("name")
            .and_then(|at| plain_text(text.get(at)?));
        // An object with the name alone may be anything, such as an argument.
        let is_definition = ["description", "annotations", "input", "title"];
        written == Some(name) && is_definition.iter().any(|key| object.has(key))
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

fn set_hint(text: &str, definition: &ScriptObject, key: &str, value: bool) -> Option<String> {
    let word = if value { "true" } else { "false" };
    if !definition.has("annotations") {
        if definition.has_spread() {
            return None;
        }
        let member = format!("annotations: {{ {key}: {word} }}");
        return insert_after(text, &definition.value("name")?, &member);
    }
    let at = definition.value("annotations")?;
    let object = object_at(text, at.start).filter(|object| object.close + 1 == at.end)?;
    if object.has_spread() {
        return None;
    }
    if object.has(key) {
        let old = object.value(key)?;
        let is_literal = matches!(text.get(old.clone())?, "true" | "false");
        return is_literal.then(|| replaced(text, old, word));
    }
    if let Some(last) = object.members.last() {
        return insert_after(text, &last.value, &format!("{key}: {word}"));
    }
    let inside = object.open + 1..object.close;
    let is_empty = text.get(inside.clone())?.trim().is_empty();
    is_empty.then(|| replaced(text, inside, &format!(" {key}: {word} ")))
}

fn set_title(text: &str, definition: &ScriptObject, title: &str) -> Option<String> {
    let literal = Value::from(title).to_string();
    let inner = definition.value("annotations");
    let inner = inner.and_then(|at| object_at(text, at.start));
    if definition.has("title") || inner.is_some_and(|object| object.has("title")) {
        let old = definition.value("title")?;
        plain_text(text.get(old.clone())?)?;
        return Some(replaced(text, old, &literal));
    }
    if definition.has_spread() {
        return None;
    }
    insert_after(
        text,
        &definition.value("name")?,
        &format!("title: {literal}"),
    )
}

fn replaced(text: &str, range: Range<usize>, with: &str) -> String {
    let mut edited = text.to_owned();
    edited.replace_range(range, with);
    edited
}

/// Adds a member behind another one: on a line of its own if that one has one too.
fn insert_after(text: &str, value: &Range<usize>, member: &str) -> Option<String> {
    let before = text.get(..value.end)?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let start = text.get(line..)?;
    let indent = start
        .get(..start.len() - start.trim_start().len())
        .filter(|space| !space.contains('\n'))?;
    let rest = text.get(value.end..)?;
    let ends_line = rest
        .strip_prefix(',')
        .unwrap_or(rest)
        .lines()
        .next()
        .is_none_or(|after| {
            let after = after.trim_start();
            after.is_empty() || after.starts_with("//")
        });
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    // The new member follows the line with its comment, if there is nothing else on it.
    let (at, added) = if ends_line && rest.starts_with(',') {
        let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
        (value.end + end, format!("{ending}{indent}{member},"))
    } else if rest.starts_with(',') {
        (value.end + 1, format!(" {member},"))
    } else {
        (value.end, format!(", {member}"))
    };
    Some(replaced(text, at..at, &added))
}
