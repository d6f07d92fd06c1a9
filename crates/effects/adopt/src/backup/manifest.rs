//! The changes of a run.

use std::fmt;

use candor_model::Digest;
use serde_json::{Value, json};

/// The name of the record in the folder of a run.
pub(super) const MANIFEST: &str = "manifest.json";

/// The form of the record. A program that reads another form leaves it alone.
const VERSION: u64 = 1;

/// The changes of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) files: Vec<ManifestFile>,
    pub(super) sources: Vec<AddedSource>,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ManifestFile {
    pub(super) path: String,
    /// The name of the copy beside the record; nothing if there was no file.
    pub(super) before: Option<String>,
    pub(super) before_digest: Option<Digest>,
    /// The digest of what was written.
    pub(super) written: Digest,
}

/// A source that a run added to the gateway, encrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedSource {
    /// The name of the source.
    pub name: String,
    /// Its version when it was added.
    pub version: u64,
}

// === impl Manifest ===

impl Manifest {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        if value.get("version")?.as_u64()? != VERSION {
            return None;
        }
        let files = value.get("files")?.as_array()?.iter().map(file);
        let sources = value.get("sources")?.as_array()?.iter().map(source);
        Some(Self {
            files: files.collect::<Option<_>>()?,
            sources: sources.collect::<Option<_>>()?,
        })
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = self.files.iter().map(|file| {
            json!({
                "path": file.path,
                "before": file.before,
                "before_sha256": file.before_digest.map(|digest| digest.to_string()),
                "written_sha256": file.written.to_string(),
            })
        });
        let sources = self.sources.iter();
        let sources = sources.map(|one| json!({ "name": one.name, "version": one.version }));
        let value = json!({
            "version": VERSION,
            "files": files.collect::<Value>(),
            "sources": sources.collect::<Value>(),
        });
        writeln!(f, "{value:#}")
    }
}

fn file(value: &Value) -> Option<ManifestFile> {
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let before = text("before").map(str::to_owned);
    // The copy is in the same folder, regardless of the record.
    if before
        .as_ref()
        .is_some_and(|name| name.contains(['/', '\\']) || name.starts_with('.'))
    {
        return None;
    }
    Some(ManifestFile {
        path: text("path")?.to_owned(),
        before,
        before_digest: text("before_sha256").and_then(Digest::parse),
        written: Digest::parse(text("written_sha256")?)?,
    })
}

fn source(value: &Value) -> Option<AddedSource> {
    Some(AddedSource {
        name: value.get("name")?.as_str()?.to_owned(),
        version: value.get("version")?.as_u64()?,
    })
}
