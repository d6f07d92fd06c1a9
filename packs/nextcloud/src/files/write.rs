//! Files written, always under a condition.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use candor_functions::{Failure, JsonSchema};
use http::header::{CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH};
use serde::{Deserialize, Serialize};

use super::entry::{FileEntry, fetch};
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::etag;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::UserPath;

/// How the content is given.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ContentEncoding {
    /// As it is.
    #[default]
    Text,
    /// In Base64, for anything that is not text.
    Base64,
}

#[derive(Deserialize, JsonSchema)]
struct WriteInput {
    /// The file, relative to the files of the account. Its folder must exist.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
    /// What the file is to hold, at most 8 MiB.
    #[schemars(length(max = 11_184_812))]
    content: String,
    /// Whether the content is text or Base64.
    #[serde(default)]
    encoding: ContentEncoding,
    /// The media type; left out, the server goes by the name.
    content_type: Option<String>,
    /// The etag of the version that is replaced, from `nc_webdav_read_file`, or `*` for whatever
    /// version is there. Left out, the file must not exist yet.
    if_match: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct WrittenFile {
    /// Whether the file is new.
    created: bool,
    #[serde(flatten)]
    entry: FileEntry,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let description = "Write a file. Without `if_match` it creates a new file and never \
                       overwrites; with it, it replaces the content of the version that the etag \
                       names. The server keeps replaced versions for a while.";
    vec![
        maker
            .tool(
                ("nc_webdav_write_file", "Write File"),
                description,
                ToolEffect::ReplaceOnce,
                write_file,
            )
            .sends(
                "`PUT /remote.php/dav/files/{user}/{path}` with `If-None-Match: *` or \
                 `If-Match`; `PROPFIND /remote.php/dav/files/{user}/{path}`",
            )
            .because(
                "With `if_match` the content is overwritten, and the same etag is refused the \
                 second time; without it, nothing can be overwritten.",
            ),
    ]
}

async fn write_file(call: PackCall, input: WriteInput) -> Result<WrittenFile, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let bytes = match input.encoding {
        ContentEncoding::Text => input.content.into_bytes(),
        ContentEncoding::Base64 => STANDARD
            .decode(&input.content)
            .map_err(|error| Failure::new(format!("the content is not Base64: {error}")))?,
    };
    let kind = input.content_type.unwrap_or_default();
    let request = call
        .dav(RequestMethod::Put, "files")
        .await?
        .at_encoded(&path.encoded())
        .bytes(bytes);
    let request = match kind.as_str() {
        "" => request,
        kind => request.header(CONTENT_TYPE, kind),
    };
    let request = match input.if_match.as_deref() {
        None => request.header(IF_NONE_MATCH, "*"),
        Some("*") => request.header(IF_MATCH, "*"),
        Some(given) => request.header(IF_MATCH, etag::quoted(given)),
    };
    let answer = call.send(request).await?;
    if answer.status() == 412 {
        return Err(conflict(&call, &path, input.if_match.as_deref()).await);
    }
    let answer = answer.success()?;
    Ok(WrittenFile {
        created: answer.status() == 201,
        entry: fetch(&call, &path).await?,
    })
}

/// What stands in the way: a file where none was expected, none where one was, or another version.
async fn conflict(call: &PackCall, path: &UserPath, given: Option<&str>) -> Failure {
    let now = fetch(call, path).await.ok().and_then(|entry| entry.etag);
    let shown = path.shown();
    Failure::new(match (given, now) {
        (None, Some(now)) => format!(
            "`{shown}` exists already, with the etag `{now}`; to replace it, give this as `if_match`"
        ),
        (Some(given), Some(now)) => format!(
            "`{shown}` was not written: its etag is `{now}` now and not `{}`; read it again and \
             decide again",
            etag::bare(given)
        ),
        (_, None) => format!(
            "`{shown}` was not written: there is no such file; leave `if_match` out to create it"
        ),
    })
}
