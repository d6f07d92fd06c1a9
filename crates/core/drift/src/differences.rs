//! How two definitions differ, in lines for people.
//!
//! A line says where and what: `inputSchema.properties.path.type: "string" → "number"`. Hints come
//! first, then the description, the title, the schemas and the rest, since that is the order of
//! what matters to a person who must decide. Whatever the definitions hold, the lines are
//! few, short and free of characters that cannot be seen.

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

/// The most lines that are given. Where more differs, the last line says how much more.
pub const LINES_MAX: usize = 50;

/// What [`between`] found.
pub(crate) struct Differences {
    /// One line each, at most [`LINES_MAX`].
    pub(crate) lines: Vec<String>,
    /// Whether a hint says less danger than before.
    pub(crate) loosens: bool,
    /// Whether nothing differs but hints, and each says more danger than before.
    pub(crate) only_tightens: bool,
}

/// The readable difference of two canonical definitions, one line each, at most [`LINES_MAX`].
///
/// It is empty if and only if the two mean the same JSON. Text that is no JSON gives a line that
/// says so. Unlike [`compare()`](crate::compare()), it counts what is merely absent, too.
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

/// How two definitions differ.
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

/// Whether two values are written alike. Numbers are not asked for their own opinion, since
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
