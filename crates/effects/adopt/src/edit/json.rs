//! Removes and inserts properties of JSON objects.

use std::collections::HashSet;
use std::ops::Range;

use serde_json::Value;

use super::lines::{indentation, line_break, line_end, line_start};
use super::span::SpanEdit;
use super::{EditRefusal, ListEdit, unknown_form};
use crate::connect::new_file;
use crate::syntax::{JsonObject, JsonProperty, objects_at};

/// The places that change.
pub(super) fn spans(text: &str, edits: &[ListEdit]) -> Result<Vec<SpanEdit>, EditRefusal> {
    let paths: Vec<&[String]> = edits.iter().map(|edit| edit.map.as_slice()).collect();
    let objects = objects_at(text, &paths).ok_or_else(unknown_form)?;
    let mut spans = Vec::new();
    for (edit, object) in edits.iter().zip(objects) {
        list(text, edit, &object, &mut spans);
    }
    Ok(spans)
}

/// The first of the servers becomes the new entry, the others go, and the last entry has a comma
/// after it only if it had one before.
fn list(text: &str, edit: &ListEdit, object: &JsonObject, spans: &mut Vec<SpanEdit>) {
    let trailing = object
        .properties
        .last()
        .is_some_and(|last| last.comma.is_some());
    let mut replaced = false;
    let mut last_comma = None;
    for property in &object.properties {
        let goes = edit.removed.contains(&property.name);
        if goes && replaced {
            remove(text, property, spans);
            continue;
        }
        if goes {
            replaced = true;
            spans.push(SpanEdit {
                span: property.span.clone(),
                text: property_text(text, property, edit),
            });
        }
        last_comma = property.comma;
    }
    if let (Some(comma), false) = (last_comma, trailing) {
        spans.push(SpanEdit::delete(comma..comma + 1));
    }
}

/// The text with a new entry in the list at these keys. What is missing on the way is made.
pub(super) fn with_entry(text: &str, map: &[String], name: &str, entry: &Value) -> Option<String> {
    if text.trim().is_empty() {
        let file = new_file(map, name, entry);
        return Some(block(&file, "", "  ", "\n") + "\n");
    }
    // The deepest object on the way that is there.
    let mut depth = map.len();
    let object = loop {
        let found = objects_at(text, &[map.get(..depth)?]);
        match found.and_then(|mut found| found.pop()) {
            Some(object) => break object,
            None if depth == 0 => return None,
            None => depth -= 1,
        }
    };
    let rest = map.get(depth..)?;
    let (key, value) = match rest.split_first() {
        None => (name.to_owned(), entry.clone()),
        Some((key, below)) => (key.clone(), new_file(below, name, entry)),
    };
    // The existing value may not be an object.
    if object
        .properties
        .iter()
        .any(|property| property.name == key)
    {
        return None;
    }
    super::span::apply(text, vec![inserted(text, &object, &key, &value)?])
}

/// A property put before the others, or into an object that is empty.
fn inserted(text: &str, object: &JsonObject, key: &str, value: &Value) -> Option<SpanEdit> {
    let line = line_start(text, object.span.start);
    let outer = indentation(text.get(line..)?);
    let end = line_break(text);
    let first = object.properties.first();
    let own_line =
        first.filter(|first| is_blank(text, line_start(text, first.span.start)..first.span.start));
    let base = match own_line {
        Some(first) => indentation(text.get(line_start(text, first.span.start)..)?).to_owned(),
        None if outer.starts_with('\t') => format!("{outer}\t"),
        None => format!("{outer}  "),
    };
    let unit = base
        .strip_prefix(outer)
        .filter(|unit| !unit.is_empty())
        .unwrap_or("  ");
    let written = block(value, &base, unit, end);
    let property = format!("{}: {written}", Value::from(key));
    Some(match (first, own_line) {
        (Some(first), Some(_)) => SpanEdit {
            span: first.span.start..first.span.start,
            text: format!("{property},{end}{base}"),
        },
        (Some(first), None) => SpanEdit {
            span: first.span.start..first.span.start,
            text: format!("{property}, "),
        },
        (None, _) => {
            let inner = object.span.start + 1..object.span.end - 1;
            // Comments are not thrown away.
            if !is_blank(text, inner.clone()) {
                return None;
            }
            SpanEdit {
                span: inner,
                text: format!("{end}{base}{property}{end}{outer}"),
            }
        }
    })
}

