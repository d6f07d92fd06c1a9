//! A JSON Schema as a table.
//!
//! Schemas are external: they may be deep, recursive or invalid. So rows and levels are limited, and
//! the JSON is shown below the table.

mod kind;
mod limits;
#[cfg(test)]
mod tests;
mod walk;

use candor_dashboard_kit::ExternalText;
use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use crate::json_view;
use walk::SchemaWalk;

/// The maximum number of rows.
const ROWS: usize = 300;
/// The maximum depth.
const LEVELS: usize = 8;

/// The table of a schema.
pub(crate) struct SchemaTable {
    /// The rows, parents before children.
    pub(crate) rows: Vec<SchemaRow>,
    /// The number of rows left out.
    pub(crate) more: usize,
    /// A remark about the whole schema.
    pub(crate) remark: Option<String>,
    /// The schema as JSON.
    pub(crate) json: ExternalText,
}

/// A row of the table.
pub(crate) struct SchemaRow {
    /// The depth, starting at 0.
    pub(crate) level: usize,
    pub(crate) name: ExternalText,
    /// Whether the name is ours, such as `each item`.
    pub(crate) ours: bool,
    pub(crate) kind: ExternalText,
    pub(crate) required: bool,
    pub(crate) default: Option<ExternalText>,
    pub(crate) limits: Vec<ExternalText>,
    pub(crate) description: Option<ExternalText>,
}

// === impl SchemaTable ===

impl SchemaTable {
    /// The schema under a key of a definition, if there is one.
    pub(crate) fn of(definition: &RawJson, key: &str) -> Option<Self> {
        let members = RawObject::parse(definition).ok()?;
        let raw = members.get(key)?;
        let json = json_view::json(&raw.to_string());
        let Ok(schema) = raw.decode::<Value>() else {
            let remark = "Too deep to be shown as a table.".to_owned();
            return Some(Self {
                rows: Vec::new(),
                more: 0,
                remark: Some(remark),
                json,
            });
        };
        let walk = SchemaWalk::through(&schema);
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
            "No arguments."
        } else {
            "No properties defined."
        };
        return Some(sentence.to_owned());
    }
    (others == Some(&Value::Bool(false))).then(|| "No other properties are allowed.".to_owned())
}
