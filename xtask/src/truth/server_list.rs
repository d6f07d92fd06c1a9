//! The servers of `scripts/servers.json`, installed by `scripts/servers`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::hint_row::ServerTruth;

/// One server of the list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct ListedServer {
    /// What it is called.
    pub(super) name: String,
    /// `npm` or `pypi`.
    pub(super) registry: String,
    /// The name of the package.
    pub(super) package: String,
    pub(super) version: String,
    /// How it is started; none if it is not installed.
    pub(super) command: Option<Vec<String>>,
    /// Variables that the server is started with.
    pub(super) env: BTreeMap<String, String>,
}

/// The list itself.
const LIST: &str = "scripts/servers.json";

/// An entry of the list, as far as it matters where nothing is started.
#[derive(Deserialize)]
struct ListEntry {
    name: String,
}

/// The names of all servers of the list.
pub(super) fn names() -> Result<Vec<String>, String> {
    let text = fs::read_to_string(LIST).map_err(|cause| format!("cannot read {LIST}: {cause}"))?;
    let entries: Vec<ListEntry> =
        serde_json::from_str(&text).map_err(|error| format!("{LIST}: {error}"))?;
    Ok(entries.into_iter().map(|entry| entry.name).collect())
}

/// Installs what is missing, and gives the servers with their commands.
pub(super) fn read(folder: Option<&Path>, only: &[String]) -> Result<Vec<ListedServer>, String> {
    let mut command = Command::new("./scripts/servers");
    command.arg("commands").stderr(Stdio::inherit());
    if let Some(folder) = folder {
        command.arg("--folder").arg(folder);
    }
    for name in only {
        command.args(["--only", name]);
    }
    let done = command
        .output()
        .map_err(|cause| format!("`./scripts/servers` cannot be started: {cause}"))?;
    if !done.status.success() {
        return Err(format!(
            "`./scripts/servers commands` failed: {}",
            done.status
        ));
    }
    serde_json::from_slice(&done.stdout)
        .map_err(|error| format!("`./scripts/servers commands` printed no list: {error}"))
}

// === impl ListedServer ===

impl ListedServer {
    /// The result of a server that could not be verified.
    pub(super) fn not_run(&self, problem: String) -> ServerTruth {
        ServerTruth {
            problem: Some(problem),
            ..self.truth()
        }
    }

    /// The result before anything is known.
    pub(super) fn truth(&self) -> ServerTruth {
        ServerTruth {
            name: self.name.clone(),
            registry: self.registry.clone(),
            package: self.package.clone(),
            version: self.version.clone(),
            tools: 0,
            answered: 0,
            problem: None,
            rows: Vec::new(),
        }
    }
}
