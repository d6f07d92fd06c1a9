//! `candor note list`.

use candor_gateway::desk::NotePlace;
use candor_gateway::{Desk, DeskError};
use candor_model::{ToolNotes, ToolsetName};
use serde_json::{Value, json};

use super::toolset;
use crate::commands::toolset::notes;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::table::Table;
use crate::text::one_line;
use crate::workspace::Workspace;

/// Lists the notes of one place, or of all.
pub(super) async fn run(
    name: Option<&ToolsetName>,
    everywhere: bool,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let places = match name {
            Some(name) => vec![NotePlace::Toolset(name.clone())],
            None if everywhere => vec![NotePlace::Everywhere],
            None => all(&desk).await?,
        };
        let mut found = Vec::new();
        for place in places {
            let entries = desk.notes(&place).await?;
            found.extend(entries.into_iter().map(|entry| (place.clone(), entry)));
        }
        tell(&found, output)?;
        Ok(Exit::Fine)
    })
    .await
}

/// Everywhere, then each toolset.
async fn all(desk: &Desk<'_>) -> Result<Vec<NotePlace>, DeskError> {
    let toolsets = desk.toolsets().await?.into_iter();
    let toolsets = toolsets.map(|view| NotePlace::Toolset(view.toolset.name.clone()));
    Ok([NotePlace::Everywhere]
        .into_iter()
        .chain(toolsets)
        .collect())
}

fn tell(found: &[(NotePlace, ToolNotes)], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let found: Vec<Value> = found.iter().map(json_one).collect();
        output.json(&json!({ "notes": found }))?;
        return Ok(());
    }
    if found.is_empty() {
        output.say("there is no note; `candor note add` writes one");
        return Ok(());
    }
    let mut table = Table::new(&["TOOLSET", "TOOL", "NAME", "NOTE"]);
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
