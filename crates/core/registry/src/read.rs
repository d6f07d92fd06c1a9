//! Parses entries from untrusted JSON. Unknown parts are ignored; excess parts are left out with a
//! remark; only an entry without a usable name and version is rejected.

mod bounded;
mod inputs;
mod options;

use candor_model::Digest;
use candor_schema::canonical;
use serde_json::Value;

use crate::entry::{EntryStatus, RegistryEntry, ServerName, ServerNameError};
use crate::limits::{ENTRY_BYTES, VERSION_MAX};
use crate::tools;
use bounded::{BoundedReader, web_address};

/// The key of the registry's own metadata.
const OFFICIAL_META: &str = "io.modelcontextprotocol.registry/official";

/// Why something is no entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// It is not an object with a `name`.
    #[error("an entry is no `server.json`: it has no `name`")]
    Shape,
    /// Its name cannot be used.
    #[error(transparent)]
    Name(#[from] ServerNameError),
    /// It has no version that can be used.
    #[error("`{name}` has no usable `version`")]
    Version {
        /// The server that the entry describes.
        name: ServerName,
    },
    /// It is larger than an entry may be.
    #[error("{name} is larger than {limit}")]
    Large {
        /// The server's name, as the entry writes it.
        name: String,
        /// The limit, for messages.
        limit: String,
    },
}

/// The result of parsing one document.
pub type ReadEntry = Result<RegistryEntry, EntryError>;

/// One page of a registry's list.
#[derive(Clone, Debug)]
pub struct ReadPage {
    /// The entries in order.
    pub entries: Vec<ReadEntry>,
    /// The cursor of the next page; `None` on the last one.
    pub next_cursor: Option<String>,
}

/// Parses an entry: as a registry sends it, with the `server.json` under `server`, or a bare
/// `server.json`.
pub fn read_entry(document: Value) -> ReadEntry {
    let wrapped = document.get("server").is_some_and(Value::is_object);
    let server = if wrapped {
        &document["server"]
    } else {
        &document
    };
    let said = server.get("name").and_then(Value::as_str);
    let said = said.ok_or(EntryError::Shape)?;
    let text = canonical(server);
    if text.len() > ENTRY_BYTES {
        return Err(EntryError::Large {
            name: candor_text::quote(said),
            limit: candor_text::format_size(ENTRY_BYTES),
        });
    }
    let name = ServerName::parse(said)?;
    let version = version(server).ok_or_else(|| EntryError::Version { name: name.clone() })?;
    let registry = wrapped.then(|| document.get("_meta")).flatten();
    let mut reader = BoundedReader::default();
    let options = options::read(&mut reader, server);
    let own = server.get("_meta");
    let tools = tools::read(registry.or(own), own, &mut |said| reader.remark(said));
    let official = registry.and_then(|meta| meta.get(OFFICIAL_META));
    let said_by_registry = |key: &str| official.and_then(|meta| meta.get(key));
    let text_of = |key: &str| said_by_registry(key).and_then(Value::as_str);
    let status = text_of("status").or_else(|| server.get("status").and_then(Value::as_str));
    Ok(RegistryEntry {
        title: reader.text(server, "title"),
        description: reader.text(server, "description").unwrap_or_default(),
        website: web_address(server.get("websiteUrl")),
        repository: web_address(server.pointer("/repository/url")),
        options,
        tools,
        status: status
            .and_then(EntryStatus::parse)
            .unwrap_or(EntryStatus::Active),
        status_message: official.and_then(|meta| reader.text(meta, "statusMessage")),
        published_at: text_of("publishedAt").map(bounded::shown),
        updated_at: text_of("updatedAt").map(bounded::shown),
        // A registry without this field lists one version of each server.
        is_latest: said_by_registry("isLatest").is_none_or(|said| said != false),
        remarks: reader.remarks,
        digest: Digest::of(text),
        name,
        version,
        document,
    })
}

/// Parses one page of `GET /v0.1/servers`, or a file of the same form; `None` if it is neither.
pub fn read_page(page: Value) -> Option<ReadPage> {
    let Value::Object(mut page) = page else {
        return None;
    };
    let next_cursor = page
        .get("metadata")
        .and_then(|metadata| metadata.get("nextCursor")?.as_str())
        .filter(|cursor| !cursor.is_empty())
        .map(str::to_owned);
    let Some(Value::Array(servers)) = page.remove("servers") else {
        return None;
    };
    Some(ReadPage {
        entries: servers.into_iter().map(read_entry).collect(),
        next_cursor,
    })
}

fn version(server: &Value) -> Option<String> {
    let version = server.get("version")?.as_str()?.trim();
    let plain = |c: char| c.is_ascii_graphic() && !"/\\'\"`<>".contains(c);
    let usable = !version.is_empty() && version.len() <= VERSION_MAX && version.chars().all(plain);
    usable.then(|| version.to_owned())
}
