//! Inspection results: a server's tools, cached by name and version.

use std::path::Path;

use candor_model::{Digest, Hint, Hints};
use candor_registry::ServerName;
use serde_json::{Value, json};

use crate::cache::replace;
use crate::files::bounded;

/// The largest file of one look.
const MOST_BYTES: u64 = 16 << 20;

/// What a server listed when it was inspected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectedServer {
    /// When, in microseconds since the Unix epoch.
    pub inspected_at: i64,
    /// The version that was started.
    pub version: String,
    /// The command line or the address.
    pub line: String,
    /// Its tools, in its order.
    pub tools: Vec<InspectedTool>,
}

/// A tool that a server listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectedTool {
    /// The tool's name at the server.
    pub name: String,
    /// The title that the server gave.
    pub title: Option<String>,
    /// The description that the server gave.
    pub description: Option<String>,
    /// The hints that the server declares.
    pub hints: Hints,
}

// === impl InspectedServer ===

impl InspectedServer {
    /// Reads the cached result of a version.
    pub(crate) fn read(folder: &Path, name: &ServerName, version: &str) -> Option<Self> {
        let bytes = bounded(&file(folder, name, version), MOST_BYTES).ok()?;
        let value: Value = serde_json::from_slice(&bytes).ok()?;
        let tools = value.get("tools")?.as_array()?.iter();
        Some(Self {
            inspected_at: value.get("inspectedAt")?.as_i64()?,
            version: value.get("version")?.as_str()?.to_owned(),
            line: value.get("line")?.as_str()?.to_owned(),
            tools: tools.filter_map(InspectedTool::of_json).collect(),
        })
    }

    /// Stores it for this server.
    pub(crate) fn write(&self, folder: &Path, name: &ServerName) -> std::io::Result<()> {
        let tools: Vec<Value> = self.tools.iter().map(InspectedTool::to_json).collect();
        let value = json!({
            "server": name.as_str(),
            "version": self.version,
            "inspectedAt": self.inspected_at,
            "line": self.line,
            "tools": tools,
        });
        replace(&file(folder, name, &self.version), &value)
    }
}

// === impl InspectedTool ===

impl InspectedTool {
    fn of_json(value: &Value) -> Option<Self> {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let hint = |hint: Hint| value.get(hint.key()).and_then(Value::as_bool);
        let hints = Hint::ALL.into_iter();
        Some(Self {
            name: text("name")?,
            title: text("title"),
            description: text("description"),
            hints: hints.filter_map(|one| Some((one, hint(one)?))).collect(),
        })
    }

    fn to_json(&self) -> Value {
        let mut value = json!({
            "name": self.name, "title": self.title, "description": self.description,
        });
        for (hint, said) in self.hints.iter() {
            value[hint.key()] = said.into();
        }
        value
    }
}

fn file(folder: &Path, name: &ServerName, version: &str) -> std::path::PathBuf {
    let digest = Digest::of(format!("{name}\n{version}")).to_string();
    folder
        .join("inspected")
        .join(format!("{}.json", &digest[..16]))
}
