//! File access for handlers, restricted to the tool's folders and annotations.

mod error;
mod resolve;
#[cfg(test)]
mod tests;

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use tokio::fs;
use tokio::io::AsyncReadExt;

use crate::{Context, ToolCapabilities};
use resolve::{PathAccess, find, find_itself};

pub use error::FileError;

/// The default maximum size of a file, in bytes.
const MAX_SIZE: u64 = 8 * 1024 * 1024;
/// The maximum number of entries listed for a folder.
const MAX_ENTRIES: usize = 10_000;

/// Access to the folders given with [`crate::Tool::folder`]; without one, no files are accessible.
///
/// A path is relative to the first folder in which it exists, or absolute and inside one of them.
/// It is fully resolved before it is checked, so neither `..` nor a symbolic link leads out. There
/// is a moment between check and use: other programs with write access to the folders are trusted.
#[derive(Clone, Debug)]
pub struct ToolFiles {
    context: Context,
    max_size: u64,
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderEntry {
    /// The name of the entry.
    pub name: String,
    /// The kind of entry.
    pub kind: FolderEntryKind,
    /// Its size in bytes; 0 unless it is a file.
    pub size: u64,
}

/// The kind of a folder entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FolderEntryKind {
    /// A regular file.
    File,
    /// A folder with entries.
    Folder,
    /// A symbolic link, a device or something else.
    Other,
}

// === impl ToolFiles ===

impl ToolFiles {
    pub(crate) fn new(context: Context) -> Self {
        let max_size = MAX_SIZE;
        Self { context, max_size }
    }

    /// Sets the maximum size of a file to read, in bytes.
    #[must_use]
    pub fn max_size(mut self, bytes: u64) -> Self {
        self.max_size = bytes;
        self
    }

    /// Reads a file.
    pub async fn read(&self, path: impl AsRef<Path>) -> Result<Vec<u8>, FileError> {
        let path = path.as_ref();
        let place = self.find(path, PathAccess::Read).await?;
        let wrong = |cause| FileError::io("read", path, cause);
        let known = fs::metadata(&place).await.map_err(wrong)?;
        // Reading a pipe would block, and a device has no end.
        if !known.is_file() {
            return Err(wrong(Error::new(
                ErrorKind::InvalidInput,
                "it is not a file",
            )));
        }
        let too_large = || FileError::TooLarge {
            path: path.to_owned(),
            limit: self.max_size,
        };
        if known.len() > self.max_size {
            return Err(too_large());
        }
        let file = fs::File::open(&place).await.map_err(wrong)?;
        let mut bytes = Vec::new();
        let mut some = file.take(self.max_size.saturating_add(1));
        some.read_to_end(&mut bytes).await.map_err(wrong)?;
        // It may have grown since it was checked.
        if bytes.len() as u64 > self.max_size {
            return Err(too_large());
        }
        Ok(bytes)
    }

    /// Reads a text file.
    pub async fn read_text(&self, path: impl AsRef<Path>) -> Result<String, FileError> {
        let path = path.as_ref();
        let bytes = self.read(path).await?;
        String::from_utf8(bytes).map_err(|_| FileError::NotText {
            path: path.to_owned(),
        })
    }

    /// Lists a folder, sorted by name. The folder itself is `.`.
    pub async fn list(&self, path: impl AsRef<Path>) -> Result<Vec<FolderEntry>, FileError> {
        let path = path.as_ref();
        let place = self.find(path, PathAccess::Read).await?;
        let wrong = |cause| FileError::io("list", path, cause);
        let mut folder = fs::read_dir(&place).await.map_err(wrong)?;
        let mut entries = Vec::new();
        while let Some(entry) = folder.next_entry().await.map_err(wrong)? {
            if entries.len() == MAX_ENTRIES {
                let path = path.to_owned();
                let limit = MAX_ENTRIES;
                return Err(FileError::TooMany { path, limit });
            }
            // Skip entries that were removed in the meantime.
            let Ok(known) = entry.metadata().await else {
                continue;
            };
            entries.push(FolderEntry {
                name: entry.file_name().to_string_lossy().into_owned(),
                kind: FolderEntryKind::of(&known),
                size: if known.is_file() { known.len() } else { 0 },
            });
        }
        entries.sort();
        Ok(entries)
    }

    /// Writes a file atomically, creating missing parent folders. Readers see either the old or the
    /// new contents.
    pub async fn write(
        &self,
        path: impl AsRef<Path>,
        bytes: impl AsRef<[u8]>,
    ) -> Result<(), FileError> {
        let path = path.as_ref();
        self.judge(path, ToolCapabilities::write)?;
        let place = self.find(path, PathAccess::Write).await?;
        let wrong = |cause| FileError::io("write", path, cause);
        let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else {
            return Err(wrong(Error::new(
                ErrorKind::InvalidInput,
                "it is not a file",
            )));
        };
        fs::create_dir_all(folder).await.map_err(wrong)?;
        let old = fs::metadata(&place).await.ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return Err(wrong(Error::new(
                ErrorKind::InvalidInput,
                "it is not a file",
            )));
        }
        let beside = resolve::beside(folder, name);
        let written = async {
            fs::write(&beside, bytes.as_ref()).await?;
            if let Some(old) = old {
                fs::set_permissions(&beside, old.permissions()).await?;
            }
            fs::rename(&beside, &place).await
        };
        let written = written.await;
        if written.is_err() {
            // Clean up; the original error matters more than an error here.
            let _ = fs::remove_file(&beside).await;
        }
        written.map_err(wrong)
    }

    /// Removes a file, a symbolic link or an empty folder.
    pub async fn remove(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        self.judge(path, ToolCapabilities::remove)?;
        let folders = self.context.folders();
        let found = find_itself(folders, path).await;
        let place = self.inside(path, PathAccess::Write, found)?;
        let wrong = |cause| FileError::io("remove", path, cause);
        let known = fs::symlink_metadata(&place).await.map_err(wrong)?;
        let removed = if known.is_dir() {
            fs::remove_dir(&place).await
        } else {
            fs::remove_file(&place).await
        };
        removed.map_err(wrong)
    }

    /// The resolved path, if it is inside the folders.
    async fn find(&self, path: &Path, place: PathAccess) -> Result<PathBuf, FileError> {
        let found = find(self.context.folders(), path).await;
        self.inside(path, place, found)
    }

    fn inside(
        &self,
        path: &Path,
        place: PathAccess,
        found: Result<Option<PathBuf>, Error>,
    ) -> Result<PathBuf, FileError> {
        match found {
            Ok(Some(found)) => Ok(found),
            Ok(None) => {
                let violation = place.violation(path, self.context.folders().is_empty());
                self.context.report(&violation);
                Err(violation.into())
            }
            Err(cause) => Err(FileError::io(place.verb(), path, cause)),
        }
    }

    fn judge(
        &self,
        path: &Path,
        rule: fn(&ToolCapabilities, &str) -> Result<(), crate::CapabilityViolation>,
    ) -> Result<(), FileError> {
        let judgement = rule(self.context.grant(), &path.to_string_lossy());
        Ok(self.context.judged(judgement)?)
    }
}

// === impl FolderEntryKind ===

impl FolderEntryKind {
    fn of(known: &std::fs::Metadata) -> Self {
        if known.is_file() {
            Self::File
        } else if known.is_dir() {
            Self::Folder
        } else {
            Self::Other
        }
    }
}
