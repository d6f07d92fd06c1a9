//! Readable differences between two definitions.
//!
//! A line has a place and the values: `inputSchema.properties.path.type: "string" → "number"`.
//! Hints come first, then description, title, schemas and the rest, in order of importance for a
//! review. The lines are always few, short and free of hidden characters.

mod hints;
mod lines;
mod path;
mod text;
mod walk;

use candor_schema::canonical;
use serde_json::Value;

use crate::definition::annotations;
use hints::HintDirection;
use lines::BoundedLines;
use walk::DifferenceWalk;

/// The maximum number of lines. If there are more differences, the last line says how many.
pub const LINES_MAX: usize = 50;

/// The result of [`between`].
pub(crate) struct Differences {
    /// One line each, at most [`LINES_MAX`].
    pub(crate) lines: Vec<String>,
    /// Whether a hint now claims less danger.
    pub(crate) loosens: bool,
    /// Whether only hints differ and each now claims more danger.
    pub(crate) only_tightens: bool,
}

/// The readable differences of two canonical definitions, at most [`LINES_MAX`] lines.
///
/// Empty if and only if both are equal as JSON. Invalid JSON gives a line saying so. Unlike
/// [`compare()`](crate::compare()), missing keys count as differences.
pub fn differences(pinned: &str, found: &str) -> Vec<String> {
    if pinned == found {
        return Vec::new();
    }
    match (serde_json::from_str(pinned), serde_json::from_str(found)) {
        (Ok(pinned), Ok(found)) => between(&pinned, &found).lines,
        (pinned, found) => [("pinned", pinned.err()), ("found", found.err())]
            .into_iter()
            .filter_map(|(which, error)| Some(unreadable(which, &error?)))
            .collect(),
    }
}

/// The line about a definition that is no JSON.
pub(crate) fn unreadable(which: &str, error: &serde_json::Error) -> String {
    format!("{which} definition cannot be read, so nothing can be compared with it: {error}")
}

/// Compares two definitions.
pub(crate) fn between(pinned: &Value, found: &Value) -> Differences {
    let mut lines = BoundedLines::default();
    let (mut tighter, mut loosens) = (0, false);
    for change in hints::changes(annotations(pinned), annotations(found)) {
        tighter += usize::from(change.turn == HintDirection::Tighter);
        loosens |= change.turn == HintDirection::Looser;
        lines.push(|| change.to_string());
    }
    DifferenceWalk::new(&mut lines).definitions(pinned, found);
    Differences {
        only_tightens: tighter == lines.total(),
        loosens,
        lines: lines.finish(),
    }
}

/// Whether two values have the same representation. Numbers are not compared with `==`, because
/// `-0.0` equals `0.0`.
fn alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => one == other,
        (Value::Number(one), Value::Number(other)) => one.to_string() == other.to_string(),
        _ => canonical(one) == canonical(other),
    }
}

#[cfg(test)]
mod tests;
