//! SQL statements for tools that take SQL.

use super::ArgumentContext;
use crate::role::ToolRole;
use crate::words::words;

/// Statements, if the tool takes SQL.
pub(super) fn statements(context: &ArgumentContext<'_>) -> Option<Vec<String>> {
    let tool = context.tool;
    let text = format!("{} {}", tool.name, tool.description).to_lowercase();
    let speaks_sql = ["sql", "select", "database", "duckdb"]
        .iter()
        .any(|word| text.contains(word));
    if !speaks_sql {
        return None;
    }
    let name = words(&tool.name);
    let says =
        |word: &str| name.iter().any(|one| one == word) || text.contains(&format!("{word} "));
    let create = "CREATE TABLE IF NOT EXISTS candor_items (id INTEGER PRIMARY KEY, name TEXT)";
    let insert = "INSERT INTO candor_items (name) VALUES ('first')";
    let update = "UPDATE candor_items SET name = 'changed'";
    let list = match tool.role {
        ToolRole::Create if says("table") => vec![create, "CREATE TABLE candor_more (id INTEGER)"],
        ToolRole::Create => vec![create, insert, update],
        ToolRole::Read => vec!["SELECT 1 AS one", "SELECT * FROM candor_items"],
        ToolRole::Change if says("select") && !says("insert") => vec!["SELECT 1 AS one"],
        ToolRole::Change => vec![create, insert, "SELECT * FROM candor_items", update],
        ToolRole::Delete => vec!["DELETE FROM candor_items", "DROP TABLE candor_items"],
    };
    Some(list.into_iter().map(str::to_owned).collect())
}
