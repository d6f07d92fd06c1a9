//! Finds the entry point in a folder.

use std::path::{Path, PathBuf};

use super::disk::ProgramFiles;
use super::package::PackageManifest;
use super::resolve::as_module;
use crate::ProgramLoadError;

/// The two files of a bundle that Gram built.
const BUNDLE: [&str; 2] = ["manifest.json", "functions.js"];

/// Default entry points.
const USUAL: [&str; 10] = [
    "index.ts",
    "index.mts",
    "index.js",
    "index.mjs",
    "functions.ts",
    "functions.js",
    "src/index.ts",
    "src/functions.ts",
    "gram.ts",
    "src/gram.ts",
];

/// The entry of the folder that is the root. `shown` is what the user calls it.
pub(super) fn find(disk: &mut ProgramFiles, shown: &Path) -> Result<PathBuf, ProgramLoadError> {
    let root = disk.root().to_owned();
    if BUNDLE.iter().all(|name| disk.is_file(&root.join(name))) {
        return Ok(root.join(BUNDLE[1]));
    }
    let mut tried = USUAL.map(|name| format!("`{name}`")).join(", nor ");
    let package =
        PackageManifest::read(disk, &root).map_err(|sentence| ProgramLoadError::File {
            sentence,
            place: candor_model::FilePosition {
                file: shown.join("package.json").display().to_string(),
                position: None,
            },
        })?;
    if let Some(package) = package {
        // The named file is often built later, or missing: then the defaults are tried.
        for target in package.entries() {
            if let Some(found) = as_module(disk, &root.join(&target)) {
                return Ok(found);
            }
            tried = format!("`{target}` of its `package.json`, nor {tried}");
        }
    }
    let mut usual = USUAL.iter().map(|name| root.join(name));
    usual
        .find(|path| disk.is_file(path))
        .ok_or_else(|| ProgramLoadError::NoEntry {
            path: shown.to_owned(),
            tried,
        })
}
