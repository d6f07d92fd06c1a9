//! Adding, editing, moving and removing a note.

use candor_dashboard_kit::{CurrentUser, DashboardState};
use candor_gateway::EditError;
use candor_gateway::edit::{NoteEdit, NoteKey, NotePlace};
use candor_model::{ChangeAuthor, NoteError, NoteName, ToolNote, ToolsetName};

use super::ToolsetNoteForm;
use super::tool_with_notes::ToolWithNotes;

/// Applies the submitted action and returns the word for the status message.
pub(super) async fn apply_action(
    pages: &DashboardState,
    visitor: &CurrentUser,
    toolset: &ToolsetName,
    tool: &ToolWithNotes,
    typed: &ToolsetNoteForm,
) -> Result<&'static str, EditError> {
    let why = Some(typed.why.clone()).filter(|why| !why.is_empty());
    let author = visitor.author(why);
    let place = NotePlace::Toolset(toolset.clone());
    if typed.action == "add" {
        return add(pages, &author, &place, tool, typed).await;
    }
    let which = NoteKey {
        tool: tool.tool.clone(),
        note: NoteName::parse(&typed.name).map_err(invalid)?,
    };
    // A form without a version is outdated: no toolset has version 0.
    let expected = Some(typed.version.unwrap_or_default());
    let editor = pages.gateway.editor();
    if typed.action == "remove" {
        editor
            .remove_note(&author, &place, &which, expected)
            .await?;
        return Ok("removed");
    }
    let (edit, done) = edit(tool, typed)?;
    let edited = editor.edit_note(&author, &place, &which, &edit, expected);
    edited.await.map(|_| done)
}

async fn add(
    pages: &DashboardState,
    author: &ChangeAuthor,
    place: &NotePlace,
    tool: &ToolWithNotes,
    typed: &ToolsetNoteForm,
) -> Result<&'static str, EditError> {
    let note = ToolNote::new(&typed.name, &typed.text).map_err(invalid)?;
    let editor = pages.gateway.editor();
    let added = editor.add_notes(author, place, &tool.tool, &[note]).await?;
    if added.skipped.is_empty() {
        return Ok("added");
    }
    let taken = format!("this tool already has a note `{}`", typed.name);
    Err(EditError::Exists(taken))
}

/// The edit, and the word for the status message.
fn edit(
    tool: &ToolWithNotes,
    typed: &ToolsetNoteForm,
) -> Result<(NoteEdit, &'static str), EditError> {
    let mut own = tool.own.iter();
    let at = own.position(|note| note.name().as_str() == typed.name);
    let at = at.unwrap_or_default();
    let moved = |position| NoteEdit {
        note: None,
        position: Some(position),
    };
    match &*typed.action {
        "up" => Ok((moved(at.saturating_sub(1)), "moved")),
        "down" => Ok((moved(at.saturating_add(1)), "moved")),
        "save" => {
            let note = ToolNote::new(&typed.name, &typed.text).map_err(invalid)?;
            let edit = NoteEdit {
                note: Some(note),
                position: None,
            };
            Ok((edit, "changed"))
        }
        _ => {
            let what = "the form does not say what to do with the note".to_owned();
            Err(EditError::Invalid(what))
        }
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is handed to `map_err`, which gives the error away"
)]
fn invalid(error: NoteError) -> EditError {
    EditError::Invalid(error.to_string())
}
