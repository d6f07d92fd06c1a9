//! `candor note add` and `candor note edit`.

use candor_gateway::desk::NoteEdit;
use candor_model::{Note, NoteName, ToolRef};
use serde_json::json;

use super::{place, toolset, within};
use crate::args::NoteSaying;
use crate::author::author;
use crate::exit::Exit;
use crate::file;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;
use crate::{oneshot, status};

/// The most bytes that are read; a note may have fewer.
const LARGEST: u64 = 64 << 10;

/// Adds a note. One that is there already stays as it is.
pub(super) async fn add(
    args: &NoteSaying,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let note = note(args)?;
    let place = place(&args.place);
    let tool = ToolRef::named(args.tool.clone());
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let added = desk.add_notes(&author, &place, &tool, &[note]).await;
        let added = added.map_err(|error| status::unknown(error, &gateway))?;
        let skipped = !added.skipped.is_empty();
        if output.is_json() {
            let added_names: Vec<&str> =
                added.added.iter().map(|one| one.name().as_str()).collect();
            let skipped: Vec<&str> = added.skipped.iter().map(NoteName::as_str).collect();
            output.json(&json!({
                "tool": added.tool.0.to_string(),
                "ref_id": added.tool.1.to_string(),
                "toolset": toolset(&place),
                "added": added_names,
                "skipped": skipped,
            }))?;
        } else if skipped {
            output.say(&format!(
                "there is a note `{}` on `{}` {} already; it was not changed",
                args.name,
                args.tool,
                within(&place)
            ));
            output.say("  hint: `candor note edit` says something else in it");
        } else {
            let (name, tool) = (&args.name, &args.tool);
            output.line(&format!("added: {name} on {tool} {}", within(&place)))?;
        }
        Ok(Exit::with_findings(skipped))
    })
    .await
}

/// Says something else in a note.
pub(super) async fn edit(
    args: &NoteSaying,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let note = note(args)?;
    let place = place(&args.place);
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let which = super::note(&args.tool, &args.name);
        let edit = NoteEdit {
            note: Some(note),
            ..NoteEdit::default()
        };
        desk.edit_note(&author, &place, &which, &edit, None).await?;
        let (name, tool) = (&args.name, &args.tool);
        if output.is_json() {
            output.json(&json!({
                "changed": name.as_str(),
                "tool": tool.to_string(),
                "toolset": toolset(&place),
            }))?;
        } else {
            output.line(&format!("changed: {name} on {tool} {}", within(&place)))?;
        }
        Ok(Exit::Fine)
    })
    .await
}

/// The note, its text from the command line or from standard input.
fn note(args: &NoteSaying) -> Result<Note, Failure> {
    let text = if args.text == file::DASH {
        file::read_text(file::DASH, LARGEST)?
    } else {
        args.text.clone()
    };
    let note = Note::new(args.name.as_str(), &text);
    Ok(note.map_err(anyhow::Error::new)?)
}
