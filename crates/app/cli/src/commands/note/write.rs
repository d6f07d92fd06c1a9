//! `candor note add` and `candor note edit`.

use candor_gateway::edit::NoteEdit;
use candor_model::{NoteName, ToolNote, ToolRef};
use serde_json::json;

use super::{place, toolset, within};
use crate::args::NoteTextArgs;
use crate::author::author;
use crate::file;
use crate::prelude::{CommandExit, CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::status;

/// The maximum number of bytes to read; a note may have fewer.
const LARGEST: u64 = 64 << 10;

/// Adds a note. An existing note is not changed.
pub(super) async fn add(
    args: &NoteTextArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    let note = note(args)?;
    let place = place(&args.place);
    let tool = ToolRef::named(args.tool.clone());
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let added = editor.add_notes(&author, &place, &tool, &[note]).await;
        let added = added.map_err(|error| status::unknown_tool(error, &gateway))?;
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
                "note `{}` on `{}` {} already exists; it was not changed",
                args.name,
                args.tool,
                within(&place)
            ));
            output.say("  hint: `candor note edit` changes it");
        } else {
            let (name, tool) = (&args.name, &args.tool);
            output.line(&format!("added: {name} on {tool} {}", within(&place)))?;
        }
        Ok(CommandExit::with_findings(skipped))
    })
    .await
}

/// Changes the text of a note.
pub(super) async fn edit(
    args: &NoteTextArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    let note = note(args)?;
    let place = place(&args.place);
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let which = super::note(&args.tool, &args.name);
        let edit = NoteEdit {
            note: Some(note),
            ..NoteEdit::default()
        };
        editor
            .edit_note(&author, &place, &which, &edit, None)
            .await?;
        super::done("changed", (&args.tool, &args.name), &place, output)
    })
    .await
}

/// The note, its text from the command line or from standard input.
fn note(args: &NoteTextArgs) -> CommandResult<ToolNote> {
    let text = if args.text == file::DASH {
        file::read_text(file::DASH, LARGEST)?
    } else {
        args.text.clone()
    };
    let note = ToolNote::new(args.name.as_str(), &text);
    Ok(note.map_err(anyhow::Error::new)?)
}
