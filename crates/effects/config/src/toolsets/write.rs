//! Writes toolsets to a file for review.

use std::collections::BTreeMap;

use candor_model::{
    ConfirmMode, Opinion, OpinionKey, OpinionScope, ToolNotes, ToolPattern, ToolRef, Toolset,
    ToolsetMember,
};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value, value};

use crate::opinions::write::{implicit, tables};

/// The header of the file.
const HEADER: &str = "\
# Toolsets: which tools belong together, and which notes they have.
# `candor toolset import FILE` takes this file. The tables can stand in a candor.toml, too.
";

/// The maximum number of members on one line.
const ON_ONE_LINE: usize = 3;

/// Writes toolsets in the format that [`read_toolsets`](super::read_toolsets) reads, in their
/// order, each with its opinions. Opinions of other scopes, authors and times are left out.
/// `global_notes` apply to every toolset.
pub fn write_toolsets(
    toolsets: &[Toolset],
    opinions: &[(OpinionKey, Opinion)],
    global_notes: &[ToolNotes],
) -> String {
    let mut tables = implicit();
    for toolset in toolsets {
        let table = table(toolset, opinions);
        tables.insert(toolset.name.as_str(), Item::Table(table));
    }
    let mut document = DocumentMut::new();
    document.insert("toolsets", Item::Table(tables));
    let global_notes = notes(global_notes);
    if !global_notes.is_empty() {
        document.insert("notes", Item::ArrayOfTables(global_notes));
    }
    format!("{HEADER}\n{document}")
}

fn table(toolset: &Toolset, opinions: &[(OpinionKey, Opinion)]) -> Table {
    let mut table = Table::new();
    if !toolset.description.is_empty() {
        table.insert("description", value(&toolset.description));
    }
    table.insert("tools", value(members(&toolset.members)));
    if let Some(profile) = toolset.profile {
        table.insert("profile", value(profile.as_str()));
    }
    if let Some(yes) = toolset.provenance {
        table.insert("provenance", value(yes));
    }
    if let Some(budget) = toolset.budget {
        let budget = i64::try_from(budget).unwrap_or(i64::MAX);
        table.insert("budget", value(budget));
    }
    if !toolset.prompts_and_resources {
        table.insert("prompts_and_resources", value(false));
    }
    if !toolset.confirm.is_empty() {
        table.insert("confirm", value(confirm(&toolset.confirm)));
    }
    let notes = notes(&toolset.notes);
    if !notes.is_empty() {
        table.insert("notes", Item::ArrayOfTables(notes));
    }
    let said = said(toolset, opinions);
    if !said.is_empty() {
        table.insert("annotations", Item::Table(tables(&said)));
    }
    table
}

fn members(members: &[ToolsetMember]) -> Array {
    let mut array: Array = members.iter().map(member).collect();
    if members.len() > ON_ONE_LINE {
        for item in array.iter_mut() {
            item.decor_mut().set_prefix("\n    ");
        }
        array.set_trailing_comma(true);
        array.set_trailing("\n");
    }
    array
}

/// As a string, if that parses as the same member.
fn member(member: &ToolsetMember) -> Value {
    let text = member.to_string();
    if ToolsetMember::parse(&text).as_ref() == Ok(member) {
        return Value::from(text);
    }
    let mut table = InlineTable::new();
    match member {
        ToolsetMember::Tool(tool) => {
            for (key, text) in reference(tool) {
                table.insert(key, text.into());
            }
        }
        ToolsetMember::Pattern(_)
        | ToolsetMember::Hint { .. }
        | ToolsetMember::Every
        | ToolsetMember::Except(_) => {
            table.insert("pattern", text.into());
        }
    }
    Value::from(table)
}

fn reference(tool: &ToolRef) -> impl Iterator<Item = (&'static str, String)> {
    let name = tool.name().map(|name| ("tool", name.to_string()));
    let id = tool.ref_id().map(|id| ("ref_id", id.to_string()));
    name.into_iter().chain(id)
}

fn confirm(modes: &[(ToolPattern, ConfirmMode)]) -> InlineTable {
    let modes = modes.iter();
    modes
        .map(|(about, mode)| (about.to_string(), mode.as_str()))
        .collect()
}

fn notes(notes: &[ToolNotes]) -> ArrayOfTables {
    let mut tables = ArrayOfTables::new();
    for entry in notes {
        for note in &entry.notes {
            let mut table = Table::new();
            for (key, text) in reference(&entry.tool) {
                table.insert(key, value(text));
            }
            table.insert("name", value(note.name().as_str()));
            table.insert("note", value(note.text()));
            tables.push(table);
        }
    }
    tables
}

/// The opinions about tools in a toolset, by pattern.
fn said(toolset: &Toolset, opinions: &[(OpinionKey, Opinion)]) -> BTreeMap<String, Opinion> {
    let here = OpinionScope::Toolset(toolset.name.clone());
    let mut said: BTreeMap<String, Opinion> = BTreeMap::new();
    let own = opinions.iter().filter(|(key, _)| key.scope == here);
    for (key, opinion) in own.filter(|(_, opinion)| !opinion.is_empty()) {
        let merged = said.entry(key.about.to_string()).or_default();
        *merged = std::mem::take(merged).under(opinion);
    }
    said
}
