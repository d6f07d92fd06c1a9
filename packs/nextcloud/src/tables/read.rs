//! Tables, their columns and their rows, read.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::row::{TableRow, WireRow};
use crate::client::ServerPlace;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};

const TABLES: ServerPlace = ServerPlace::Ocs("apps/tables/api/2/tables");
/// Columns and rows are given by the earlier interface only.
const TABLES_EARLIER: ServerPlace = ServerPlace::App("tables/api/1/tables");

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// How many tables a page has, at most 500.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many tables to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct SchemaInput {
    /// The number of the table.
    table_id: u64,
}

#[derive(Deserialize, JsonSchema)]
struct RowsInput {
    /// The number of the table.
    table_id: u64,
    /// How many rows a page has, at most 500.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many rows to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireTable {
    id: u64,
    title: String,
    #[serde(default)]
    emoji: Option<String>,
    #[serde(default)]
    ownership: Option<String>,
    #[serde(default)]
    rows_count: Option<u64>,
}

#[derive(Deserialize)]
struct WireSchema {
    title: String,
    columns: Vec<TableColumn>,
}

#[derive(Serialize, JsonSchema)]
struct TableList {
    /// The tables of this page.
    tables: Vec<TableEntry>,
    #[serde(flatten)]
    page: PageInfo,
}

#[derive(Serialize, JsonSchema)]
struct TableEntry {
    /// The number of the table.
    id: u64,
    /// The title that people see.
    title: String,
    /// The picture in front of the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    emoji: Option<String>,
    /// The name of the person who owns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    /// How many rows it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<u64>,
    /// Its page in the web interface.
    url: String,
}

#[derive(Serialize, JsonSchema)]
struct TableSchema {
    /// The number of the table.
    table_id: u64,
    /// The title that people see.
    title: String,
    /// The columns, in the order of the table.
    columns: Vec<TableColumn>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct TableColumn {
    /// The number of the column.
    id: u64,
    /// The title that people see.
    title: String,
    /// The type of its values: `text`, `number`, `selection`, `datetime` or `usergroup`.
    #[serde(rename = "type")]
    kind: String,
    /// The kind within the type, such as `line` or `stars`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    subtype: Option<String>,
    /// Whether every row needs a value.
    #[serde(default)]
    mandatory: bool,
}

#[derive(Serialize, JsonSchema)]
struct RowList {
    /// The rows of this page.
    rows: Vec<TableRow>,
    /// The offset of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let read = ToolEffect::Read;
    vec![
        maker
            .tool(
                ("nc_tables_list_tables", "List Tables"),
                "List the tables that the account can see, a page at a time. Returns their \
                 numbers and titles.",
                read,
                list_tables,
            )
            .sends("`GET /ocs/v2.php/apps/tables/api/2/tables`")
            .because("Only `GET`."),
        maker
            .tool(
                ("nc_tables_get_schema", "Get Table Schema"),
                "Read the columns of a table. Returns their numbers, titles and types.",
                read,
                get_schema,
            )
            .sends("`GET /apps/tables/api/1/tables/{table}/scheme`")
            .because("Only `GET`."),
        maker
            .tool(
                ("nc_tables_read_table", "Read Table Rows"),
                "Read the rows of a table, a page at a time. Returns cells by column number; use \
                 `nc_tables_get_schema` for the titles.",
                read,
                read_table,
            )
            .sends("`GET /apps/tables/api/1/tables/{table}/rows`")
            .because("Only `GET`."),
    ]
}

async fn list_tables(call: PackCall, input: ListInput) -> Result<TableList, Failure> {
    let request = call.get(TABLES).query("format", "json");
    let tables: Vec<WireTable> = call.send(request).await?.ocs()?;
    let tables = tables.into_iter().map(|table| TableEntry {
        url: call.link(&format!("apps/tables/#/table/{}", table.id)),
        id: table.id,
        title: table.title,
        emoji: table.emoji,
        owner: table.ownership,
        rows: table.rows_count,
    });
    let page = ListPage::cut(tables.collect(), input.offset, input.limit)?;
    Ok(TableList {
        tables: page.items,
        page: page.info,
    })
}

async fn get_schema(call: PackCall, input: SchemaInput) -> Result<TableSchema, Failure> {
    let request = call.get(TABLES_EARLIER).at(input.table_id).at("scheme");
    let schema: WireSchema = call.send(request).await?.json()?;
    Ok(TableSchema {
        table_id: input.table_id,
        title: schema.title,
        columns: schema.columns,
    })
}

async fn read_table(call: PackCall, input: RowsInput) -> Result<RowList, Failure> {
    let request = call
        .get(TABLES_EARLIER)
        .at(input.table_id)
        .at("rows")
        .query("limit", input.limit + 1)
        .query("offset", input.offset);
    let mut rows: Vec<WireRow> = call.send(request).await?.json()?;
    let more = rows.len() > input.limit;
    rows.truncate(input.limit);
    Ok(RowList {
        rows: rows.into_iter().map(TableRow::from).collect(),
        next_offset: more.then_some(input.offset + input.limit),
    })
}

fn hundred() -> usize {
    100
}