/// A value with a line for each field of an object; lists stay on one line.
fn block(value: &Value, base: &str, unit: &str, end: &str) -> String {
    let Some(fields) = value.as_object().filter(|fields| !fields.is_empty()) else {
        return inline(value);
    };
    let inner = format!("{base}{unit}");
    let lines = fields.iter().map(|(key, value)| {
        let written = block(value, &inner, unit, end);
        format!("{inner}{}: {written}", Value::from(key.as_str()))
    });
    let lines: Vec<String> = lines.collect();
    format!("{{{end}{}{end}{base}}}", lines.join(&format!(",{end}")))
}

/// The places that change when properties of the list at these keys go.
pub(super) fn removal(
    text: &str,
    map: &[String],
    removed: &HashSet<String>,
) -> Option<Vec<SpanEdit>> {
    let object = objects_at(text, &[map])?.pop()?;
    let mut spans = Vec::new();
    let mut last_kept = None;
    let trailing = object.properties.last()?.comma.is_some();
    for (at, property) in object.properties.iter().enumerate() {
        if !removed.contains(&property.name) {
            last_kept = property.comma;
            continue;
        }
        remove(text, property, &mut spans);
        let next = object.properties.get(at + 1);
        let next = next.filter(|next| !removed.contains(&next.name));
        if let (Some(span), Some(next)) = (spans.last_mut(), next) {
            span.close_up(text, property.span.start, next.span.start);
        }
    }
    let goes_last = object
        .properties
        .last()
        .is_some_and(|last| removed.contains(&last.name));
    if let (Some(comma), true, false) = (last_kept, goes_last, trailing) {
        spans.push(SpanEdit::delete(comma..comma + 1));
    }
    Some(spans)
}

/// Removes a property with its comma, and with its lines if nothing else is on them. Comments
/// around it are kept.
fn remove(text: &str, property: &JsonProperty, spans: &mut Vec<SpanEdit>) {
    let Range { start, end } = property.span;
    let end = match property.comma {
        Some(comma) if is_blank(text, end..comma) => comma + 1,
        Some(comma) => {
            spans.push(SpanEdit::delete(comma..comma + 1));
            end
        }
        None => end,
    };
    let line = line_start(text, start);
    let after = line_end(text, end);
    let own_lines = is_blank(text, line..start) && is_blank(text, end..after);
    let before = text.get(..start).unwrap_or_default();
    let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
    spans.push(SpanEdit::delete(if own_lines {
        line..after
    } else {
        start - blanks..end
    }));
}

fn is_blank(text: &str, range: Range<usize>) -> bool {
    text.get(range).is_some_and(|text| text.trim().is_empty())
}

/// The new property, written as the one whose place it takes: on one line or on several, with the
/// same indentation.
fn property_text(text: &str, property: &JsonProperty, edit: &ListEdit) -> String {
    let old = text.get(property.span.clone()).unwrap_or_default();
    let line = text.get(line_start(text, property.span.start)..);
    let base = indentation(line.unwrap_or_default());
    let name = Value::from(edit.name.as_str());
    let Some((_, rest)) = old.split_once('\n') else {
        return format!("{name}: {}", inline(&edit.entry));
    };
    let inner = indentation(rest);
    let unit = inner.strip_prefix(base).filter(|unit| !unit.is_empty());
    let unit = unit.unwrap_or(if base.starts_with('\t') { "\t" } else { "  " });
    let lines = fields(&edit.entry).map(|field| format!("{base}{unit}{field}"));
    let end = line_break(text);
    let lines: Vec<String> = lines.collect();
    format!(
        "{name}: {{{end}{}{end}{base}}}",
        lines.join(&format!(",{end}"))
    )
}

fn fields(entry: &Value) -> impl Iterator<Item = String> {
    let fields = entry.as_object().into_iter().flatten();
    fields.map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), inline(value)))
}

/// A value on one line, with a blank after each comma.
fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(_) => {
            let fields: Vec<String> = fields(value).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        plain => plain.to_string(),
    }
}
