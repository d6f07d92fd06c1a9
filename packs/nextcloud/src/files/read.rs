//! What a file holds, a part at a time.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use candor_functions::{Failure, JsonSchema};
use http::header::RANGE;
use serde::{Deserialize, Serialize};

use super::entry::{EntryKind, FileEntry, fetch};
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::UserPath;

#[derive(Deserialize, JsonSchema)]
struct ReadInput {
    /// The file, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
    /// The byte to begin with; take `next_offset` of the part before.
    #[serde(default)]
    offset: u64,
    /// How many bytes to read, at most 1048576.
    #[serde(default = "standard")]
    #[schemars(range(min = 4, max = 1_048_576))]
    length: u64,
}

#[derive(Serialize, JsonSchema)]
struct FilePart {
    #[serde(flatten)]
    entry: FileEntry,
    /// The part as text, where it is UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The part in Base64, where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    content_base64: Option<String>,
    /// The byte with which the next part begins; absent at the end of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<u64>,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let description = "Read a file, or a part of a long one, with its etag. Text comes as text, \
                       anything else as Base64. Documents such as PDF are given as they are and \
                       not converted.";
    vec![
        maker
            .tool(
                ("nc_webdav_read_file", "Read File"),
                description,
                ToolEffect::Read,
                read_file,
            )
            .sends(
                "`PROPFIND /remote.php/dav/files/{user}/{path}`; \
                 `GET /remote.php/dav/files/{user}/{path}` with `Range`",
            )
            .because("Only `PROPFIND` and `GET`."),
    ]
}

async fn read_file(call: PackCall, input: ReadInput) -> Result<FilePart, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let entry = fetch(&call, &path).await?;
    if entry.kind == EntryKind::Folder {
        return Err(Failure::new(format!(
            "`{}` is a folder; list it with `nc_webdav_list_directory`",
            path.shown()
        )));
    }
    if input.offset > entry.size {
        return Err(Failure::new(format!(
            "the offset {} lies behind the end of the file, which has {} bytes",
            input.offset, entry.size
        )));
    }
    // An empty range is no range: a file without bytes is not asked for any.
    if input.offset == entry.size {
        return Ok(FilePart {
            entry,
            text: Some(String::new()),
            content_base64: None,
            next_offset: None,
        });
    }
    let last = input.offset + input.length - 1;
    let limit = usize::try_from(input.length)?;
    let request = call
        .dav(RequestMethod::Get, "files")
        .await?
        .at_encoded(&path.encoded())
        .header(RANGE, format!("bytes={}-{last}", input.offset))
        .max_body(limit.saturating_add(1));
    let answer = call.send(request).await?.success()?;
    if input.offset > 0 && answer.status() != 206 {
        return Err(Failure::new(
            "the server does not give parts of this file; read it from its beginning",
        ));
    }
    Ok(FilePart::new(entry, input.offset, answer.body()))
}

// === impl FilePart ===

impl FilePart {
    fn new(entry: FileEntry, offset: u64, bytes: &[u8]) -> Self {
        let (text, used) = match std::str::from_utf8(bytes) {
            Ok(text) => (Some(text), bytes.len()),
            // A character that the part cuts in two is left to the next part.
            Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
                let (whole, _) = bytes.split_at(error.valid_up_to());
                (std::str::from_utf8(whole).ok(), whole.len())
            }
            Err(_) => (None, bytes.len()),
        };
        let end = offset.saturating_add(u64::try_from(used).unwrap_or(u64::MAX));
        Self {
            next_offset: (end < entry.size).then_some(end),
            text: text.map(str::to_owned),
            content_base64: text.is_none().then(|| STANDARD.encode(bytes)),
            entry,
        }
    }
}

fn standard() -> u64 {
    262_144
}
