//! `candor note`: what the house says about a tool.

mod list;
mod say;

use candor_config::Flags;
use candor_gateway::desk::{NoteEdit, NotePlace, WhichNote};
use candor_model::{Member, NoteName, QualifiedName, ToolRef};
use serde_json::json;

use crate::args::{NoteCommand, NoteNaming, NoteWhere};
use crate::author::author;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;
use crate::{oneshot, wake};

/// Does what was asked for. Sources are as they were last seen, unless a tool gets a note whose
/// source nobody has seen yet.
pub(super) async fn run(
    args: &NoteCommand,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    workspace.let_all_sleep();
    if let NoteCommand::Add(args) = args {
        let tool = Member::Tool(ToolRef::named(args.tool.clone()));
        wake::for_members(&mut workspace, &[tool]).await?;
    }
    let workspace = &workspace;
    match args {
        NoteCommand::List {
            toolset,
            everywhere,
        } => list::run(toolset.as_ref(), *everywhere, workspace, output).await,
        NoteCommand::Add(args) => say::add(args, workspace, output).await,
        NoteCommand::Edit(args) => say::edit(args, workspace, output).await,
        NoteCommand::Remove(which) => remove(which, workspace, output).await,
        NoteCommand::Move { which, to } => shift(which, *to, workspace, output).await,
    }
}

async fn remove(
    which: &NoteNaming,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(which.why.as_deref())?;
    let place = place(&which.place);
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let note = note(&which.tool, &which.name);
        desk.remove_note(&author, &place, &note, None).await?;
        done("removed", which, &place, output)
    })
    .await
}

async fn shift(
    which: &NoteNaming,
    to: usize,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(which.why.as_deref())?;
    let place = place(&which.place);
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let note = note(&which.tool, &which.name);
        let edit = NoteEdit {
            position: Some(to - 1),
            ..NoteEdit::default()
        };
        desk.edit_note(&author, &place, &note, &edit, None).await?;
        done("moved", which, &place, output)
    })
    .await
}

fn done(
    word: &str,
    which: &NoteNaming,
    place: &NotePlace,
    output: &Output,
) -> Result<Exit, Failure> {
    let NoteNaming { tool, name, .. } = which;
    if output.is_json() {
        output.json(&json!({
            (word): name.as_str(),
            "tool": tool.to_string(),
            "toolset": toolset(place),
        }))?;
    } else {
        output.line(&format!("{word}: {name} on {tool} {}", within(place)))?;
    }
    Ok(Exit::Fine)
}

/// A note by the name of its tool. Notes that are held by the id of that tool are meant, too.
fn note(tool: &QualifiedName, name: &NoteName) -> WhichNote {
    WhichNote {
        tool: ToolRef::named(tool.clone()),
        note: name.clone(),
    }
}

/// Where a note counts.
fn place(place: &NoteWhere) -> NotePlace {
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
