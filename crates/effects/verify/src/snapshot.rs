//! Snapshots of files by content.

use std::collections::HashMap;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::Path;
use std::sync::Arc;

use candor_model::Digest;
use candor_verify::{FileEntry, FileKind, FileTree};

/// The most entries that are looked at.
const MOST: usize = 50_000;
/// Larger files are compared by size and times.
const LARGEST: u64 = 64 << 20;
/// Longer texts are compared by digest only.
const LONGEST_TEXT: usize = 256 << 10;

/// Takes snapshots, reading a file again only if its metadata has changed.
#[derive(Debug, Default)]
pub(crate) struct Snapshots {
    known: HashMap<String, (FileStamp, FileEntry)>,
}

/// Changes whenever a file is written, and cannot be set back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileStamp(u64, u64, i64, i64, i64, i64);

// === impl Snapshots ===

impl Snapshots {
    /// All files below a folder.
    pub(crate) fn take(&mut self, root: &Path) -> FileTree {
        let mut tree = FileTree::default();
        self.walk(root, "", &mut tree);
        self.known.retain(|path, _| tree.entries.contains_key(path));
        tree
    }

    fn walk(&mut self, folder: &Path, below: &str, tree: &mut FileTree) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if tree.entries.len() >= MOST {
                tree.is_cut = true;
                return;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if below.is_empty() {
                name
            } else {
                format!("{below}/{name}")
            };
            let Ok(status) = entry.path().symlink_metadata() else {
                continue;
            };
            let found = self.entry(&entry.path(), &path, &status);
            let is_folder = found.kind == FileKind::Folder;
            tree.entries.insert(path.clone(), found);
            if is_folder {
                self.walk(&entry.path(), &path, tree);
            }
        }
    }

    fn entry(&mut self, file: &Path, path: &str, status: &fs::Metadata) -> FileEntry {
        let stamp = FileStamp(
            status.ino(),
            status.size(),
            status.mtime(),
            status.mtime_nsec(),
            status.ctime(),
            status.ctime_nsec(),
        );
        if let Some((known, entry)) = self.known.get(path)
            && *known == stamp
        {
            return entry.clone();
        }
        let entry = read(file, status);
        self.known.insert(path.to_owned(), (stamp, entry.clone()));
        entry
    }
}

fn read(file: &Path, status: &fs::Metadata) -> FileEntry {
    let kind = status.file_type();
    let mut entry = FileEntry {
        kind: FileKind::File,
        size: status.size(),
        digest: None,
        mode: status.mode() & 0o7777,
        modified: i128::from(status.mtime()) * 1_000_000_000 + i128::from(status.mtime_nsec()),
        text: None,
    };
    if kind.is_dir() {
        entry.kind = FileKind::Folder;
        entry.size = 0;
    } else if kind.is_symlink() {
        entry.kind = FileKind::Link;
        entry.digest = fs::read_link(file)
            .ok()
            .map(|target| Digest::of(target.as_os_str().as_bytes()));
    } else if kind.is_socket() || kind.is_fifo() || kind.is_block_device() || kind.is_char_device()
    {
        entry.kind = FileKind::Special;
    } else if status.size() > LARGEST {
        entry.digest = Some(Digest::of(format!("{} {}", status.size(), entry.modified)));
    } else if let Ok(bytes) = fs::read(file) {
        let is_index = file.ends_with(".git/index");
        entry.digest = Some(if is_index {
            git_index(&bytes)
        } else {
            Digest::of(&bytes)
        });
        if is_index {
            // Git refreshes what it remembers of files whenever it looks at them.
            entry.modified = 0;
            entry.size = 0;
        }
        if bytes.len() <= LONGEST_TEXT && !bytes.contains(&0) {
            entry.text = String::from_utf8(bytes).ok().map(Arc::from);
        }
    }
    entry
}

/// The digest of a git index without the file metadata cached in it: only which content is at which
/// path.
fn git_index(bytes: &[u8]) -> Digest {
    let mut kept: Vec<u8> = Vec::new();
    let number = |at: usize| -> Option<usize> {
        let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_be_bytes(four)).ok()
    };
    let version = number(4);
    let (Some(2 | 3), Some(count)) = (version, number(8)) else {
        return Digest::of(bytes);
    };
    let mut at = 12;
    for _ in 0..count {
        let Some(entry) = bytes.get(at + 24..at + 62) else {
            break;
        };
        let extended = entry.get(36).is_some_and(|flags| flags & 0x40 != 0);
        let start = if extended { 64 } else { 62 };
        let Some(rest) = bytes.get(at + start..) else {
            break;
        };
        let Some(length) = rest.iter().position(|byte| *byte == 0) else {
            break;
        };
        kept.extend(entry.get(..4).unwrap_or_default());
        kept.extend(entry.get(16..38).unwrap_or_default());
        kept.extend(rest.get(..length).unwrap_or_default());
        kept.push(0);
        at += (start + length + 8) / 8 * 8;
    }
    Digest::of(&kept)
}
