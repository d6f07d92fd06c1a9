//! Notes are deleted with their attachments.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;

use super::NOTES;
use super::note::{fetch, folder};
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::UserPath;
use crate::removal::RemovalAnswer;

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The number of the note.
    note_id: u64,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let description = "Delete a note and the folder of its attachments. Both go to the trash of \
                       the files. Returns how to restore them before the server empties it.";
    vec![
        maker
            .tool(
                ("nc_notes_delete_note", "Delete Note"),
                description,
                ToolEffect::Remove,
                delete_note,
            )
            .sends(
                "`GET /apps/notes/api/v1/notes/{id}`; `GET /apps/notes/api/v1/settings`; \
                 `DELETE /apps/notes/api/v1/notes/{id}`; `PROPFIND /remote.php/dav/`; \
                 `DELETE /remote.php/dav/files/{user}/{notes}/.attachments.{id}`",
            )
            .because("`DELETE` moves the note to the trash; the second call finds none."),
    ]
}

async fn delete_note(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let note = fetch(&call, input.note_id).await?;
    let folder = folder(&call, note.category.as_deref().unwrap_or_default()).await?;
    let attachments = folder.join(&UserPath::parse(&format!(".attachments.{}", note.id))?);
    let request = call.request(RequestMethod::Delete, NOTES).at(note.id);
    call.send(request).await?.success()?;
    let request = call.dav(RequestMethod::Delete, "files").await?;
    let answer = call
        .send(request.at_encoded(&attachments.encoded()))
        .await?;
    // Most notes have no attachments, and then there is no folder.
    if answer.status() != 404 {
        answer.success()?;
    }
    let title = note.title.unwrap_or_default();
    Ok(RemovalAnswer::new(
        format!("note {} ({title})", note.id),
        "It is in the trash; `nc_webdav_restore_from_trash` brings it back.",
    ))
}
