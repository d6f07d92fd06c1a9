//! Files that belong to a note.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::note::{fetch, folder};
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path;

/// The largest attachment that is given.
const LARGEST: usize = 5 * 1024 * 1024;

#[derive(Deserialize, JsonSchema)]
struct AttachmentInput {
    /// The number of the note.
    note_id: u64,
    /// The name of the attached file, as the note refers to it.
    #[schemars(length(min = 1, max = 255))]
    attachment_filename: String,
}

#[derive(Serialize, JsonSchema)]
struct AttachmentAnswer {
    /// Where the file lies, relative to the files of the account.
    path: String,
    /// The media type.
    content_type: String,
    /// How many bytes it has.
    size: usize,
    /// The bytes, in Base64.
    content_base64: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let description = "Read a file that is attached to a note, as Base64. It is looked for below \
                       the notes folder that the account has configured, in the category of the \
                       note. At most 5 MiB.";
    vec![
        maker
            .tool(
                ("nc_notes_get_attachment", "Get Note Attachment"),
                description,
                ToolEffect::Read,
                get_attachment,
            )
            .sends(
                "`GET /apps/notes/api/v1/notes/{id}`; `GET /apps/notes/api/v1/settings`; \
                 `PROPFIND /remote.php/dav/`; \
                 `GET /remote.php/dav/files/{user}/{notes}/.attachments.{id}/{name}`",
            )
            .because("Only `GET` and `PROPFIND`."),
    ]
}

async fn get_attachment(
    call: PackCall,
    input: AttachmentInput,
) -> Result<AttachmentAnswer, Failure> {
    let name = path::segment("an attachment", &input.attachment_filename)?;
    let note = fetch(&call, input.note_id).await?;
    let folder = folder(&call, note.category.as_deref().unwrap_or_default()).await?;
    let place = format!(".attachments.{}/{name}", note.id);
    let path = folder.join(&path::UserPath::parse(&place)?);
    let request = call
        .dav(RequestMethod::Get, "files")
        .await?
        .at_encoded(&path.encoded())
        .max_body(LARGEST);
    let answer = call.send(request).await?.success()?;
    let kind = answer.header("content-type");
    let kind = kind.unwrap_or("application/octet-stream").to_owned();
    Ok(AttachmentAnswer {
        path: path.shown(),
        content_type: kind,
        size: answer.body().len(),
        content_base64: STANDARD.encode(answer.body()),
    })
}
