//! A structured result as tables, for lists of similar objects, and trees.

use candor_dashboard_kit::ExternalText;
use candor_wire::RawJson;
use serde_json::{Map, Value};

use super::budget::DisplayBudget;

/// The maximum number of lines of one tree.
const LINES: usize = 300;
/// The maximum depth of a tree; deeper values are JSON on one line.
const DEPTH: usize = 6;
/// The maximum number of rows of a table.
const ROWS: usize = 100;
/// The maximum number of columns of a table.
const COLUMNS: usize = 12;
/// The maximum number of tables.
const TABLES: usize = 5;
/// The maximum length of a name, in characters.
const NAME: usize = 80;
/// The maximum length of a value, in characters.
const VALUE: usize = 500;

/// A structured result.
pub(crate) enum StructuredResult {
    Pieces(Vec<ResultPart>),
    /// As JSON text, if too large or nested too deeply.
    Whole(ExternalText),
}

/// A part of a structured result.
pub(crate) enum ResultPart {
    Tree {
        lines: Vec<TreeLine>,
        /// The number of lines left out, at least.
        left: usize,
    },
    Table {
        /// The name of the list.
        name: Option<ExternalText>,
        columns: Vec<ExternalText>,
        rows: Vec<Vec<ExternalText>>,
        left: usize,
    },
}

/// A line of a tree.
pub(crate) struct TreeLine {
    pub(crate) depth: usize,
    pub(crate) name: ExternalText,
    /// The value; none if the lines below show it.
    pub(crate) value: Option<ExternalText>,
}

// === impl StructuredResult ===

impl StructuredResult {
    /// Prepares a result; `value` is the parsed one, unless it is too large.
    pub(super) fn of(raw: &RawJson, value: Option<&Value>, budget: &mut DisplayBudget) -> Self {
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
                // Single values come before lists.
                if !rest.is_empty() || pieces.is_empty() {
                    pieces.insert(0, tree(&Value::Object(rest)));
                }
            }
            other => pieces.push(table(None, other).unwrap_or_else(|| tree(other))),
        }
        Self::Pieces(pieces)
    }
}

/// A table, if the value is a list of objects with few keys and only scalar values.
fn table(name: Option<&str>, value: &Value) -> Option<ResultPart> {
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
    Some(ResultPart::Table {
        name: name.map(|name| ExternalText::short(name, NAME)),
        rows: items.iter().take(ROWS).map(row).collect(),
        left: items.len().saturating_sub(ROWS),
        columns: columns
            .iter()
            .map(|column| ExternalText::short(column, NAME))
            .collect(),
    })
}

fn tree(value: &Value) -> ResultPart {
    let (mut lines, mut left) = (Vec::new(), 0);
    match value {
        Value::Object(_) | Value::Array(_) => below(value, 0, &mut lines, &mut left),
        single => lines.push(TreeLine {
            depth: 0,
            name: shown("value"),
            value: Some(scalar(single)),
        }),
    }
    ResultPart::Tree { lines, left }
}

fn below(value: &Value, depth: usize, lines: &mut Vec<TreeLine>, left: &mut usize) {
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

fn line(name: &str, value: &Value, depth: usize, lines: &mut Vec<TreeLine>, left: &mut usize) {
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
    lines.push(TreeLine {
        depth,
        name: ExternalText::short(name, NAME),
        value: (!opens).then(|| scalar(value)),
    });
    if opens {
        below(value, depth + 1, lines, left);
    }
}

fn scalar(value: &Value) -> ExternalText {
    match value {
        Value::String(text) => shown(text),
        other => shown(&other.to_string()),
    }
}

fn shown(text: &str) -> ExternalText {
    ExternalText::short(text, VALUE)
}
