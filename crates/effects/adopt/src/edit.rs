//! Replaces entries of a client's file by one for Candor, keeping everything else.
//!
//! Only the changed ranges are written; the rest of the text is copied. The result is parsed again
//! and compared with the expected value, so that an unsupported format is an error rather than a
//! damaged file.

mod json;
mod lines;
mod span;
mod toml;
mod yaml;

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::layout::{EntryDialect, FileLayout, FileSyntax};
use crate::syntax::{self, BYTE_ORDER_MARK, value_at};

/// An edit to one list of servers.
#[derive(Clone, Debug)]
pub(crate) struct ListEdit {
    /// The keys that lead to the list.
    pub(crate) map: Vec<String>,
    /// The servers that go.
    pub(crate) removed: HashSet<String>,
    /// The name of the entry that takes the place of the first of them.
    pub(crate) name: String,
    pub(crate) entry: Value,
}

/// Why a file was not edited: a sentence without a final period.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{0}")]
pub(crate) struct EditRefusal(pub(crate) String);

/// Applies edits to a text.
pub(crate) fn edit(
    layout: &FileLayout,
    text: &str,
    edits: &[ListEdit],
) -> Result<String, EditRefusal> {
    let bare = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let spans = match layout.syntax {
        FileSyntax::Json => json::spans(bare, edits)?,
        FileSyntax::Toml => toml::spans(bare, edits)?,
        FileSyntax::Yaml => yaml::spans(layout, bare, edits)?,
    };
    let edited = span::apply(bare, spans);
    let expected = expected(layout, bare, edits);
    if edited.is_none() || parsed(layout, edited.as_deref().unwrap_or_default()) != expected {
        return Err(unknown_form());
    }
    let mark = text.get(..text.len() - bare.len()).unwrap_or_default();
    Ok(format!("{mark}{}", edited.unwrap_or_default()))
}

/// Adds an entry to a list, which is made if it is not there. The name must be free.
pub(crate) fn with_entry(
    layout: &FileLayout,
    text: &str,
    map: &[String],
    name: &str,
    entry: &Value,
) -> Result<String, EditRefusal> {
    let bare = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let edited = match layout.syntax {
        FileSyntax::Json => json::with_entry(bare, map, name, entry),
        FileSyntax::Toml => Some(toml::with_entry(bare, map, name, entry)),
        FileSyntax::Yaml => None,
    };
    let mut expected = parsed(layout, bare).ok_or_else(unknown_form)?;
    let mut here = &mut expected;
    for key in map {
        let entries = here.as_object_mut().ok_or_else(unknown_form)?;
        here = entries
            .entry(key)
            .or_insert_with(|| Value::Object(Map::new()));
    }
    let entries = here.as_object_mut().ok_or_else(unknown_form)?;
    entries.insert(name.to_owned(), entry.clone());
    confirmed(layout, text, edited, &expected)
}

/// Removes entries from a list.
pub(crate) fn without(
    layout: &FileLayout,
    text: &str,
    map: &[String],
    removed: &HashSet<String>,
) -> Result<String, EditRefusal> {
    let bare = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let spans = match layout.syntax {
        FileSyntax::Json => json::removal(bare, map, removed),
        FileSyntax::Toml => toml::removal(bare, map, removed),
        FileSyntax::Yaml => None,
    };
    let edited = spans.and_then(|spans| span::apply(bare, spans));
    let mut expected = parsed(layout, bare).ok_or_else(unknown_form)?;
    let list = map
        .iter()
        .try_fold(&mut expected, |here, key| here.get_mut(key));
    if let Some(entries) = list.and_then(Value::as_object_mut) {
        entries.retain(|name, _| !removed.contains(name));
    }
    // The last table of a list takes the list with it.
    let bare_list = edited.as_deref().and_then(|edited| parsed(layout, edited));
    if layout.syntax == FileSyntax::Toml
        && bare_list.is_some_and(|found| value_at(&found, map).is_none())
    {
        remove_empty(&mut expected, map);
    }
    confirmed(layout, text, edited, &expected)
}

/// Removes a list that has become empty.
fn remove_empty(root: &mut Value, map: &[String]) {
    let Some((last, above)) = map.split_last() else {
        return;
    };
    let parent = above.iter().try_fold(root, |here, key| here.get_mut(key));
    if let Some(entries) = parent.and_then(Value::as_object_mut)
        && entries
            .get(last)
            .and_then(Value::as_object)
            .is_some_and(Map::is_empty)
    {
        entries.remove(last);
    }
}

/// The edited text, if it parses as expected.
fn confirmed(
    layout: &FileLayout,
    text: &str,
    edited: Option<String>,
    expected: &Value,
) -> Result<String, EditRefusal> {
    let edited = edited.ok_or_else(unknown_form)?;
    if parsed(layout, &edited).as_ref() != Some(expected) {
        return Err(unknown_form());
    }
    let mark = if text.starts_with(BYTE_ORDER_MARK) {
        "\u{feff}"
    } else {
        ""
    };
    Ok(format!("{mark}{edited}"))
}

/// The refusal to edit what is not understood.
pub(crate) fn unknown_form() -> EditRefusal {
    EditRefusal("its servers are written in a form that cannot be edited safely".to_owned())
}

fn parsed(layout: &FileLayout, text: &str) -> Option<Value> {
    syntax::parse(layout.syntax, text).ok()
}

/// The expected value after the edits.
fn expected(layout: &FileLayout, text: &str, edits: &[ListEdit]) -> Option<Value> {
    let mut root = parsed(layout, text)?;
    for edit in edits {
        let mut here = &mut root;
        for key in &edit.map {
            here = here.get_mut(key)?;
        }
        match here {
            Value::Object(entries) => {
                entries.retain(|name, _| !edit.removed.contains(name));
                entries.insert(edit.name.clone(), edit.entry.clone());
            }
            Value::Array(items) => replace_items(items, edit),
            _ => return None,
        }
    }
    Some(root)
}

fn replace_items(items: &mut Vec<Value>, edit: &ListEdit) {
    let gone = |item: &Value| {
        let name = item.get("name").and_then(Value::as_str);
        name.is_some_and(|name| edit.removed.contains(name))
    };
    if let Some(first) = items.iter().position(gone) {
        items.insert(first, edit.entry.clone());
    }
    let mut new = true;
    items.retain(|item| {
        let is_new = new && *item == edit.entry;
        new &= !is_new;
        is_new || !gone(item)
    });
}

/// The entry that starts Candor, in the client's format.
pub(crate) fn candor_entry(
    dialect: EntryDialect,
    map: &[String],
    name: &str,
    command: &str,
    args: &[String],
) -> Value {
    use serde_json::json;

    match dialect {
        EntryDialect::Plain => json!({ "command": command, "args": args }),
        EntryDialect::Typed => json!({ "type": "stdio", "command": command, "args": args }),
        EntryDialect::NamedItem => json!({ "name": name, "command": command, "args": args }),
        EntryDialect::OpenCode => {
            let words: Vec<&str> = [command]
                .into_iter()
                .chain(args.iter().map(String::as_str))
                .collect();
            // Version 2 nests servers one level deeper, and does not support `enabled`.
            if map.len() > 1 {
                json!({ "type": "local", "command": words })
            } else {
                json!({ "type": "local", "command": words, "enabled": true })
            }
        }
        EntryDialect::Goose => json!({
            "enabled": true,
            "type": "stdio",
            "name": name,
            "cmd": command,
            "args": args,
            "timeout": 300,
        }),
    }
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
