//! `candor note`: text added to a tool's description.

mod list;
mod write;

use candor_config::SettingFlags;
use candor_gateway::edit::{NoteEdit, NoteKey, NotePlace};
use candor_model::{NoteName, QualifiedName, ToolRef, ToolsetMember};
use serde_json::json;

use crate::args::{NoteCommand, NoteNameArgs, NoteScopeArgs};
use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::source_startup;

/// Runs the subcommand. Sources are not started, unless a tool gets a note whose
/// source nobody seen before.
pub(super) async fn run(
    args: &NoteCommand,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    let mut workspace = CommandWorkspace::open(flags)?;
    workspace.print_diagnostics(output);
    workspace.let_all_sleep();
    if let NoteCommand::Add(args) = args {
        let tool = ToolsetMember::Tool(ToolRef::named(args.tool.clone()));
        source_startup::start_for_members(&mut workspace, &[tool]).await?;
    }
    let workspace = &workspace;
    match args {
        NoteCommand::List {
            toolset,
            everywhere,
        } => list::run(toolset.as_ref(), *everywhere, workspace, output).await,
        NoteCommand::Add(args) => write::add(args, workspace, output).await,
        NoteCommand::Edit(args) => write::edit(args, workspace, output).await,
        NoteCommand::Remove(which) => remove(which, workspace, output).await,
        NoteCommand::Move { which, to } => shift(which, *to, workspace, output).await,
    }
}

async fn remove(
    which: &NoteNameArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(which.why.as_deref())?;
    let place = place(&which.place);
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let note = note(&which.tool, &which.name);
        editor.remove_note(&author, &place, &note, None).await?;
        done("removed", (&which.tool, &which.name), &place, output)
    })
    .await
}

async fn shift(
    which: &NoteNameArgs,
    to: usize,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(which.why.as_deref())?;
    let place = place(&which.place);
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let note = note(&which.tool, &which.name);
        let edit = NoteEdit {
            position: Some(to - 1),
            ..NoteEdit::default()
        };
        editor
            .edit_note(&author, &place, &note, &edit, None)
            .await?;
        done("moved", (&which.tool, &which.name), &place, output)
    })
    .await
}

/// Prints what was done to a note.
fn done(
    word: &str,
    (tool, name): (&QualifiedName, &NoteName),
    place: &NotePlace,
    output: &CommandOutput,
) -> CommandResult<()> {
    let json =
        || json!({(word): name.as_str(), "tool": tool.to_string(), "toolset": toolset(place)});
    output.json_or_line(json, format!("{word}: {name} on {tool} {}", within(place)))?;
    Ok(())
}

/// A note by the name of its tool. Notes that are stored by the id of that tool are included.
fn note(tool: &QualifiedName, name: &NoteName) -> NoteKey {
    NoteKey {
        tool: ToolRef::named(tool.clone()),
        note: name.clone(),
    }
}

/// Where a note counts.
fn place(place: &NoteScopeArgs) -> NotePlace {
    match &place.toolset {
        Some(name) => NotePlace::Toolset(name.clone()),
        None => NotePlace::Everywhere,
    }
}

/// The same in words.
fn within(place: &NotePlace) -> String {
    match place {
        NotePlace::Toolset(name) => format!("in toolset {name}"),
        NotePlace::Everywhere => "everywhere".to_owned(),
    }
}

/// The toolset, for machines; none where a note counts everywhere.
fn toolset(place: &NotePlace) -> Option<String> {
    match place {
        NotePlace::Toolset(name) => Some(name.to_string()),
        NotePlace::Everywhere => None,
    }
}
