//! Tags given to files and taken from them.

use candor_functions::{Failure, JsonSchema, NoInput};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::entry::{ENTRY, FileEntry, file_id};
use super::tag_lookup::{self, SystemTag};
use crate::client::{PackRequest, RequestMethod, ServerPlace};
use crate::dav;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};
use crate::path::UserPath;
use crate::xml::XmlElement;
use crate::xml::XmlNamespace::Owncloud;

#[derive(Deserialize, JsonSchema)]
struct FileInput {
    /// The file or folder, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
}

#[derive(Deserialize, JsonSchema)]
struct FindInput {
    /// The name of the tag.
    #[schemars(length(min = 1, max = 64))]
    tag: String,
    /// How many entries a page has, at most 1000.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// How many entries to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct TagInput {
    /// The file or folder, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
    /// The name of the tag.
    #[schemars(length(min = 1, max = 64))]
    tag: String,
}

#[derive(Serialize, JsonSchema)]
struct TagListing {
    /// All tags, by name.
    tags: Vec<SystemTag>,
}

#[derive(Serialize, JsonSchema)]
struct FileTags {
    /// The file or folder.
    path: String,
    /// Its tags, by name.
    tags: Vec<SystemTag>,
}

#[derive(Serialize, JsonSchema)]
struct TaggedFiles {
    /// The files and folders of this page.
    entries: Vec<FileEntry>,
    #[serde(flatten)]
    page: PageInfo,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let tagging = "Give a file or folder a tag. A tag that does not exist yet is made. If the \
                   file has it already, nothing changes.";
    let read = ToolEffect::Read;
    vec![
        maker
            .tool(
                ("nc_webdav_list_tags", "List Tags"),
                "List all tags of the server. Returns their numbers and names.",
                read,
                list_tags,
            )
            .sends("`PROPFIND /remote.php/dav/systemtags/`")
            .because("Only `PROPFIND`."),
        maker
            .tool(
                ("nc_webdav_get_file_tags", "Get File Tags"),
                "Read the tags of a file or folder. Returns their numbers and names.",
                read,
                get_file_tags,
            )
            .sends(
                "`PROPFIND /remote.php/dav/files/{user}/{path}`; \
                 `PROPFIND /remote.php/dav/systemtags-relations/files/{file}`",
            )
            .because("Only `PROPFIND`."),
        maker
            .tool(
                ("nc_webdav_find_by_tag_name", "Find Files By Tag"),
                "Find the files and folders that have a tag, a page at a time. Returns path, size, time \
                 and etag of each.",
                read,
                find_by_tag_name,
            )
            .sends(
                "`PROPFIND /remote.php/dav/systemtags/`; \
                 `REPORT /remote.php/dav/files/{user}/`",
            )
            .because("Only `PROPFIND` and `REPORT`."),
        maker
            .tool(("nc_webdav_tag_file", "Tag File"), tagging, ToolEffect::AddOnce, tag_file)
            .sends(
                "`PROPFIND` of the file and of `/remote.php/dav/systemtags/`; \
                 `POST /remote.php/dav/systemtags/` for a new tag; \
                 `PUT /remote.php/dav/systemtags-relations/files/{file}/{tag}`",
            )
            .because("A relation is added; one that is there stays."),
        maker
            .tool(
                ("nc_webdav_untag_file", "Untag File"),
                "Remove a tag from a file or folder. The tag itself stays on the server and can be \
                 given again. Returns the tags that are left.",
                ToolEffect::Remove,
                untag_file,
            )
            .sends(
                "`PROPFIND` of the file and of `/remote.php/dav/systemtags/`; \
                 `DELETE /remote.php/dav/systemtags-relations/files/{file}/{tag}`",
            )
            .because("The relation is removed; the second call finds none."),
    ]
}

async fn list_tags(call: PackCall, _: NoInput) -> Result<TagListing, Failure> {
    let tags = tag_lookup::all(&call).await?;
    Ok(TagListing { tags })
}

async fn get_file_tags(call: PackCall, input: FileInput) -> Result<FileTags, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let id = file_id(&call, &path).await?;
    answer(&call, &path, id).await
}

async fn find_by_tag_name(call: PackCall, input: FindInput) -> Result<TaggedFiles, Failure> {
    let tag = tag_lookup::known(&call, &input.tag).await?;
    let rule = XmlElement::new(Owncloud, "systemtag").with_text(tag.id.to_string());
    let body = XmlElement::new(Owncloud, "filter-files")
        .with(dav::prop(&ENTRY))
        .with(XmlElement::new(Owncloud, "filter-rules").with(rule));
    let request = call.dav(RequestMethod::Report, "files").await?;
    let request = request.at_encoded("").xml("0", &body)?;
    let found = dav::resources(call.send(request).await?)?;
    let entries = found.iter().filter_map(|one| FileEntry::of(&call, one));
    let page = ListPage::cut(entries.collect(), input.offset, input.limit)?;
    Ok(TaggedFiles {
        entries: page.items,
        page: page.info,
    })
}

async fn tag_file(call: PackCall, input: TagInput) -> Result<FileTags, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let id = file_id(&call, &path).await?;
    let tag = match tag_lookup::named(&call, &input.tag).await? {
        Some(tag) => tag,
        None => create(&call, &input.tag).await?,
    };
    let request = relation(&call, RequestMethod::Put, id, tag.id);
    let answered = call.send(request).await?;
    // The file has it already.
    if answered.status() != 409 {
        answered.success()?;
    }
    answer(&call, &path, id).await
}

async fn untag_file(call: PackCall, input: TagInput) -> Result<FileTags, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let id = file_id(&call, &path).await?;
    let tag = tag_lookup::known(&call, &input.tag).await?;
    let request = relation(&call, RequestMethod::Delete, id, tag.id);
    let answered = call.send(request).await?;
    // The file does not have it.
    if answered.status() != 404 {
        answered.success()?;
    }
    answer(&call, &path, id).await
}

async fn create(call: &PackCall, name: &str) -> Result<SystemTag, Failure> {
    let body = json!({"name": name, "userVisible": true, "userAssignable": true});
    let request = call
        .request(RequestMethod::Post, ServerPlace::Dav)
        .at_encoded("systemtags/")
        .json(&body)?;
    let answered = call.send(request).await?;
    // Another program made it in the meantime.
    if answered.status() != 409 {
        answered.success()?;
    }
    tag_lookup::known(call, name).await
}

fn relation(call: &PackCall, method: RequestMethod, file: u64, tag: u64) -> PackRequest {
    call.request(method, ServerPlace::Dav)
        .at_encoded("systemtags-relations/files")
        .at(file)
        .at(tag)
}

async fn answer(call: &PackCall, path: &UserPath, id: u64) -> Result<FileTags, Failure> {
    Ok(FileTags {
        path: path.shown(),
        tags: tag_lookup::of_file(call, id).await?,
    })
}

fn standard() -> usize {
    200
}
