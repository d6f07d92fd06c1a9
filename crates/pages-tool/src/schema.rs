//! A JSON Schema as a table that people read.
//!
//! Schemas come from strangers: they may be deep, endless or wrong. So the table has at most so
//! many rows and levels, says what it leaves out, and leaves the rest to the JSON below it.

mod kind;
mod limits;
#[cfg(test)]
mod tests;
mod walk;

use candor_frame::Outside;
use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use crate::folded;
use walk::Walk;

/// The most rows.
const ROWS: usize = 300;
/// The most levels below the first.
const LEVELS: usize = 8;

/// A schema, for people.
pub(crate) struct SchemaTable {
    /// The rows, each member before what is in it.
    pub(crate) rows: Vec<Row>,
    /// How many more there are.
    pub(crate) more: usize,
    /// What is to be said of it as a whole.
    pub(crate) remark: Option<String>,
    /// The schema itself.
    pub(crate) json: Outside,
}

/// One member.
pub(crate) struct Row {
    /// On which level, from 0.
    pub(crate) level: usize,
    /// What it is called.
    pub(crate) name: Outside,
    /// Whether the name is ours and not the schema's, such as `each item`.
    pub(crate) ours: bool,
    /// What it is.
    pub(crate) kind: Outside,
    /// Whether it must be there.
    pub(crate) required: bool,
    /// What it is where it is left out.
    pub(crate) default: Option<Outside>,
    /// What it may be.
    pub(crate) limits: Vec<Outside>,
    /// What the source says about it.
    pub(crate) description: Option<Outside>,
}

// === impl SchemaTable ===

impl SchemaTable {
    /// The schema under a key of a definition, if there is one.
    pub(crate) fn of(definition: &RawJson, key: &str) -> Option<Self> {
        let members = RawObject::parse(definition).ok()?;
        let raw = members.get(key)?;
        let json = folded::json(&raw.to_string());
        let Ok(schema) = raw.decode::<Value>() else {
            let remark = "It is too deep to be shown as a table.".to_owned();
            return Some(Self {
                rows: Vec::new(),
                more: 0,
                remark: Some(remark),
                json,
            });
        };
        let walk = Walk::through(&schema);
        Some(Self {
            remark: remark(&schema, walk.rows.is_empty()),
            rows: walk.rows,
            more: walk.more,
            json,
        })
    }
}

fn remark(schema: &Value, empty: bool) -> Option<String> {
    let others = schema.get("additionalProperties");
    if empty {
        let closed = others == Some(&Value::Bool(false));
        let sentence = if closed {
            "It takes no arguments."
        } else {
            "It names no members."
        };
        return Some(sentence.to_owned());
    }
    (others == Some(&Value::Bool(false))).then(|| "No other members are allowed.".to_owned())
}
