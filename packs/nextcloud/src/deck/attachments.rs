//! Files that are attached to cards.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::place::CardPlace;
use crate::client::{RequestMethod, ServerPlace};
use crate::effect::ToolEffect;
use crate::files;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::UserPath;
use crate::removal::RemovalAnswer;

const SHARES: ServerPlace = ServerPlace::Ocs("apps/files_sharing/api/v1/shares");
/// The kind of a share that attaches a file to a card.
const CARD_SHARE: &str = "12";

#[derive(Deserialize, JsonSchema)]
struct FileInput {
    /// The number of the card.
    card_id: u64,
    /// The file, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
}

#[derive(Deserialize, JsonSchema)]
struct NoteInput {
    /// The number of the card.
    card_id: u64,
    /// The number of the note, which is also that of its file.
    note_id: u64,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    #[serde(flatten)]
    place: CardPlace,
    /// The number of the attachment, from `deck_list_attachments`.
    attachment_id: u64,
    /// The kind of the attachment, from `deck_list_attachments`.
    #[serde(default)]
    attachment_type: AttachmentKind,
}

/// How a file is attached.
#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum AttachmentKind {
    /// A file that was uploaded to the card.
    #[default]
    DeckFile,
    /// A file of an account that is shared with the card.
    File,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireAttachment {
    id: u64,
    #[serde(rename = "type")]
    kind: AttachmentKind,
    #[serde(default)]
    data: String,
    #[serde(default)]
    extended_data: Value,
}

#[derive(Serialize, JsonSchema)]
struct AttachedFile {
    /// The number of the share that attaches it.
    share_id: String,
    /// The file that is attached.
    path: String,
    /// The number of the card.
    card_id: u64,
}

#[derive(Serialize, JsonSchema)]
struct AttachmentList {
    /// All attachments of the card.
    attachments: Vec<CardAttachment>,
}

#[derive(Serialize, JsonSchema)]
struct CardAttachment {
    /// The number of the attachment.
    id: u64,
    /// How it is attached.
    kind: AttachmentKind,
    /// The name of the file.
    name: String,
    /// How many bytes it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    /// Where it lies in the files of the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let attach = "Attach a file of the account to a card, without a copy: it is shared with everyone who sees the card. Returns the share. The server refuses a file that \
                  is attached.";
    let note = "Attach a note to a card, without a copy: it is shared with everyone who sees \
                the card. Returns the share. The server refuses a note that is attached.";
    let delete = "Remove an attachment from a card. An uploaded file is deleted and can be \
                  restored in the web interface for a while; a shared one stays with its owner. \
                  Returns what was removed.";
    let shares = "`POST` adds a share; the second call is refused.";
    vec![
        maker
            .tool(
                ("deck_list_attachments", "List Deck Card Attachments"),
                "List the files that are attached to a card. Returns their numbers and names.",
                ToolEffect::Read,
                list_attachments,
            )
            .sends(
                "`GET /apps/deck/api/v1.1/boards/{board}/stacks/{stack}/cards/{card}/attachments`",
            )
            .because("Only `GET`."),
        maker
            .tool(
                ("deck_attach_file", "Attach File to Deck Card"),
                attach,
                ToolEffect::Add,
                attach_file,
            )
            .sends("`POST /ocs/v2.php/apps/files_sharing/api/v1/shares`")
            .because(shares),
        maker
            .tool(
                ("deck_attach_note", "Attach Note to Deck Card"),
                note,
                ToolEffect::Add,
                attach_note,
            )
            .sends(
                "`SEARCH /remote.php/dav/`; \
                 `POST /ocs/v2.php/apps/files_sharing/api/v1/shares`",
            )
            .because(shares),
        maker
            .tool(
                ("deck_delete_attachment", "Delete Deck Card Attachment"),
                delete,
                ToolEffect::Remove,
                delete_attachment,
            )
            .sends("`DELETE .../cards/{card}/attachments/{attachment}`")
            .because("`DELETE`; the second call finds none."),
    ]
}

async fn list_attachments(call: PackCall, place: CardPlace) -> Result<AttachmentList, Failure> {
    let request = place.later(RequestMethod::Get).at("attachments");
    let found: Vec<WireAttachment> = call.send(request).await?.json()?;
    Ok(AttachmentList {
        attachments: found.into_iter().map(CardAttachment::of).collect(),
    })
}

async fn attach_file(call: PackCall, input: FileInput) -> Result<AttachedFile, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    share(&call, input.card_id, path.shown()).await
}

async fn attach_note(call: PackCall, input: NoteInput) -> Result<AttachedFile, Failure> {
    let path = files::path_of(&call, input.note_id).await?;
    share(&call, input.card_id, path).await
}

async fn share(call: &PackCall, card: u64, path: String) -> Result<AttachedFile, Failure> {
    let request = call
        .request(RequestMethod::Post, SHARES)
        .query("format", "json")
        .form(&[
            ("path", path.clone()),
            ("shareType", CARD_SHARE.to_owned()),
            ("shareWith", card.to_string()),
        ]);
    let share: Value = call.send(request).await?.ocs()?;
    let id = share.get("id").cloned().unwrap_or_default();
    Ok(AttachedFile {
        share_id: id.as_str().map_or_else(|| id.to_string(), str::to_owned),
        path,
        card_id: card,
    })
}

async fn delete_attachment(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let kind = match input.attachment_type {
        AttachmentKind::DeckFile => "deck_file",
        AttachmentKind::File => "file",
    };
    let request = input
        .place
        .later(RequestMethod::Delete)
        .at("attachments")
        .at(input.attachment_id)
        .query("type", kind);
    call.send(request).await?.success()?;
    Ok(RemovalAnswer::new(
        format!("attachment {}", input.attachment_id),
        "An uploaded file can be restored in the web interface for a while.",
    ))
}

// === impl CardAttachment ===

impl CardAttachment {
    fn of(wire: WireAttachment) -> Self {
        let path = wire.extended_data.get("path").and_then(Value::as_str);
        Self {
            id: wire.id,
            kind: wire.kind,
            name: wire.data,
            size: wire.extended_data.get("filesize").and_then(Value::as_u64),
            path: path.map(str::to_owned),
        }
    }
}
