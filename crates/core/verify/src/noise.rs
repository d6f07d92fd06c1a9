//! Changes that servers make for their own purposes: caches, locks, logs, setup. They are reported
//! as remarks and are never a contradiction.

use std::collections::{BTreeMap, BTreeSet};

use candor_model::Hint;

use crate::file_tree::{FileChange, FileChangeKind};
use crate::record::{CallRecord, RunAction, RunRecord};
use crate::tool::ListedTool;
use crate::words::words;

/// Parts of a path that servers use for themselves.
const OWN_WORDS: [&str; 14] = [
    "cache",
    "caches",
    "pycache",
    "log",
    "logs",
    "lock",
    "locks",
    "telemetry",
    "metrics",
    "stats",
    "usage",
    "crash",
    "pid",
    "swap",
];
/// Endings of such files.
const OWN_ENDINGS: [&str; 13] = [
    ".log",
    ".lock",
    ".lck",
    ".pid",
    ".pyc",
    ".tmp",
    ".swp",
    "-wal",
    "-shm",
    "-journal",
    ".wal",
    ".sock",
    // The draft of a commit's message, which git and its libraries write and remove.
    ".git/commit_editmsg",
];
/// Name prefixes of browsers' temporary folders.
const BROWSER_FOLDERS: [&str; 8] = [
    "org.chromium.",
    ".org.chromium.",
    "com.google.Chrome.",
    ".com.google.Chrome.",
    "puppeteer_dev_",
    "playwright_",
    "playwright-artifacts-",
    "playwright-transform-cache-",
];
/// Folders in the home directory that programs set up themselves.
const SET_UP: [&str; 3] = ["home/.config/", "home/.local/", "home/.cache/"];
/// The same folders in any home directory.
const OWN_FOLDERS: [&str; 4] = ["/.config/", "/.local/", "/.cache/", "/.npm/"];
/// Files in the home directory that belong to the user.
const USERS_OWN: [&str; 9] = [
    ".ssh",
    ".gnupg",
    ".bashrc",
    ".profile",
    ".zshrc",
    ".gitconfig",
    ".netrc",
    ".aws",
    ".kube",
];

/// Changes that are not caused by any call.
#[derive(Debug, Default)]
pub(crate) struct NoiseFilter {
    /// Paths that changed without a call.
    by_themselves: BTreeSet<String>,
    /// Folders for temporary files that were made at the start.
    own_folders: Vec<String>,
    /// Paths that every read-only tool changes.
    by_every_reader: BTreeSet<String>,
    /// How often calls changed a path.
    times: BTreeMap<String, usize>,
    /// The author's patterns with their reasons.
    ignored: Vec<(String, String)>,
}

// === impl NoiseFilter ===

impl NoiseFilter {
    pub(crate) fn new(run: &RunRecord, tools: &[ListedTool], ignored: &[(String, String)]) -> Self {
        let mut filter = Self {
            ignored: ignored.to_vec(),
            ..Self::default()
        };
        let mut readers: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let is_reader = |name: &str| {
            let mut named = tools.iter().filter(|tool| tool.name == name);
            named.any(|tool| tool.declared.get(Hint::ReadOnly) == Some(true))
        };
        let mut tried: BTreeSet<&str> = BTreeSet::new();
        for record in &run.calls {
            for change in &record.files {
                filter.learn(record, change);
                if let Some(tool) = record.tool().filter(|tool| is_reader(tool)) {
                    readers.entry(change.path.clone()).or_default().insert(tool);
                }
            }
            tried.extend(
                record
                    .tool()
                    .filter(|tool| record.is_success() && is_reader(tool)),
            );
        }
        // A server that keeps records is more likely than three tools with the same wrong hint.
        let every = readers
            .into_iter()
            .filter(|(_, by)| by.len() >= 3 && by.len() == tried.len());
        filter.by_every_reader = every.map(|(path, _)| path).collect();
        filter
    }

    fn learn(&mut self, record: &CallRecord, change: &FileChange) {
        if !record.is_control() {
            *self.times.entry(change.path.clone()).or_default() += 1;
            return;
        }
        if record.action == RunAction::Start {
            if change.path.starts_with("tmp/") {
                self.own_folders.push(format!("{}/", change.path));
            }
        } else {
            self.by_themselves.insert(change.path.clone());
        }
    }

