//! The table of tools, requests and hints, made from the definitions.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::client::NextcloudClient;
use crate::pack_tool::PackTool;
use crate::toolbox::pack_tools;

/// A Markdown table: tool, requests, hints, reason. It is made from the same entries as the
/// definitions, so that the two cannot differ.
pub fn hint_table() -> String {
    let client = Arc::new(NextcloudClient::unconnected());
    let mut table = "| Tool | Requests | Hints | Reason |\n|---|---|---|---|\n".to_owned();
    for entry in pack_tools(&client) {
        let name = &entry.tool.definition().name;
        let requests = entry.requests.replace("; ", "<br>");
        let hints = hints(&entry);
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "| `{name}` | {requests} | {hints} | {} |",
            entry.reason
        );
    }
    table
}

fn hints(entry: &PackTool) -> String {
    let effect = entry.effect;
    let first = if effect.is_read_only() {
        "read-only"
    } else if effect.is_destructive() {
        "destructive"
    } else {
        "additive"
    };
    let second = if effect.is_idempotent() {
        "idempotent"
    } else {
        "not idempotent"
    };
    let third = if entry.open_world {
        "open world"
    } else {
        "closed world"
    };
    format!("{first}, {second}, {third}")
}
