//! What is done to a note.

use candor_frame::{Pages, Visitor};
use candor_gateway::DeskError;
use candor_gateway::desk::{NoteEdit, NotePlace, WhichNote};
use candor_model::{Author, Note, NoteError, NoteName, ToolsetName};

use super::Typed;
use super::noticed::Noticed;

/// Does what was asked for, and says what was done.
pub(super) async fn act(
    pages: &Pages,
    visitor: &Visitor,
    toolset: &ToolsetName,
    tool: &Noticed,
    typed: &Typed,
) -> Result<&'static str, DeskError> {
    let why = Some(typed.why.clone()).filter(|why| !why.is_empty());
    let author = visitor.author(why);
    let place = NotePlace::Toolset(toolset.clone());
    if typed.action == "add" {
        return add(pages, &author, &place, tool, typed).await;
    }
    let which = WhichNote {
        tool: tool.tool.clone(),
        note: NoteName::parse(&typed.name).map_err(invalid)?,
    };
    // A form that does not say what it was made from was not made here; nothing is at version 0.
    let expected = Some(typed.version.unwrap_or_default());
    let desk = pages.gateway.desk();
    if typed.action == "remove" {
        desk.remove_note(&author, &place, &which, expected).await?;
        return Ok("removed");
    }
    let (edit, done) = edit(tool, typed)?;
    let edited = desk.edit_note(&author, &place, &which, &edit, expected);
    edited.await.map(|_| done)
}

async fn add(
    pages: &Pages,
    author: &Author,
    place: &NotePlace,
    tool: &Noticed,
    typed: &Typed,
) -> Result<&'static str, DeskError> {
    let note = Note::new(&typed.name, &typed.text).map_err(invalid)?;
    let desk = pages.gateway.desk();
    let added = desk.add_notes(author, place, &tool.tool, &[note]).await?;
    if added.skipped.is_empty() {
        return Ok("added");
    }
    let taken = format!("there is a note `{}` on this tool already", typed.name);
    Err(DeskError::Exists(taken))
}

/// How a note is changed, and what was done then.
fn edit(tool: &Noticed, typed: &Typed) -> Result<(NoteEdit, &'static str), DeskError> {
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
            let note = Note::new(&typed.name, &typed.text).map_err(invalid)?;
            let edit = NoteEdit {
                note: Some(note),
                position: None,
            };
            Ok((edit, "changed"))
        }
        _ => {
            let what = "the form says not what to do with the note".to_owned();
            Err(DeskError::Invalid(what))
        }
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is handed to `map_err`, which gives the error away"
)]
fn invalid(error: NoteError) -> DeskError {
    DeskError::Invalid(error.to_string())
}