    /// Why a change is not held against a tool; none if it is.
    pub(crate) fn reason(&self, change: &FileChange) -> Option<String> {
        let path = change.path.as_str();
        let ignored = self
            .ignored
            .iter()
            .find(|(pattern, _)| candor_model::glob::glob_matches(pattern, path));
        if let Some((_, reason)) = ignored {
            return Some(reason.clone());
        }
        let known = if self.by_themselves.contains(path) {
            "it also changes without a call"
        } else if self.by_every_reader.contains(path) {
            "every read-only tool of this server changes it"
        } else if is_browser_folder(path) {
            "the profile of a browser, which it keeps by itself"
        } else if is_own_name(path) {
            "a cache, lock, log or other file of the server's own"
        } else if self
            .own_folders
            .iter()
            .any(|folder| path.starts_with(folder.as_str()))
        {
            "in a temporary folder that the server made when it started"
        } else if is_set_up(change) && self.times.get(path).is_none_or(|times| *times <= 1) {
            "set up on first use in the server's own folder"
        } else {
            return None;
        };
        Some(known.to_owned())
    }
}

/// Whether a path is in a profile that a browser made for itself and writes whenever it likes.
fn is_browser_folder(path: &str) -> bool {
    let below = path.strip_prefix("tmp/");
    below.is_some_and(|below| BROWSER_FOLDERS.iter().any(|start| below.starts_with(start)))
}

fn is_own_name(path: &str) -> bool {
    let below = path.split_once('/').map_or(path, |(_, below)| below);
    let lower = below.to_lowercase();
    let ends = OWN_ENDINGS.iter().any(|ending| lower.ends_with(ending));
    let named = lower.split('/').any(|part| {
        words(part)
            .iter()
            .any(|word| OWN_WORDS.contains(&word.as_str()))
    });
    ends || named || path == "home/.local/state" || path.starts_with("home/.local/state/")
}

/// Whether a write elsewhere is of that kind, by the file and the folder that it is in.
pub(crate) fn is_own_file(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let file = parts.next().unwrap_or_default();
    parts.next() == Some("__pycache__") || is_own_name(&format!("/{file}"))
}

/// Whether a denied write to this path would have been a cache, a lock, a log, compiled code or the
/// program's own setup, which does not count against a tool declared read-only.
pub fn is_own_write(path: &str) -> bool {
    let is_users = USERS_OWN
        .iter()
        .any(|own| path.contains(&format!("/{own}")));
    let is_set_up = OWN_FOLDERS.iter().any(|folder| path.contains(folder));
    is_own_file(path) || (is_set_up && !is_users)
}

/// Whether something was made in a folder of a home that programs have for themselves.
fn is_set_up(change: &FileChange) -> bool {
    let FileChangeKind::Created { .. } = change.what else {
        return false;
    };
    let path = change.path.as_str();
    let Some(below) = path.strip_prefix("home/.") else {
        return false;
    };
    let is_users = USERS_OWN
        .iter()
        .any(|own| path.contains(&format!("/{own}")));
    !is_users && (SET_UP.iter().any(|folder| path.starts_with(folder)) || below.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_of_a_browser_is_its_own() {
        for own in [
            "tmp/puppeteer_dev_chrome_profile-yv0uAz/Local State",
            "tmp/org.chromium.Chromium.WYLpdN",
            "tmp/playwright_chromiumdev_profile-a1/Default/Preferences",
        ] {
            assert!(is_browser_folder(own), "{own}");
        }
        for path in [
            "tmp/shot.png",
            "work/playwright_report.html",
            "tmp/playwright",
        ] {
            assert!(!is_browser_folder(path), "{path}");
        }
    }

    #[test]
    fn the_draft_of_a_message_is_git_s_own_and_a_branch_is_not() {
        assert!(is_own_name("work/.git/COMMIT_EDITMSG"));
        assert!(is_own_name("work/app/.git/COMMIT_EDITMSG"));
        assert!(!is_own_name("work/.git/refs/heads/main"));
        assert!(!is_own_name("work/COMMIT_EDITMSG"));
    }

    #[test]
    fn what_a_program_writes_for_itself_is_not_held_against_a_reader() {
        for own in [
            "/srv/repo/.git/index.lock",
            "/usr/lib/python3/__pycache__/x.cpython-313.pyc",
            "/home/ada/.cache/tool/state",
            "/home/ada/.npm/_logs/debug",
            "/var/tmp/server.log",
        ] {
            assert!(is_own_write(own), "{own}");
        }
        for path in [
            "/home/ada/notes/today.md",
            "/tmp/marker",
            "/home/ada/.bashrc",
            "/home/ada/.ssh/authorized_keys",
            "/home/ada/.config/../.ssh/x",
        ] {
            assert!(!is_own_write(path), "{path}");
        }
    }
}
