//! Comments on files.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::entry::{file_id, time};
use crate::client::{RequestMethod, ServerPlace};
use crate::dav::{self, DavResource};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::UserPath;
use crate::xml::XmlElement;
use crate::xml::XmlNamespace::Owncloud;

/// The most characters of a comment.
pub(crate) const LONGEST: usize = 1000;

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// The file or folder, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
    /// How many comments a page has, at most 200.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 200))]
    limit: usize,
    /// How many comments to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The file or folder, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
    /// The comment, at most 1000 characters.
    #[schemars(length(min = 1, max = 1000))]
    message: String,
}

#[derive(Serialize, JsonSchema)]
struct CommentListing {
    /// The comments of this page, the latest first.
    comments: Vec<FileComment>,
    /// The offset of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct FileComment {
    /// The number of the comment.
    id: u64,
    /// Who wrote it.
    author: String,
    /// What it says.
    message: String,
    /// When it was written, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct CreatedComment {
    /// The file or folder that has the comment.
    path: String,
    /// The number of the comment, where the server tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("nc_webdav_list_comments", "List File Comments"),
                "List the comments on a file or folder, a page at a time. Returns author, text and \
                 time of each.",
                ToolEffect::Read,
                list_comments,
            )
            .sends(
                "`PROPFIND /remote.php/dav/files/{user}/{path}`; \
                 `REPORT /remote.php/dav/comments/files/{file}`",
            )
            .because("Only `PROPFIND` and `REPORT`."),
        maker
            .tool(
                ("nc_webdav_create_comment", "Comment on File"),
                "Write a comment on a file or folder. People who can see it can read the \
                 comment. Returns its number. Each call writes another one.",
                ToolEffect::Add,
                create_comment,
            )
            .sends(
                "`PROPFIND /remote.php/dav/files/{user}/{path}`; \
                 `POST /remote.php/dav/comments/files/{file}`",
            )
            .because("`POST` adds another comment each time."),
    ]
}

async fn list_comments(call: PackCall, input: ListInput) -> Result<CommentListing, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let id = file_id(&call, &path).await?;
    let number =
        |name: &str, value: usize| XmlElement::new(Owncloud, name).with_text(value.to_string());
    let body = XmlElement::new(Owncloud, "filter-comments")
        .with(number("limit", input.limit + 1))
        .with(number("offset", input.offset));
    let request = call
        .request(RequestMethod::Report, ServerPlace::Dav)
        .at_encoded("comments/files")
        .at(id)
        .xml("0", &body)?;
    let found = dav::resources(call.send(request).await?)?;
    let mut comments: Vec<FileComment> = found.iter().filter_map(FileComment::of).collect();
    let more = comments.len() > input.limit;
    comments.truncate(input.limit);
    Ok(CommentListing {
        comments,
        next_offset: more.then_some(input.offset + input.limit),
    })
}

async fn create_comment(call: PackCall, input: CreateInput) -> Result<CreatedComment, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    if input.message.chars().count() > LONGEST {
        return Err(Failure::new(format!(
            "the comment has more than {LONGEST} characters; shorten it or write two"
        )));
    }
    let id = file_id(&call, &path).await?;
    let body = json!({"actorType": "users", "verb": "comment", "message": input.message});
    let request = call
        .request(RequestMethod::Post, ServerPlace::Dav)
        .at_encoded("comments/files")
        .at(id)
        .json(&body)?;
    let answer = call.send(request).await?.success()?;
    let place = answer.header("content-location").unwrap_or_default();
    let last = place.trim_end_matches('/').rsplit('/').next();
    Ok(CreatedComment {
        path: path.shown(),
        id: last.and_then(|text| text.parse().ok()),
    })
}

// === impl FileComment ===

impl FileComment {
    fn of(resource: &DavResource) -> Option<Self> {
        let text = |name| resource.text((Owncloud, name)).map(str::to_owned);
        Some(Self {
            id: resource.number((Owncloud, "id"))?,
            author: text("actorDisplayName").or_else(|| text("actorId"))?,
            message: text("message").unwrap_or_default(),
            created: text("creationDateTime").and_then(|text| time(&text)),
        })
    }
}

fn standard() -> usize {
    20
}
