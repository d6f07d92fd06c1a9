//! The cache of a registry, and its file.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use candor_model::Digest;
use candor_registry::{EntryStatus, RegistryEntry, ServerName, read_entry};
use serde_json::{Map, Value, json};

use crate::files::bounded;

/// The format version of the file. Other versions count as an empty cache.
const FORM: u64 = 1;

/// The most versions of one server whose digests are remembered, the newest.
const VERSIONS: usize = 100;

/// The cache of one registry.
#[derive(Clone, Debug, Default)]
pub(crate) struct CachedRegistry {
    /// The time of the last successful query, in microseconds since the Unix epoch.
    pub(crate) asked_at: Option<i64>,
    /// When its whole list was last read.
    pub(crate) listed_at: Option<i64>,
    pub(crate) servers: BTreeMap<ServerName, CachedServer>,
}

/// The cached data of one server.
#[derive(Clone, Debug)]
pub(crate) struct CachedServer {
    /// The latest version.
    pub(crate) entry: RegistryEntry,
    /// The digest of each version when it was first seen, in order.
    pub(crate) digests: Vec<(String, Digest)>,
    /// Whether the registry no longer lists it.
    pub(crate) is_gone: bool,
}

// === impl CachedServer ===

impl CachedServer {
    /// A server that is seen for the first time.
    pub(crate) fn new(entry: RegistryEntry) -> Self {
        Self {
            digests: vec![(entry.version.clone(), entry.digest)],
            entry,
            is_gone: false,
        }
    }

    /// Updates it with the registry's current data.
    pub(crate) fn update(&mut self, entry: RegistryEntry) {
        let is_known = self
            .digests
            .iter()
            .any(|(known, _)| *known == entry.version);
        if !is_known {
            self.digests.push((entry.version.clone(), entry.digest));
            if self.digests.len() > VERSIONS {
                self.digests.remove(0);
            }
        }
        self.entry = entry;
        self.is_gone = false;
    }

    /// Remembers that it is no longer there.
    pub(crate) fn remove(&mut self) {
        self.is_gone = true;
        self.entry.status = EntryStatus::Deleted;
        let why = "its registry no longer lists it";
        self.entry
            .status_message
            .get_or_insert_with(|| why.to_owned());
    }

    /// Whether an entry differs from the first version of it that was seen.
    pub(crate) fn has_changed(&self, entry: &RegistryEntry) -> bool {
        let mut known = self.digests.iter();
        known.any(|(version, digest)| *version == entry.version && *digest != entry.digest)
    }

    fn to_json(&self) -> Value {
        let digests: Map<String, Value> = self
            .digests
            .iter()
            .map(|(version, digest)| (version.clone(), digest.to_string().into()))
            .collect();
        json!({ "entry": self.entry.document, "digests": digests, "gone": self.is_gone })
    }

    fn of_json(mut value: Value) -> Option<Self> {
        let digests = value.get("digests")?.as_object()?.iter();
        let digests = digests.filter_map(|(version, digest)| {
            Some((version.clone(), Digest::parse(digest.as_str()?)?))
        });
        let digests = digests.collect();
        let is_gone = value.get("gone").and_then(Value::as_bool) == Some(true);
        let entry = read_entry(value.get_mut("entry")?.take()).ok()?;
        let mut server = Self {
            entry,
            digests,
            is_gone,
        };
        if is_gone {
            server.remove();
        }
        Some(server)
    }
}

// === impl CachedRegistry ===

impl CachedRegistry {
    /// Reads the file. A missing, damaged or incompatible one is an empty cache.
    pub(crate) fn read(path: &Path, most: u64) -> Self {
        let bytes = bounded(path, most).unwrap_or_default();
        let value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        if value.get("form").and_then(Value::as_u64) != Some(FORM) {
            return Self::default();
        }
        let time = |key: &str| value.get(key).and_then(Value::as_i64);
        let (asked_at, listed_at) = (time("askedAt"), time("listedAt"));
        let mut value = value;
        let servers = value.get_mut("servers").map(Value::take);
        let servers = match servers {
            Some(Value::Array(servers)) => servers,
            _ => Vec::new(),
        };
        let servers = servers.into_iter().filter_map(CachedServer::of_json);
        let servers = servers.map(|server| (server.entry.name.clone(), server));
        Self {
            asked_at,
            listed_at,
            servers: servers.collect(),
        }
    }

    /// Replaces the file as a whole, so that no reader sees half of it.
    pub(crate) fn write(&self, path: &Path, registry: &str) -> io::Result<()> {
        let servers: Vec<Value> = self.servers.values().map(CachedServer::to_json).collect();
        let value = json!({
            "form": FORM,
            "registry": registry,
            "askedAt": self.asked_at,
            "listedAt": self.listed_at,
            "servers": servers,
        });
        replace(path, &value)
    }
}

/// Writes JSON into a file that others see whole or not at all.
pub(crate) fn replace(path: &Path, value: &Value) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut draft = tempfile::Builder::new()
        .prefix(".candor-")
        .tempfile_in(folder)?;
    serde_json::to_writer(io::BufWriter::new(draft.as_file_mut()), value)?;
    draft.flush()?;
    draft.persist(path)?;
    Ok(())
}

/// The file of a registry, by its address.
pub(crate) fn file_of(folder: &Path, registry: &str) -> PathBuf {
    let digest = Digest::of(registry).to_string();
    folder.join(format!("{}.json", &digest[..16]))
}
