//! `candor note add` and `candor note edit`.

use candor_gateway::edit::NoteEdit;
use candor_model::{NoteName, ToolNote, ToolRef};

use super::{place, toolset, within};
use crate::args::NoteTextArgs;
use crate::prelude::*;

/// The maximum number of bytes to read; a note may have fewer.
const LARGEST: u64 = 64 << 10;

/// Adds a note. An existing note is not changed.
pub(super) async fn add(args: &NoteTextArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = args.reason.author(&workspace.actor)?;
    let note = note(args)?;
    let place = place(&args.place);
    let tool = ToolRef::named(args.tool.clone());
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let added = editor.add_notes(&author, &place, &tool, &[note]).await;
        let added = added.map_err(|error| status::unknown_tool(error, &gateway))?;
        let skipped = !added.skipped.is_empty();
        let (output, name, tool) = (&workspace.output, &args.name, &args.tool);
        let within = within(&place);
        if output.is_json() {
            let names = added.added.iter().map(|one| one.name().as_str());
            output.json(&json!({
                "tool": added.tool.0.to_string(),
                "ref_id": added.tool.1.to_string(),
                "toolset": toolset(&place),
                "added": names.collect::<Value>(),
                "skipped": added.skipped.iter().map(NoteName::as_str).collect::<Value>(),
            }))?;
        } else if skipped {
            output.say(&format!(
                "note `{name}` on `{tool}` {within} already exists; it was not changed"
            ));
            output.say("  hint: `candor note edit` changes it");
        } else {
            output.line(&format!("added: {name} on {tool} {within}"))?;
        }
        Ok(CommandExit::with_findings(skipped))
    })
    .await
}

/// Changes the text of a note.
pub(super) async fn edit(args: &NoteTextArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = args.reason.author(&workspace.actor)?;
    let note = note(args)?;
    let place = place(&args.place);
    let edit = NoteEdit {
        note: Some(note),
        ..NoteEdit::default()
    };
    let note = (&args.tool, &args.name);
    super::change("changed", note, &place, workspace, async |editor, note| {
        editor.edit_note(&author, &place, note, &edit, None).await?;
        Ok(())
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
    Ok(ToolNote::new(args.name.as_str(), &text)?)
}
