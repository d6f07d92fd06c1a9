//! `candor toolset import`: a whole file of toolsets, or nothing of it.

use candor_config::{ToolsetFile, read_toolsets};
use candor_gateway::desk::{Baggage, Wanted};
use candor_gateway::{Desk, DeskError};
use candor_model::{Diagnostic, Place, ToolNotes, Toolset, ToolsetName};
use serde_json::json;

use crate::author::author;
use crate::exit::Exit;
use crate::file;
use crate::oneshot;
use crate::output::Output;
use crate::problems::{self, Failure};
use crate::text::counted;
use crate::workspace::Workspace;

/// The largest file, in bytes; the reader takes no more either.
const LARGEST: u64 = 8 << 20;

/// Takes over the file.
pub(super) async fn run(
    name: &str,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    let text = file::read_text(name, LARGEST)?;
    let place = if name == file::DASH { "<stdin>" } else { name };
    let read = read_toolsets(place, &text);
    let what = file::shown(name);
    if problems::has_errors(&read.diagnostics) {
        return Err(refused(&what).because(read.diagnostics));
    }
    problems::tell_all(output, &read.diagnostics);
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let wanted = read.toolsets.iter();
        let wanted: Vec<_> = wanted
            .map(|one| (&one.toolset.name, Some(one.place.clone())))
            .collect();
        check_free(&desk, &wanted, &what).await?;
        let (toolsets, said) = parts(&read);
        let baggage = Baggage {
            toolsets: &toolsets,
            said: &said,
            notes: &read.notes,
        };
        let taken = desk.import_toolsets(&author, &baggage).await;
        taken.map_err(|error| not_taken(error, &what))?;
        tell(&toolsets, &read.notes, output)?;
        Ok(Exit::Fine)
    })
    .await
}

fn parts(read: &ToolsetFile) -> (Vec<Toolset>, Vec<Wanted>) {
    let toolsets = read.toolsets.iter().map(|one| one.toolset.clone());
    let said = read.opinions.iter();
    let said = said.map(|one| (one.key.clone(), one.opinion.clone()));
    (toolsets.collect(), said.collect())
}

fn refused(what: &str) -> Failure {
    Failure::new(format!("{what} cannot be imported; nothing was changed"))
}

/// Why the desk took nothing. A failure of the store is not the file's fault.
fn not_taken(error: DeskError, what: &str) -> Failure {
    if matches!(error, DeskError::Store(_) | DeskError::Stale { .. }) {
        return error.into();
    }
    let found = Diagnostic::error("toolset::refused", error.to_string());
    refused(what).because(vec![found])
}

/// Fails if there are toolsets of these names already, and names all of them.
pub(in crate::commands) async fn check_free(
    desk: &Desk<'_>,
    wanted: &[(&ToolsetName, Option<Place>)],
    what: &str,
) -> Result<(), Failure> {
    let known = desk.toolsets().await?;
    let mut taken = Vec::new();
    for (name, place) in wanted {
        let mut known = known.iter();
        if !known.any(|view| view.toolset.name == **name) {
            continue;
        }
        let message = format!("there is a toolset `{name}` already");
        let mut found = Diagnostic::error("toolset::exists", message);
        found.place.clone_from(place);
        taken.push(found);
    }
    if taken.is_empty() {
        return Ok(());
    }
    let hint = "`candor toolset rename` or `candor toolset delete` makes room";
    Err(refused(what).hint(hint).because(taken))
}

fn tell(toolsets: &[Toolset], house: &[ToolNotes], output: &Output) -> Result<(), Failure> {
    let notes: usize = house.iter().map(|entry| entry.notes.len()).sum();
    if output.is_json() {
        let names: Vec<&str> = toolsets.iter().map(|one| one.name.as_str()).collect();
        output.json(&json!({ "imported": names, "notes": notes }))?;
        return Ok(());
    }
    for toolset in toolsets {
        output.line(&format!("imported: {}", summary(toolset)))?;
    }
    if notes > 0 {
        let notes = counted(notes, "note");
        output.line(&format!("imported: {notes} for every toolset"))?;
    }
    if toolsets.is_empty() && notes == 0 {
        output.say("the file holds no toolset and no note");
    }
    Ok(())
}

/// A toolset in few words.
pub(in crate::commands) fn summary(toolset: &Toolset) -> String {
    let notes = toolset.notes.iter().map(|entry| entry.notes.len()).sum();
    format!(
        "{} ({}, {})",
        toolset.name,
        counted(toolset.members.len(), "member"),
        counted(notes, "note")
    )
}
