//! Removes and inserts YAML blocks.
//!
//! A list or map in block style is a sequence of lines, and an entry starts at each line with the
//! indentation of the first. Other styles are not supported.

use std::ops::Range;

use serde_json::Value;

use super::lines::{indentation, line_break};
use super::span::SpanEdit;
use super::{EditRefusal, ListEdit, unknown_form};
use crate::layout::{EntryDialect, FileLayout};
use crate::syntax;

/// A line and its position.
#[derive(Clone, Copy)]
struct TextLine<'a> {
    start: usize,
    text: &'a str,
}

/// The places that change.
pub(super) fn spans(
    layout: &FileLayout,
    text: &str,
    edits: &[ListEdit],
) -> Result<Vec<SpanEdit>, EditRefusal> {
    let is_list = layout.dialect == EntryDialect::NamedItem;
    let mut spans = Vec::new();
    for edit in edits {
        let [key] = edit.map.as_slice() else {
            return Err(unknown_form());
        };
        let entries = entries(text, key, is_list).ok_or_else(unknown_form)?;
        let mut replaced = false;
        for (indent, span) in entries {
            let block = text.get(span.clone()).unwrap_or_default();
            let name = name(layout, block, is_list);
            if !name.is_some_and(|name| edit.removed.contains(&name)) {
                continue;
            }
            let text = if replaced {
                String::new()
            } else {
                block_text(text, block, indent, edit, is_list)
            };
            spans.push(SpanEdit { span, text });
            replaced = true;
        }
    }
    Ok(spans)
}

/// The blocks below a key at the top, each with its indentation.
fn entries<'a>(text: &'a str, key: &str, is_list: bool) -> Option<Vec<(&'a str, Range<usize>)>> {
    let lines = lines(text);
    let mut lines = lines.iter().skip_while(|line| !opens(line.text, key));
    lines.next()?;
    let below: Vec<TextLine<'_>> = lines
        .take_while(|line| line.is_silent() || line.is_below(is_list))
        .copied()
        .collect();
    let indent = indentation(below.iter().find(|line| !line.is_silent())?.text);
    let begins = |line: &TextLine<'_>| {
        let dashed = line.text.trim_start().starts_with('-');
        !line.is_silent() && indentation(line.text) == indent && (dashed || !is_list)
    };
    let places = below.iter().enumerate();
    let places = places.filter(|(_, line)| begins(line));
    let mut places = places.map(|(place, _)| place).peekable();
    let mut found = Vec::new();
    while let Some(place) = places.next() {
        let limit = places.peek().copied().unwrap_or(below.len());
        let own = below.get(place..limit)?;
        let mut backwards = own.iter().rev();
        // Empty lines and comments after an entry stay, unless they are indented more than it.
        let last = backwards.find(|line| !line.is_outside(indent))?;
        let start = own.first()?.start;
        found.push((indent, start..last.start + last.text.len()));
    }
    Some(found)
}

fn lines(text: &str) -> Vec<TextLine<'_>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|text| {
        let line = TextLine { start, text };
        start += text.len();
        line
    });
    lines.collect()
}

/// Whether a line is a key at the top with nothing but a comment after it.
fn opens(line: &str, key: &str) -> bool {
    let quoted = [key.to_owned(), format!("\"{key}\""), format!("'{key}'")];
    quoted.iter().any(|key| {
        let rest = line.strip_prefix(key.as_str());
        let rest = rest.and_then(|rest| rest.trim_start().strip_prefix(':'));
        let rest = rest.map(str::trim);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
    })
}

// === impl TextLine ===

impl TextLine<'_> {
    /// Whether it is empty or a comment.
    fn is_silent(&self) -> bool {
        let text = self.text.trim();
        text.is_empty() || text.starts_with('#')
    }

    /// Whether it belongs to the top-level block above it.
    fn is_below(&self, is_list: bool) -> bool {
        self.text.starts_with([' ', '\t']) || (is_list && self.text.starts_with('-'))
    }

    /// Whether it ends an entry of this indentation.
    fn is_outside(&self, indent: &str) -> bool {
        self.is_silent()
            && (self.text.trim().is_empty() || indentation(self.text).len() <= indent.len())
    }
}

/// The name of the entry in a block.
fn name(layout: &FileLayout, block: &str, is_list: bool) -> Option<String> {
    let value = syntax::parse(layout.syntax, block).ok()?;
    if is_list {
        let item = value.as_array()?.first()?;
        return Some(item.get("name")?.as_str()?.to_owned());
    }
    value.as_object()?.keys().next().cloned()
}

fn block_text(text: &str, block: &str, indent: &str, edit: &ListEdit, is_list: bool) -> String {
    let newline = line_break(text);
    let fields = edit.entry.as_object().into_iter().flatten();
    let mut lines = Vec::new();
    if !is_list {
        lines.push(format!(
            "{indent}{}:",
            scalar(&Value::from(edit.name.as_str()))
        ));
    }
    for (place, (key, value)) in fields.enumerate() {
        let mark = match (is_list, place) {
            (true, 0) => "- ",
            _ => "  ",
        };
        lines.push(format!("{indent}{mark}{key}: {}", scalar(value)));
    }
    let written = lines.join(newline);
    if block.ends_with('\n') {
        written + newline
    } else {
        written
    }
}

/// A value on one line. JSON is valid YAML, and plain words need no quotes.
fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) if is_plain(text) => text.clone(),
        other => other.to_string(),
    }
}

fn is_plain(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && text.chars().all(plain)
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n"
        )
}
