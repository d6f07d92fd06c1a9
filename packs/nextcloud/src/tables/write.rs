//! Rows inserted, changed and deleted.

use std::collections::BTreeMap;

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;
use serde_json::{Value, json};

use super::row::{TableRow, WireRow};
use crate::client::{RequestMethod, ServerPlace};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

const TABLES: ServerPlace = ServerPlace::Ocs("apps/tables/api/2/tables");
const ROWS: ServerPlace = ServerPlace::App("tables/api/1/rows");

#[derive(Deserialize, JsonSchema)]
struct InsertInput {
    /// The number of the table.
    table_id: u64,
    /// The values by the number of their column, from `nc_tables_get_schema`.
    data: BTreeMap<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The number of the row.
    row_id: u64,
    /// The new values by the number of their column; columns that are left out stay.
    data: BTreeMap<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The number of the row.
    row_id: u64,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("nc_tables_insert_row", "Insert Table Row"),
                "Insert a row into a table. Returns it with its number. Each call adds another \
                 row.",
                ToolEffect::Add,
                insert_row,
            )
            .sends("`POST /ocs/v2.php/apps/tables/api/2/tables/{table}/rows`")
            .because("`POST` adds another row each time."),
        maker
            .tool(
                ("nc_tables_update_row", "Update Table Row"),
                "Replace values of a row. Columns that are left out stay. Returns the row.",
                ToolEffect::Replace,
                update_row,
            )
            .sends("`PUT /apps/tables/api/1/rows/{row}`")
            .because("`PUT` without a version replaces; the same values twice are the same."),
        maker
            .tool(
                ("nc_tables_delete_row", "Delete Table Row"),
                "Delete a row of a table. It cannot be restored. Returns what was deleted.",
                ToolEffect::Remove,
                delete_row,
            )
            .sends("`DELETE /apps/tables/api/1/rows/{row}`")
            .because("`DELETE`; the second call finds none."),
    ]
}

async fn insert_row(call: PackCall, input: InsertInput) -> Result<TableRow, Failure> {
    let body = json!({"data": columns(&input.data)?});
    let request = call
        .request(RequestMethod::Post, TABLES)
        .at(input.table_id)
        .at("rows")
        .query("format", "json")
        .json(&body)?;
    let row: WireRow = call.send(request).await?.ocs()?;
    Ok(row.into())
}

async fn update_row(call: PackCall, input: UpdateInput) -> Result<TableRow, Failure> {
    let body = json!({"data": columns(&input.data)?});
    let request = call.request(RequestMethod::Put, ROWS).at(input.row_id);
    let row: WireRow = call.send(request.json(&body)?).await?.json()?;
    Ok(row.into())
}

async fn delete_row(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let request = call.request(RequestMethod::Delete, ROWS).at(input.row_id);
    call.send(request).await?.success()?;
    Ok(RemovalAnswer::new(
        format!("row {}", input.row_id),
        "It cannot be restored.",
    ))
}

/// The values, if all of them are under the number of a column.
fn columns(data: &BTreeMap<String, Value>) -> Result<&BTreeMap<String, Value>, Failure> {
    if data.is_empty() {
        return Err(Failure::new(
            "there are no values; give them by column number",
        ));
    }
    if let Some(bad) = data.keys().find(|key| key.parse::<u64>().is_err()) {
        return Err(Failure::new(format!(
            "`{}` is not the number of a column; see `nc_tables_get_schema`",
            bad.escape_debug()
        )));
    }
    Ok(data)
}
