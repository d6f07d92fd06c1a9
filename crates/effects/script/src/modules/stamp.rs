//! Recorded states of files.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use candor_model::Digest;

/// The state of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileStamp {
    /// It does not exist or cannot be read.
    Missing,
    /// A folder, or anything else but a file.
    Other,
    /// A file that was not read.
    File,
    /// A file that was read.
    Read(ReadFile),
}

/// The contents and state of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReadFile {
    length: u64,
    modified: Option<SystemTime>,
    digest: Digest,
}

/// The states of many paths.
#[derive(Clone, Debug, Default)]
pub(super) struct FileStamps(BTreeMap<PathBuf, FileStamp>);

// === impl FileStamps ===

impl FileStamps {
    /// Remembers what is at a path, unless more is known of it already.
    pub(super) fn note(&mut self, path: &Path, stamp: FileStamp) {
        let known = self.0.entry(path.to_owned()).or_insert(stamp);
        if matches!(stamp, FileStamp::Read(_)) {
            *known = stamp;
        }
    }

    /// The files that were read.
    pub(super) fn read(&self) -> impl Iterator<Item = &Path> {
        let read = self.0.iter();
        let read = read.filter(|(_, stamp)| matches!(stamp, FileStamp::Read(_)));
        read.map(|(path, _)| path.as_path())
    }

    /// Whether it all is as it was. Blocks.
    pub(super) fn are_current(&self) -> bool {
        self.0.iter().all(|(path, stamp)| stamp.is_current(path))
    }
}

// === impl FileStamp ===

impl FileStamp {
    /// The current state of a path.
    pub(super) fn of(path: &Path) -> Self {
        match fs::metadata(path) {
            Ok(found) if found.is_file() => Self::File,
            Ok(_) => Self::Other,
            Err(_) => Self::Missing,
        }
    }

    fn is_current(self, path: &Path) -> bool {
        match self {
            Self::Read(content) => content.is_current(path).unwrap_or(false),
            other => Self::of(path) == other,
        }
    }
}

// === impl ReadFile ===

impl ReadFile {
    pub(super) fn new(found: &Metadata, bytes: &[u8]) -> Self {
        Self {
            length: found.len(),
            modified: found.modified().ok(),
            digest: Digest::of(bytes),
        }
    }

    /// A file that was merely touched is the same file.
    fn is_current(self, path: &Path) -> io::Result<bool> {
        let found = fs::metadata(path)?;
        if !found.is_file() || found.len() != self.length {
            return Ok(false);
        }
        let untouched = self.modified.is_some() && found.modified().ok() == self.modified;
        Ok(untouched || Digest::of(fs::read(path)?) == self.digest)
    }
}
