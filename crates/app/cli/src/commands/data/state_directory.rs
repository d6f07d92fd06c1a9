//! Inspection of a data directory.

use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use candor_config::state_scope::{DEMO, WORKSPACES};
use candor_server::{AnnouncedAddress, announced_address, client_socket, workspace_folder};

/// Entries that are not state: notes about who uses the directory, and other state directories
/// below the user's.
const OTHERS: [&str; 5] = [
    workspace_folder::FILE,
    announced_address::FILE,
    client_socket::FILE,
    DEMO,
    WORKSPACES,
];

/// A data directory.
pub(super) struct StateDirectory {
    /// The path of the directory.
    pub(super) path: PathBuf,
    /// The folder whose state it is, if that was noted.
    pub(super) folder: Option<PathBuf>,
    /// The address of the gateway that runs on it.
    pub(super) gateway: Option<String>,
    /// The total size of its files, in bytes.
    pub(super) bytes: u64,
}

// === impl StateDirectory ===

impl StateDirectory {
    /// Inspects a directory, which need not exist.
    pub(super) fn look(path: &Path) -> Self {
        let gateway = AnnouncedAddress::find(path);
        Self {
            path: path.to_owned(),
            folder: workspace_folder::read(path),
            gateway: gateway.map(|url| url.as_str().trim_end_matches('/').to_owned()),
            bytes: own_entries(path).map(|entry| size(&entry)).sum(),
        }
    }

    /// Whether there is state in it.
    pub(super) fn has_state(&self) -> bool {
        self.entries().next().is_some()
    }

    /// The names of the files and folders that are its state.
    pub(super) fn entries(&self) -> impl Iterator<Item = OsString> {
        own_entries(&self.path).map(|entry| entry.file_name())
    }
}

fn own_entries(path: &Path) -> impl Iterator<Item = DirEntry> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.filter(|entry| !OTHERS.iter().any(|other| entry.file_name() == *other))
}

/// The bytes of a file, or of all files below a folder. Links are not followed, and what cannot be
/// read is left out.
fn size(entry: &DirEntry) -> u64 {
    let Ok(found) = entry.metadata() else {
        return 0;
    };
    if !found.is_dir() {
        return found.len();
    }
    let below = fs::read_dir(entry.path()).into_iter().flatten().flatten();
    below.map(|entry| size(&entry)).sum()
}
