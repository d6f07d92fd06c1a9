//! A structured result, readable: tables where it is a list of like things, lines where it is
//! not.

use candor_frame::Outside;
use candor_wire::RawJson;
use serde_json::{Map, Value};

use super::budget::Budget;

/// The most lines of one tree.
const LINES: usize = 300;
/// How deep a tree is shown; below that it is JSON in a line.
const DEPTH: usize = 6;
/// The most rows of a table.
const ROWS: usize = 100;
/// The most columns of a table.
const COLUMNS: usize = 12;
/// The most tables.
const TABLES: usize = 5;
/// The most characters of a name.
const NAME: usize = 80;
/// The most characters of a value.
const VALUE: usize = 500;

/// See the module.
pub(crate) enum Structured {
    Pieces(Vec<Piece>),
    /// Too large, or too deep, to be taken apart.
    Whole(Outside),
}

/// A part of it.
pub(crate) enum Piece {
    Tree {
        lines: Vec<Line>,
        /// How many lines are not shown, at least.
        left: usize,
    },
    Table {
        /// What the list is called.
        name: Option<Outside>,
        columns: Vec<Outside>,
        rows: Vec<Vec<Outside>>,
        left: usize,
    },
}

/// A line of a tree.
pub(crate) struct Line {
    pub(crate) depth: usize,
    pub(crate) name: Outside,
    /// What stands there; nothing where lines below say it.
    pub(crate) value: Option<Outside>,
}

// === impl Structured ===

impl Structured {
    /// What is shown of it; `value` is the same where it was not too large to be read.
    pub(super) fn of(raw: &RawJson, value: Option<&Value>, budget: &mut Budget) -> Self {
        let Some(value) = value else {
            return Self::Whole(budget.text(&raw.to_string()));
        };
        let mut pieces = Vec::new();
        let mut rest = Map::new();
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    match table(Some(name), value).filter(|_| pieces.len() < TABLES) {
                        Some(table) => pieces.push(table),
                        None => drop(rest.insert(name.clone(), value.clone())),
                    }
                }
                // What is said once comes before what is said of many.
                if !rest.is_empty() || pieces.is_empty() {
                    pieces.insert(0, tree(&Value::Object(rest)));
                }
            }
            other => pieces.push(table(None, other).unwrap_or_else(|| tree(other))),
        }
        Self::Pieces(pieces)
    }
}

/// A list of objects that hold nothing but single values, and not too many kinds of them.
fn table(name: Option<&str>, value: &Value) -> Option<Piece> {
    let items = value.as_array().filter(|items| !items.is_empty())?;
    let mut columns: Vec<&str> = Vec::new();
    for item in items {
        for (key, value) in item.as_object()? {
            if value.is_array() || value.is_object() {
                return None;
            }
            if !columns.contains(&key.as_str()) {
                columns.push(key);
            }
            if columns.len() > COLUMNS {
                return None;
            }
        }
    }
    if columns.is_empty() {
        return None;
    }
    let row = |item: &Value| {
        let cell = |column: &&str| item.get(*column).map_or_else(|| shown(""), scalar);
        columns.iter().map(cell).collect()
    };
    Some(Piece::Table {
        name: name.map(|name| Outside::short(name, NAME)),
        rows: items.iter().take(ROWS).map(row).collect(),
        left: items.len().saturating_sub(ROWS),
        columns: columns
            .iter()
            .map(|column| Outside::short(column, NAME))
            .collect(),
    })
}

fn tree(value: &Value) -> Piece {
    let (mut lines, mut left) = (Vec::new(), 0);
    match value {
        Value::Object(_) | Value::Array(_) => below(value, 0, &mut lines, &mut left),
        single => lines.push(Line {
            depth: 0,
            name: shown("value"),
            value: Some(scalar(single)),
        }),
    }
    Piece::Tree { lines, left }
}

fn below(value: &Value, depth: usize, lines: &mut Vec<Line>, left: &mut usize) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                line(name, value, depth, lines, left);
            }
        }
        Value::Array(items) => {
            for (at, value) in items.iter().enumerate() {
                line(&(at + 1).to_string(), value, depth, lines, left);
            }
        }
        _ => {}
    }
}

fn line(name: &str, value: &Value, depth: usize, lines: &mut Vec<Line>, left: &mut usize) {
    if lines.len() == LINES {
        *left += 1;
        return;
    }
    let holds = match value {
        Value::Object(members) => !members.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => false,
    };
    let opens = holds && depth < DEPTH;
    lines.push(Line {
        depth,
        name: Outside::short(name, NAME),
        value: (!opens).then(|| scalar(value)),
    });
    if opens {
        below(value, depth + 1, lines, left);
    }
}

fn scalar(value: &Value) -> Outside {
    match value {
        Value::String(text) => shown(text),
        other => shown(&other.to_string()),
    }
}

fn shown(text: &str) -> Outside {
    Outside::short(text, VALUE)
}
