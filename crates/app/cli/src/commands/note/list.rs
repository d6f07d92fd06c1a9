//! `candor note list`.

use candor_gateway::edit::NotePlace;
use candor_gateway::{EditError, Editor};
use candor_model::{ToolNotes, ToolsetName};
use serde_json::{Value, json};

use super::toolset;
use crate::commands::toolset::notes;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::table::TextTable;
use crate::text::one_line;

/// Lists the notes of one toolset, of all toolsets, or both.
pub(super) async fn run(
    name: Option<&ToolsetName>,
    everywhere: bool,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let places = match name {
            Some(name) => vec![NotePlace::Toolset(name.clone())],
            None if everywhere => vec![NotePlace::Everywhere],
            None => all(&editor).await?,
        };
        let mut found = Vec::new();
        for place in places {
            let entries = editor.notes(&place).await?;
            found.extend(entries.into_iter().map(|entry| (place.clone(), entry)));
        }
        print(&found, output)
    })
    .await
}

/// Everywhere, then each toolset.
async fn all(editor: &Editor<'_>) -> Result<Vec<NotePlace>, EditError> {
    let toolsets = editor.toolsets().await?.into_iter();
    let toolsets = toolsets.map(|view| NotePlace::Toolset(view.toolset.name.clone()));
    Ok([NotePlace::Everywhere]
        .into_iter()
        .chain(toolsets)
        .collect())
}

fn print(found: &[(NotePlace, ToolNotes)], output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let found: Vec<Value> = found.iter().map(json_one).collect();
        output.json(&json!({ "notes": found }))?;
        return Ok(());
    }
    if found.is_empty() {
        output.say("no notes yet; `candor note add` adds one");
        return Ok(());
    }
    let mut table = TextTable::new(&["TOOLSET", "TOOL", "NAME", "NOTE"]);
    for (place, entry) in found {
        let place = toolset(place).unwrap_or_else(|| "(everywhere)".to_owned());
        for note in &entry.notes {
            table.row([
                place.as_str().into(),
                one_line(&entry.tool.to_string()).into(),
                note.name().as_str().into(),
                one_line(note.text()).into(),
            ]);
        }
    }
    output.table(table)?;
    Ok(())
}

fn json_one((place, entry): &(NotePlace, ToolNotes)) -> Value {
    let mut shown = notes(entry);
    shown["toolset"] = json!(toolset(place));
    shown
}
