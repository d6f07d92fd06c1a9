//! `candor note list`.

use candor_gateway::edit::NotePlace;
use candor_gateway::{EditError, Editor};
use candor_model::{ToolNotes, ToolsetName};

use super::toolset;
use crate::commands::toolset::notes;
use crate::prelude::*;

/// Lists the notes of one toolset, of all toolsets, or both.
pub(super) async fn run(
    name: Option<&ToolsetName>,
    everywhere: bool,
    workspace: &CommandWorkspace,
) -> CommandResult {
    with_gateway(workspace, async |gateway| {
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
        print(&found, &workspace.output)
    })
    .await
}

/// Everywhere, then each toolset.
async fn all(editor: &Editor<'_>) -> Result<Vec<NotePlace>, EditError> {
    let toolsets = editor.toolsets().await?.into_iter();
    let toolsets = toolsets.map(|view| NotePlace::Toolset(view.toolset.name.clone()));
    let everywhere = std::iter::once(NotePlace::Everywhere);
    Ok(everywhere.chain(toolsets).collect())
}

fn print(found: &[(NotePlace, ToolNotes)], output: &CommandOutput) -> CommandResult<()> {
    let rows = found.iter().flat_map(|(place, entry)| {
        let place = toolset(place).unwrap_or_else(|| "(everywhere)".to_owned());
        entry.notes.iter().map(move |note| {
            [
                place.as_str().into(),
                one_line(&entry.tool.to_string()).into(),
                note.name().as_str().into(),
                one_line(note.text()).into(),
            ]
        })
    });
    let table = || TextTable::new(&["TOOLSET", "TOOL", "NAME", "NOTE"], rows);
    let none = "no notes yet; `candor note add` adds one";
    output.list("notes", found.iter().map(json_one), none, table)
}

fn json_one((place, entry): &(NotePlace, ToolNotes)) -> Value {
    let mut shown = notes(entry);
    shown["toolset"] = json!(toolset(place));
    shown
}
