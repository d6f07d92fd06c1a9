//! A row, as the app gives it and as the tools tell it.

use candor_functions::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::php_list::PhpList;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireRow {
    id: u64,
    #[serde(default)]
    created_by: Option<String>,
    #[serde(default)]
    last_edit_by: Option<String>,
    #[serde(default)]
    last_edit_at: Option<String>,
    /// A list of cells, or an object of them where the app left some out.
    #[serde(default)]
    data: PhpList<WireCell>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireCell {
    column_id: i64,
    #[serde(default)]
    value: Value,
}

/// A row of a table.
#[derive(Serialize, JsonSchema)]
pub(super) struct TableRow {
    /// The number of the row.
    id: u64,
    /// What the row holds, cell by cell.
    cells: Vec<TableCell>,
    /// The name of the person who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    created_by: Option<String>,
    /// The name of the person who changed it last.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_edit_by: Option<String>,
    /// When it was changed last, as the app writes it, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_edit_at: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct TableCell {
    /// The number of the column, from `nc_tables_get_schema`.
    column_id: i64,
    /// What it holds.
    value: Value,
}

// === impl TableRow ===

impl From<WireRow> for TableRow {
    fn from(row: WireRow) -> Self {
        let cells = row.data.0.into_iter().map(|cell| TableCell {
            column_id: cell.column_id,
            value: cell.value,
        });
        Self {
            id: row.id,
            cells: cells.collect(),
            created_by: row.created_by,
            last_edit_by: row.last_edit_by,
            last_edit_at: row.last_edit_at,
        }
    }
}
