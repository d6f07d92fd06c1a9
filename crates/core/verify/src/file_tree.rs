//! Snapshots of files, and the changes between two.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_model::Digest;
use serde::{Deserialize, Serialize};

use crate::value_change::{ChangeWeight, ValueChange, ValueChangeKind, compare_texts};

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileKind {
    /// A file with content.
    File,
    /// A folder, which has no content of its own.
    Folder,
    /// A symbolic link; its digest is that of its target.
    Link,
    /// A socket, pipe or device.
    Special,
}

/// One entry of a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct FileEntry {
    /// The kind of file.
    pub kind: FileKind,
    /// The size in bytes.
    pub size: u64,
    /// The digest of its content; none for folders, and for what cannot be read.
    pub digest: Option<Digest>,
    /// The permission bits.
    pub mode: u32,
    /// The modification time, in nanoseconds. Compared separately, because it is not content.
    pub modified: i128,
    /// Its content, if it is a short text.
    pub text: Option<Arc<str>>,
}

/// All entries under the observed folders, by their path below the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileTree {
    /// Each entry, by its path.
    pub entries: BTreeMap<String, FileEntry>,
    /// Whether there was more than could be looked at.
    pub is_cut: bool,
}

/// A change at one path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileChange {
    /// The path, relative to the sandbox.
    pub path: String,
    /// The kind of change.
    pub what: FileChangeKind,
}

/// The kind of a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileChangeKind {
    /// It was not there before.
    Created {
        /// The new kind.
        kind: FileKind,
        /// The size in bytes.
        size: u64,
        /// The beginning of a text.
        preview: Option<String>,
    },
    /// It is gone.
    Deleted {
        /// The old kind.
        kind: FileKind,
    },
    /// It was moved to another path.
    Moved {
        /// The new path.
        to: String,
    },
    /// Its content is another one.
    Changed {
        /// The bytes before and after.
        sizes: (u64, u64),
        /// The changed parts of a text; empty for other content.
        parts: Vec<ValueChange>,
    },
    /// Its permission bits are others.
    Permissions {
        /// The bits before and after.
        modes: (u32, u32),
    },
    /// It was written without becoming different, or its time was set.
    TimeOnly,
}

// === impl FileTree ===

impl FileTree {
    /// The changes in a later snapshot of the same tree, by path. Folder times are ignored, because
    /// they follow from the entries.
    pub fn changes_to(&self, later: &Self) -> Vec<FileChange> {
        let mut changes = Vec::new();
        for (path, old) in &self.entries {
            let what = match later.entries.get(path) {
                None => Some(FileChangeKind::Deleted { kind: old.kind }),
                Some(new) => entry_change(old, new),
            };
            changes.extend(what.map(|what| change(path, what)));
        }
        for (path, new) in &later.entries {
            if !self.entries.contains_key(path) {
                let what = FileChangeKind::Created {
                    kind: new.kind,
                    size: new.size,
                    preview: new.text.as_deref().map(|text| candor_text::clip(text, 80)),
                };
                changes.push(change(path, what));
            }
        }
        self.join_moves(later, &mut changes);
        changes
    }

    /// A removed file with the same content elsewhere was moved.
    fn join_moves(&self, later: &Self, changes: &mut Vec<FileChange>) {
        let mut targets: Vec<(String, Digest)> = Vec::new();
        for change in &*changes {
            if let FileChangeKind::Created {
                kind: FileKind::File,
                size,
                ..
            } = &change.what
                && *size > 0
                && let Some(digest) = later.entries.get(&change.path).and_then(|one| one.digest)
            {
                targets.push((change.path.clone(), digest));
            }
        }
        let mut taken = Vec::new();
        for change in changes.iter_mut() {
            let FileChangeKind::Deleted {
                kind: FileKind::File,
            } = change.what
            else {
                continue;
            };
            let digest = self.entries.get(&change.path).and_then(|one| one.digest);
            let found = targets
                .iter()
                .find(|(path, there)| Some(*there) == digest && !taken.contains(path));
            if let Some((to, _)) = found {
                taken.push(to.clone());
                change.what = FileChangeKind::Moved { to: to.clone() };
            }
        }
        changes.retain(|one| {
            !(matches!(one.what, FileChangeKind::Created { .. }) && taken.contains(&one.path))
        });
    }
}

fn change(path: &str, what: FileChangeKind) -> FileChange {
    FileChange {
        path: path.to_owned(),
        what,
    }
}

fn entry_change(old: &FileEntry, new: &FileEntry) -> Option<FileChangeKind> {
    if old.kind != new.kind || old.digest != new.digest {
        let parts = match (&old.text, &new.text) {
            (Some(old), Some(new)) => compare_texts(old, new),
            _ => Vec::new(),
        };
        return Some(FileChangeKind::Changed {
            sizes: (old.size, new.size),
            parts,
        });
    }
    if old.mode != new.mode {
        return Some(FileChangeKind::Permissions {
            modes: (old.mode, new.mode),
        });
    }
    (old.kind == FileKind::File && old.modified != new.modified).then_some(FileChangeKind::TimeOnly)
}

// === impl FileChange ===

impl FileChange {
    /// Whether something that was there before is gone or overwritten for certain. A changed
    /// file that is no text may have lost something or not.
    pub fn is_loss(&self) -> bool {
        match &self.what {
            FileChangeKind::Deleted { .. } | FileChangeKind::Moved { .. } => true,
            FileChangeKind::Changed { sizes, parts } => {
                (sizes.0 > 0 && sizes.1 == 0) || parts.iter().any(ValueChange::is_loss)
            }
            _ => false,
        }
    }

    /// Whether a loss of data cannot be excluded.
    pub fn is_opaque(&self) -> bool {
        matches!(&self.what, FileChangeKind::Changed { parts, .. } if parts.is_empty())
    }

    /// Whether the state is another one for certain: not only its time, not only stamps in it.
    pub fn is_lasting(&self) -> bool {
        match &self.what {
            FileChangeKind::TimeOnly => false,
            FileChangeKind::Changed { parts, .. } => parts
                .iter()
                .any(|part| part.weight != ChangeWeight::Bookkeeping),
            _ => true,
        }
    }

    /// In a sentence.
    pub fn sentence(&self) -> String {
        let path = candor_text::printable(&self.path);
        match &self.what {
            FileChangeKind::Created {
                kind: FileKind::Folder,
                ..
            } => format!("created the folder {path}"),
            FileChangeKind::Created { size, preview, .. } => match preview {
                Some(text) if !text.trim().is_empty() => {
                    format!(
                        "created {path} ({size} bytes: {})",
                        candor_text::quote(text)
                    )
                }
                _ => format!("created {path} ({size} bytes)"),
            },
            FileChangeKind::Deleted {
                kind: FileKind::Folder,
            } => format!("deleted the folder {path}"),
            FileChangeKind::Deleted { .. } => format!("deleted {path}"),
            FileChangeKind::Moved { to } => {
                format!("moved {path} to {}", candor_text::printable(to))
            }
            FileChangeKind::Changed {
                sizes: (old, new),
                parts,
            } => {
                let detail = parts
                    .iter()
                    .find(|part| part.what != ValueChangeKind::Added)
                    .or_else(|| parts.first())
                    .map(|part| format!(": {}", part.sentence()))
                    .unwrap_or_default();
                format!("changed {path} ({old} to {new} bytes){detail}")
            }
            FileChangeKind::Permissions { modes: (old, new) } => {
                format!("changed the permissions of {path} from {old:o} to {new:o}")
            }
            FileChangeKind::TimeOnly => {
                format!("set the modification time of {path}; its content is the same")
            }
        }
    }
}
