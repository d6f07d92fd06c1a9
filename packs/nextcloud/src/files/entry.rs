//! A file or folder, as a listing tells it.

use candor_functions::{Failure, JsonSchema};
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use serde::Serialize;

use crate::client::RequestMethod;
use crate::dav::{self, DavResource, PropertyName};
use crate::etag;
use crate::pack_call::PackCall;
use crate::path::{self, UserPath};
use crate::xml::XmlNamespace::{Dav, Owncloud};

pub(super) const SIZE: PropertyName = (Dav, "getcontentlength");
pub(super) const KIND: PropertyName = (Dav, "getcontenttype");
pub(super) const MODIFIED: PropertyName = (Dav, "getlastmodified");
pub(super) const VERSION: PropertyName = (Dav, "getetag");
pub(super) const COLLECTION: PropertyName = (Dav, "collection");
pub(super) const FILE_ID: PropertyName = (Owncloud, "fileid");
pub(super) const FAVORITE: PropertyName = (Owncloud, "favorite");

/// The properties of an entry.
pub(super) const ENTRY: [PropertyName; 9] = [
    (Dav, "displayname"),
    SIZE,
    KIND,
    MODIFIED,
    VERSION,
    (Dav, "resourcetype"),
    FILE_ID,
    FAVORITE,
    (Owncloud, "size"),
];

/// Whether an entry is a file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum EntryKind {
    File,
    Folder,
}

/// A file or folder.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FileEntry {
    /// The path, relative to the files of the account.
    pub(super) path: String,
    /// Whether it is a file or a folder.
    pub(super) kind: EntryKind,
    /// How many bytes it has, with everything in it.
    pub(super) size: u64,
    /// The media type of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) content_type: Option<String>,
    /// When it was changed last, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) modified: Option<String>,
    /// The version, for `if_match`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) etag: Option<String>,
    /// The number of the file on the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file_id: Option<u64>,
    /// Whether it is marked as a favourite.
    pub(super) favorite: bool,
    /// Its page in the web interface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) url: Option<String>,
}

/// A time of HTTP as RFC 3339, in UTC.
pub(super) fn time(text: &str) -> Option<String> {
    let found: Timestamp = DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(found.to_string())
}

/// Asks for one entry.
pub(super) async fn fetch(call: &PackCall, path: &UserPath) -> Result<FileEntry, Failure> {
    let request = call
        .dav(RequestMethod::Propfind, "files")
        .await?
        .at_encoded(&path.encoded())
        .xml("0", &dav::propfind(&ENTRY))?;
    let found = dav::resources(call.send(request).await?)?;
    let entry = found.first().and_then(|one| FileEntry::of(call, one));
    entry.ok_or_else(|| Failure::new(format!("the server tells nothing of `{}`", path.shown())))
}

/// The number of a file, by which tags, versions and comments know it.
pub(crate) async fn file_id(call: &PackCall, path: &UserPath) -> Result<u64, Failure> {
    let found = fetch(call, path).await?;
    let told = || Failure::new(format!("`{}` has no number on the server", path.shown()));
    found.file_id.ok_or_else(told)
}

// === impl FileEntry ===

impl FileEntry {
    /// Reads an entry of an answer; nothing if it does not lie below the files of an account.
    pub(super) fn of(call: &PackCall, resource: &DavResource) -> Option<Self> {
        let below = call.below_dav(&resource.href)?;
        let rest = below.trim_matches('/').strip_prefix("files/")?;
        let path = rest.split_once('/').map_or("", |(_, path)| path);
        let file_id = resource.number(FILE_ID);
        let kind = if resource.is_a(COLLECTION) {
            EntryKind::Folder
        } else {
            EntryKind::File
        };
        let size = resource.number(SIZE);
        Some(Self {
            path: format!("/{}", path::decode(path)),
            kind,
            size: size
                .or_else(|| resource.number((Owncloud, "size")))
                .unwrap_or_default(),
            content_type: resource.text(KIND).map(str::to_owned),
            modified: resource.text(MODIFIED).and_then(time),
            etag: resource.text(VERSION).map(etag::bare),
            file_id,
            favorite: resource.text(FAVORITE) == Some("1"),
            url: file_id.map(|id| call.link(&format!("f/{id}"))),
        })
    }
}
