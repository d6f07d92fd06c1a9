//! `candor toolset import`: imports all toolsets of a file, or none.

use candor_config::{ToolsetFile, read_toolsets};
use candor_gateway::edit::{KeyedOpinion, ToolsetImport};
use candor_gateway::{EditError, Editor};
use candor_model::{Diagnostic, FilePosition, ToolNotes, Toolset, ToolsetName};

use crate::args::ReasonArgs;
use crate::prelude::*;

/// The maximum file size, in bytes; the parser has the same limit.
const LARGEST: u64 = 8 << 20;

/// Applies the file.
pub(super) async fn run(
    name: &str,
    reason: &ReasonArgs,
    workspace: &CommandWorkspace,
) -> CommandResult {
    let author = reason.author(&workspace.actor)?;
    let text = file::read_text(name, LARGEST)?;
    let read = read_toolsets(file::place(name), &text);
    let what = file::shown(name);
    if failure::has_errors(&read.diagnostics) {
        return Err(refused(&what).because(read.diagnostics));
    }
    failure::print_diagnostics(&workspace.output, &read.diagnostics);
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let wanted = read.toolsets.iter();
        let wanted: Vec<_> = wanted
            .map(|one| (&one.toolset.name, Some(one.place.clone())))
            .collect();
        check_free(&editor, &wanted, &what).await?;
        let (toolsets, said) = parts(&read);
        let baggage = ToolsetImport {
            toolsets: &toolsets,
            said: &said,
            notes: &read.notes,
            replace: false,
        };
        let taken = editor.import_toolsets(&author, &baggage).await;
        taken.map_err(|error| not_taken(error, &what))?;
        print(&toolsets, &read.notes, &workspace.output)
    })
    .await
}

fn parts(read: &ToolsetFile) -> (Vec<Toolset>, Vec<KeyedOpinion>) {
    let toolsets = read.toolsets.iter().map(|one| one.toolset.clone());
    let said = read.opinions.iter();
    let said = said.map(|one| (one.key.clone(), one.opinion.clone()));
    (toolsets.collect(), said.collect())
}

pub(in crate::commands) fn refused(what: &str) -> CommandFailure {
    CommandFailure::new(format!("{what} cannot be imported; nothing was changed"))
}

/// Why nothing was imported. A failure of the store is not the file's fault.
fn not_taken(error: EditError, what: &str) -> CommandFailure {
    if matches!(error, EditError::Store(_) | EditError::Stale { .. }) {
        return error.into();
    }
    let found = Diagnostic::error("toolset::refused", error.to_string());
    refused(what).because(vec![found])
}

/// Fails if toolsets with these names exist, and lists all of them.
async fn check_free(
    editor: &Editor<'_>,
    wanted: &[(&ToolsetName, Option<FilePosition>)],
    what: &str,
) -> CommandResult<()> {
    let known = editor.toolsets().await?;
    let mut taken = Vec::new();
    for (name, place) in wanted {
        let mut known = known.iter();
        if !known.any(|view| view.toolset.name == **name) {
            continue;
        }
        let message = format!("there is already a toolset `{name}`");
        let mut found = Diagnostic::error("toolset::exists", message);
        found.place.clone_from(place);
        taken.push(found);
    }
    if taken.is_empty() {
        return Ok(());
    }
    let hint = "`candor toolset rename` or `candor toolset delete` resolves the conflict";
    Err(refused(what).hint(hint).because(taken))
}

fn print(
    toolsets: &[Toolset],
    global_notes: &[ToolNotes],
    output: &CommandOutput,
) -> CommandResult<()> {
    let notes: usize = global_notes.iter().map(|entry| entry.notes.len()).sum();
    if output.is_json() {
        let names: Vec<&str> = toolsets.iter().map(|one| one.name.as_str()).collect();
        return output.json(&json!({ "imported": names, "notes": notes }));
    }
    for toolset in toolsets {
        output.line(&format!("imported: {}", summary(toolset)))?;
    }
    if notes > 0 {
        let notes = counted(notes, "note");
        output.line(&format!("imported: {notes} for every toolset"))?;
    }
    if toolsets.is_empty() && notes == 0 {
        output.say("the file contains no toolsets or notes");
    }
    Ok(())
}

/// A short summary of a toolset.
pub(in crate::commands) fn summary(toolset: &Toolset) -> String {
    let members = counted(toolset.members.len(), "member");
    format!(
        "{} ({members}, {})",
        toolset.name,
        super::note_count(toolset)
    )
}
