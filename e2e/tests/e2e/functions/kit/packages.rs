//! Packages from npm that a program brings along.

use std::fs;
use std::path::Path;

use candor_testkit::peers;

/// Puts a package into the `node_modules` of a folder, as `npm install` would. A program reads
/// nothing outside of its folder, so a link will not do.
pub(crate) fn install(folder: &Path, package: &str) {
    let manifest = peers::npm_bin(package, "package.json");
    let manifest = manifest.unwrap_or_else(|error| panic!("{error}"));
    let from = manifest.parent().expect("a folder");
    copy(from, &folder.join("node_modules").join(package));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("a file");
        }
    }
}
