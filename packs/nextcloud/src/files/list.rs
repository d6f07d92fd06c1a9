//! What a folder holds.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::entry::{ENTRY, EntryKind, FileEntry};
use crate::client::RequestMethod;
use crate::dav;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};
use crate::path::UserPath;

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// The folder, relative to the files of the account; empty for the root.
    #[serde(default)]
    path: String,
    /// How many entries a page has, at most 1000.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// How many entries to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Serialize, JsonSchema)]
struct FolderListing {
    /// The folder that was listed.
    path: String,
    /// The entries of this page, folders first, each by name.
    entries: Vec<FileEntry>,
    #[serde(flatten)]
    page: PageInfo,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("nc_webdav_list_directory", "List Files and Directories"),
                "List the files and folders in a folder, a page at a time. Returns path, size, time \
                 and etag of each.",
                ToolEffect::Read,
                list_directory,
            )
            .sends("`PROPFIND /remote.php/dav/files/{user}/{path}`")
            .because("Only `PROPFIND`."),
    ]
}

async fn list_directory(call: PackCall, input: ListInput) -> Result<FolderListing, Failure> {
    let path = UserPath::parse(&input.path)?;
    let request = call
        .dav(RequestMethod::Propfind, "files")
        .await?
        .at_encoded(&path.encoded())
        .xml("1", &dav::propfind(&ENTRY))?;
    let found = dav::resources(call.send(request).await?)?;
    let entries = found.iter().filter_map(|one| FileEntry::of(&call, one));
    let (own, mut entries): (Vec<_>, Vec<_>) = entries.partition(|one| one.path == path.shown());
    if own.iter().any(|one| one.kind == EntryKind::File) {
        return Err(Failure::new(format!(
            "`{}` is a file; read it with `nc_webdav_read_file`",
            path.shown()
        )));
    }
    entries.sort_by_key(|one| (one.kind == EntryKind::File, one.path.clone()));
    let page = ListPage::cut(entries, input.offset, input.limit)?;
    Ok(FolderListing {
        path: path.shown(),
        entries: page.items,
        page: page.info,
    })
}

fn standard() -> usize {
    200
}
