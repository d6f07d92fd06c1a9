//! The table of tools, requests and hints, made from the definitions.

use std::fmt::Write as _;

use crate::effect::ToolEffect;
use crate::pack_tool::PackTool;
use crate::toolbox::{pack_tools, unconnected};

/// A Markdown table: tool, requests, hints, reason. It is made from the same entries as the
/// definitions, so that the two cannot differ.
pub fn hint_table() -> String {
    let mut table = "| Tool | Requests | Hints | Reason |\n|---|---|---|---|\n".to_owned();
    for entry in pack_tools(&unconnected()) {
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
    let third = if entry.open_world {
        "open world"
    } else {
        "closed world"
    };
    let mut told = format!("{}, {third}", words(entry.effect));
    for case in &entry.cases {
        let (argument, value) = (case.argument, &case.value);
        let words = words(case.effect);
        // Writing to a string cannot fail.
        let _ = write!(told, "<br>when `{argument}` is `{value}`: {words}");
    }
    told
}

/// The hints that follow from an effect.
fn words(effect: ToolEffect) -> String {
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
    format!("{first}, {second}")
}
