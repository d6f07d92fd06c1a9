//! Personas: `persona.yaml`, with toolsets that are lists of tool ids.

use candor_model::Diagnostic;
use candor_text::quote;
use serde_json::{Map, Value};

use crate::collect::{ImportCollection, ImportedToolset};
use crate::field::text_or_refuse;
use crate::member::tool_ids;
use crate::path::{ListEntry, member};
use crate::report::{RefusedEntry, note};
use crate::toolset::tell_useless;

/// Reads a persona. `fallback` is its name if the file has none. Returns the index of its default
/// toolset.
pub(crate) fn collect(
    persona: &Map<String, Value>,
    fallback: &str,
    found: &mut ImportCollection,
) -> Option<usize> {
    let name = text_or_refuse(persona, "name", "", &mut found.report);
    if name.is_none() {
        let message = format!(
            "the persona has no name and is taken to be {}",
            quote(fallback)
        );
        found
            .report
            .notice(Diagnostic::warning("hypertool::persona", message));
    }
    let name = name.unwrap_or(fallback);
    let about = text_or_refuse(persona, "description", "", &mut found.report).unwrap_or_default();
    let default = text_or_refuse(persona, "defaultToolset", "", &mut found.report);
    let mut begins_with = None;
    for (at, value) in toolsets(persona, found).iter().enumerate() {
        let entry = ListEntry {
            list: "toolsets",
            at,
        };
        if let Some((own, draft)) = toolset(value, entry, name, about, found) {
            let place = found.add_of_persona(draft);
            if begins_with.is_none() && default == Some(own) {
                begins_with = Some(place);
            }
        }
    }
    if let (Some(default), None) = (default, begins_with) {
        let message = format!(
            "the persona begins with the toolset {}, which is not imported",
            quote(default)
        );
        found
            .report
            .notice(Diagnostic::warning("hypertool::equipped", message));
    }
    begins_with
}

fn toolsets<'a>(persona: &'a Map<String, Value>, found: &mut ImportCollection) -> &'a [Value] {
    match persona.get("toolsets") {
        Some(Value::Array(list)) if !list.is_empty() => return list,
        None | Some(Value::Null | Value::Array(_)) => {
            let message = "the persona has no toolsets";
            found.report.notice(note("hypertool::nothing", message));
        }
        Some(other) => {
            let refused = RefusedEntry::wrong_type(other, "a list of toolsets");
            found.report.refuse("toolsets", refused);
        }
    }
    &[]
}

/// Parses `{name, toolIds}`. The key is the one under which hypertool saves it.
fn toolset<'a>(
    value: &'a Value,
    entry: ListEntry<'_>,
    persona: &str,
    about: &str,
    found: &mut ImportCollection,
) -> Option<(&'a str, ImportedToolset)> {
    let Some(object) = value.as_object() else {
        let refused = RefusedEntry::wrong_type(value, "a toolset with `name` and `toolIds`");
        found.report.refuse(entry, refused);
        return None;
    };
    let path = entry.to_string();
    let Some(own) = text_or_refuse(object, "name", &path, &mut found.report) else {
        let why = "it has no name";
        let refused = RefusedEntry::new("hypertool::no-name", why)
            .with_hint("give it a `name` in the persona, and import again");
        found.report.refuse(entry, refused);
        return None;
    };
    let (key, list) = ids(object, &path, found)?;
    let members = tool_ids(list, &member(&path, key), &mut found.report);
    if members.is_empty() {
        tell_useless(&path, &mut found.report);
        return None;
    }
    let about = text_or_refuse(object, "description", &path, &mut found.report).unwrap_or(about);
    let draft = ImportedToolset {
        key: format!("persona-{persona}-{own}"),
        title: String::new(),
        description: about.to_owned(),
        members,
        notes: Vec::new(),
    };
    Some((own, draft))
}

/// The list of tool ids and its key. hypertool's guide says `tools`, its parser expects `toolIds`;
/// both are accepted.
fn ids<'a>(
    object: &'a Map<String, Value>,
    path: &str,
    found: &mut ImportCollection,
) -> Option<(&'static str, &'a [Value])> {
    let keys = ["toolIds", "tools"];
    let Some((key, value)) = keys.iter().find_map(|key| Some((*key, object.get(*key)?))) else {
        let message = format!("`{path}` is left out: it has no `toolIds`");
        found
            .report
            .leave_out(note("hypertool::empty-toolset", message));
        return None;
    };
    match value {
        Value::Array(list) if !list.is_empty() => {
            if key == "tools" {
                let message = format!(
                    "`{path}` has `tools` where hypertool wants `toolIds`; they are taken as such"
                );
                found
                    .report
                    .notice(Diagnostic::warning("hypertool::persona", message));
            }
            Some((key, list))
        }
        Value::Array(_) | Value::Null => {
            let message = format!("`{path}` is left out: it has no tools");
            found
                .report
                .leave_out(note("hypertool::empty-toolset", message));
            None
        }
        other => {
            let refused = RefusedEntry::wrong_type(other, "a list of tool ids");
            found.report.refuse(member(path, key), refused);
            tell_useless(path, &mut found.report);
            None
        }
    }
}

#[cfg(test)]
mod tests;
