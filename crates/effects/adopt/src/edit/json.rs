//! Properties of JSON objects taken away and put in.

use std::ops::Range;

use serde_json::Value;

use super::lines::{indentation, line_break, line_end, line_start};
use super::span::SpanEdit;
use super::{EditRefusal, ListEdit, unknown_form};
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

/// Takes a property away with its comma, and with its lines where nothing else is on them.
/// Comments around it stay.
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
