//! The trash: what is in it, and how it comes back.

use candor_functions::{Failure, JsonSchema};
use http::HeaderName;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::entry::SIZE;
use crate::client::RequestMethod;
use crate::dav::{self, DavResource, PropertyName};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};
use crate::path;
use crate::xml::XmlNamespace::Nextcloud;

const FILENAME: PropertyName = (Nextcloud, "trashbin-filename");
const LOCATION: PropertyName = (Nextcloud, "trashbin-original-location");
const DELETED: PropertyName = (Nextcloud, "trashbin-deletion-time");

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// How many entries a page has, at most 1000.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// How many entries to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct RestoreInput {
    /// The entry, from `nc_webdav_list_trash`.
    #[schemars(length(min = 1, max = 400))]
    entry_id: String,
}

#[derive(Serialize, JsonSchema)]
struct TrashListing {
    /// The entries of this page, those deleted last first.
    entries: Vec<TrashEntry>,
    #[serde(flatten)]
    page: PageInfo,
}

#[derive(Serialize, JsonSchema)]
struct TrashEntry {
    /// The entry, for `nc_webdav_restore_from_trash`.
    entry_id: String,
    /// The name it had.
    name: String,
    /// The path it had, relative to the files of the account.
    original_path: String,
    /// When it was deleted, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted: Option<String>,
    /// How many bytes it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
struct RestoredEntry {
    /// The path at which it is again, unless something else is there now; then the server gives it
    /// another name.
    restored: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let restore = "Bring a deleted file or folder back to where it was. Nothing is overwritten: \
                   if something is there now, the server gives it another name.";
    vec![
        maker
            .tool(
                ("nc_webdav_list_trash", "List Trash"),
                "List what is in the trash of the account, a page at a time. Returns the entries with \
                 their original paths.",
                ToolEffect::Read,
                list_trash,
            )
            .sends("`PROPFIND /remote.php/dav/trashbin/{user}/trash`")
            .because("Only `PROPFIND`."),
        maker
            .tool(
                ("nc_webdav_restore_from_trash", "Restore From Trash"),
                restore,
                ToolEffect::Add,
                restore_from_trash,
            )
            .sends(
                "`PROPFIND /remote.php/dav/trashbin/{user}/trash`; \
                 `MOVE /remote.php/dav/trashbin/{user}/trash/{entry}`",
            )
            .because(
                "What was deleted is there again and nothing is replaced; the second call finds \
                 no entry.",
            ),
    ]
}

async fn list_trash(call: PackCall, input: ListInput) -> Result<TrashListing, Failure> {
    let mut entries = entries(&call).await?;
    entries.sort_by(|one, other| other.deleted.cmp(&one.deleted));
    let page = ListPage::cut(entries, input.offset, input.limit)?;
    Ok(TrashListing {
        entries: page.items,
        page: page.info,
    })
}

async fn restore_from_trash(call: PackCall, input: RestoreInput) -> Result<RestoredEntry, Failure> {
    let id = path::segment("an entry of the trash", &input.entry_id)?;
    let entries = entries(&call).await?;
    let Some(entry) = entries.into_iter().find(|entry| entry.entry_id == id) else {
        return Err(Failure::new(format!(
            "there is no `{}` in the trash; list it with `nc_webdav_list_trash`",
            id.escape_debug()
        )));
    };
    let user = path::encode(call.principal().await?);
    let target = call.dav_address(&format!("trashbin/{user}/restore/{}", path::encode(&id)));
    // Without `Overwrite`: with `F` the server takes the folder it restores into for a conflict.
    let request = call
        .dav(RequestMethod::Move, "trashbin")
        .await?
        .at("trash")
        .at(&id)
        .header(HeaderName::from_static("destination"), target);
    call.send(request).await?.success()?;
    Ok(RestoredEntry {
        restored: entry.original_path,
    })
}

async fn entries(call: &PackCall) -> Result<Vec<TrashEntry>, Failure> {
    let request = call
        .dav(RequestMethod::Propfind, "trashbin")
        .await?
        .at("trash")
        .xml("1", &dav::propfind(&[FILENAME, LOCATION, DELETED, SIZE]))?;
    let found = dav::resources(call.send(request).await?)?;
    Ok(found.iter().filter_map(TrashEntry::of).collect())
}

// === impl TrashEntry ===

impl TrashEntry {
    /// Reads an entry; the folder of the trash itself has no original location.
    fn of(resource: &DavResource) -> Option<Self> {
        let original = resource.text(LOCATION)?;
        let name = resource.text(FILENAME).unwrap_or(original);
        let deleted = resource.text(DELETED).and_then(|text| text.parse().ok());
        let deleted = deleted.and_then(|seconds| Timestamp::from_second(seconds).ok());
        Some(Self {
            entry_id: resource.name(),
            name: name.to_owned(),
            original_path: format!("/{}", original.trim_start_matches('/')),
            deleted: deleted.map(|time| time.to_string()),
            size: resource.number(SIZE),
        })
    }
}

fn standard() -> usize {
    200
}
