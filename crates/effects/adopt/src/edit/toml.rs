//! Removes and inserts TOML tables.

use std::collections::HashSet;
use std::ops::Range;

use serde_json::Value;
use toml_edit::{Document, Item, Table};

use super::lines::{line_break, line_end, line_start};
use super::span::SpanEdit;
use super::{EditRefusal, ListEdit, unknown_form};

/// The places that change.
pub(super) fn spans(text: &str, edits: &[ListEdit]) -> Result<Vec<SpanEdit>, EditRefusal> {
    let document = Document::parse(text).map_err(|_| unknown_form())?;
    let mut spans = Vec::new();
    for edit in edits {
        let sections = sections(text, document.as_table(), edit).ok_or_else(unknown_form)?;
        let mut sections = sections.into_iter();
        let first = sections.next().ok_or_else(unknown_form)?;
        spans.push(SpanEdit {
            text: table_text(text, edit, first.end),
            span: first,
        });
        spans.extend(sections.map(|section| SpanEdit::delete(with_blanks(text, section))));
    }
    Ok(spans)
}

/// The text with a table for a new entry at its end.
pub(super) fn with_entry(text: &str, map: &[String], name: &str, entry: &Value) -> String {
    let edit = ListEdit {
        map: map.to_owned(),
        removed: HashSet::new(),
        name: name.to_owned(),
        entry: entry.clone(),
    };
    let newline = line_break(text);
    let gap = match text {
        "" => String::new(),
        text if text.ends_with('\n') => newline.to_owned(),
        _ => newline.repeat(2),
    };
    let table = table_text(text, &edit, text.len());
    format!("{text}{gap}{}{newline}", table.trim_end())
}

/// The places that change when tables of the list at these keys go.
pub(super) fn removal(
    text: &str,
    map: &[String],
    removed: &HashSet<String>,
) -> Option<Vec<SpanEdit>> {
    let document = Document::parse(text).ok()?;
    let edit = ListEdit {
        map: map.to_owned(),
        removed: removed.clone(),
        name: String::new(),
        entry: Value::Null,
    };
    let sections = sections(text, document.as_table(), &edit)?;
    let spans = sections.into_iter();
    Some(
        spans
            .map(|section| SpanEdit::delete(with_blanks(text, section)))
            .collect(),
    )
}

/// The lines of every table of the servers that go, in their order. A server that is not written
/// as a table of its own is none of ours to edit.
fn sections(text: &str, root: &Table, edit: &ListEdit) -> Option<Vec<Range<usize>>> {
    let mut list = root;
    for key in &edit.map {
        list = list.get(key)?.as_table()?;
    }
    let mut found = Vec::new();
    for name in &edit.removed {
        collect(text, list.get(name)?.as_table()?, &mut found)?;
    }
    found.sort_by_key(|section| section.start);
    Some(found)
}

/// The lines of a table and of the tables below it.
fn collect(text: &str, table: &Table, found: &mut Vec<Range<usize>>) -> Option<()> {
    if table.is_dotted() {
        return None;
    }
    let header = table.span().filter(|_| !table.is_implicit());
    let mut end = header.as_ref().map(|header| header.end);
    for (_, item) in table {
        match item {
            Item::Table(below) if !below.is_dotted() => collect(text, below, found)?,
            _ => end = end.max(last_byte(item)),
        }
    }
    if let (Some(header), Some(end)) = (header, end) {
        // A span's end is exclusive, and its last byte may be a line break.
        let last = end.saturating_sub(1).max(header.start);
        found.push(line_start(text, header.start)..line_end(text, last));
    }
    Some(())
}

/// The end of a value, or of the last part of a dotted table.
fn last_byte(item: &Item) -> Option<usize> {
    match item {
        Item::Table(dotted) => dotted.iter().filter_map(|(_, item)| last_byte(item)).max(),
        other => other.span().map(|span| span.end),
    }
}

/// A section with the empty lines before it.
fn with_blanks(text: &str, section: Range<usize>) -> Range<usize> {
    let mut start = section.start;
    while start > 0 {
        let line = line_start(text, start - 1);
        if !text
            .get(line..start)
            .is_some_and(|line| line.trim().is_empty())
        {
            break;
        }
        start = line;
    }
    start..section.end
}

fn table_text(text: &str, edit: &ListEdit, end: usize) -> String {
    let newline = line_break(text);
    let keys = edit.map.iter().chain([&edit.name]);
    let header: Vec<String> = keys.map(|key| toml_key(key)).collect();
    let mut lines = vec![format!("[{}]", header.join("."))];
    for (key, value) in edit.entry.as_object().into_iter().flatten() {
        lines.push(format!("{} = {}", toml_key(key), toml_value(value)));
    }
    let written = lines.join(newline);
    // The last line of a file may have no line break.
    if text.get(..end).is_some_and(|before| before.ends_with('\n')) {
        written + newline
    } else {
        written
    }
}

fn toml_key(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !key.is_empty() && key.chars().all(bare) {
        key.to_owned()
    } else {
        toml_value(&Value::from(key))
    }
}

/// Texts, and lists of them.
fn toml_value(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(toml_value).collect();
            format!("[{}]", items.join(", "))
        }
        Value::String(text) => toml_edit::value(text).to_string(),
        plain => plain.to_string(),
    }
}
