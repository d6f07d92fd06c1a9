//! `candor note`: text added to a tool's description.

mod list;
mod write;

use candor_gateway::Editor;
use candor_gateway::edit::{NoteEdit, NoteKey, NotePlace};
use candor_model::{NoteName, QualifiedName, ToolRef, ToolsetMember};

use crate::args::{NoteCommand, NoteNameArgs, NoteScopeArgs};
use crate::prelude::*;
use crate::source_startup;

/// Runs the subcommand. Starts a source only if a tool that gets a note belongs to a source that
/// was never seen.
pub(super) async fn run(args: &NoteCommand, context: &CommandContext) -> CommandResult {
    let mut workspace = CommandWorkspace::open(context)?;
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
        } => list::run(toolset.as_ref(), *everywhere, workspace).await,
        NoteCommand::Add(args) => write::add(args, workspace).await,
        NoteCommand::Edit(args) => write::edit(args, workspace).await,
        NoteCommand::Remove(which) => remove(which, workspace).await,
        NoteCommand::Move { which, to } => shift(which, *to, workspace).await,
    }
}

async fn remove(which: &NoteNameArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = which.reason.author(&workspace.actor)?;
    let place = place(&which.place);
    let note = (&which.tool, &which.name);
    change("removed", note, &place, workspace, async |editor, note| {
        Ok(editor.remove_note(&author, &place, note, None).await?)
    })
    .await
}

async fn shift(which: &NoteNameArgs, to: usize, workspace: &CommandWorkspace) -> CommandResult {
    let author = which.reason.author(&workspace.actor)?;
    let place = place(&which.place);
    let edit = NoteEdit {
        position: Some(to - 1),
        ..NoteEdit::default()
    };
    let note = (&which.tool, &which.name);
    change("moved", note, &place, workspace, async |editor, note| {
        editor.edit_note(&author, &place, note, &edit, None).await?;
        Ok(())
    })
    .await
}

/// Changes a note by the name of its tool, and prints what was done. Notes that are stored by the
/// id of that tool are included.
async fn change(
    done: &str,
    (tool, name): (&QualifiedName, &NoteName),
    place: &NotePlace,
    workspace: &CommandWorkspace,
    work: impl AsyncFnOnce(Editor<'_>, &NoteKey) -> CommandResult<()>,
) -> CommandResult {
    let note = NoteKey {
        tool: ToolRef::named(tool.clone()),
        note: name.clone(),
    };
    with_gateway(workspace, async |gateway| {
        work(gateway.editor(), &note).await?;
        let toolset = toolset(place);
        let json = || json!({(done): name.as_str(), "tool": tool.to_string(), "toolset": toolset});
        let sentence = format!("{done}: {name} on {tool} {}", within(place));
        workspace.output.json_or_line(json, sentence)
    })
    .await
}

/// The scope of a note.
fn place(place: &NoteScopeArgs) -> NotePlace {
    match &place.toolset {
        Some(name) => NotePlace::Toolset(name.clone()),
        None => NotePlace::Everywhere,
    }
}

/// The scope in words.
fn within(place: &NotePlace) -> String {
    match place {
        NotePlace::Toolset(name) => format!("in toolset {name}"),
        NotePlace::Everywhere => "everywhere".to_owned(),
    }
}

/// The toolset, for JSON; `None` for a global note.
fn toolset(place: &NotePlace) -> Option<String> {
    match place {
        NotePlace::Toolset(name) => Some(name.to_string()),
        NotePlace::Everywhere => None,
    }
}
