//! Backups of changed files, with everything needed to restore them.
//!
//! One folder per run, below the data directory: `manifest.json`, and the original content of each
//! file. Written before any other change.

mod manifest;
mod undo;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use candor_model::Digest;

use crate::plan::FileChange;
use crate::replace::{create_folder, replace};
use crate::scan::read_bytes;
use manifest::{MANIFEST, Manifest, ManifestFile};

pub use manifest::AddedSource;
pub use undo::{UndoneFile, UndoneState};

/// The folder of the runs in the data directory.
const FOLDER: &str = "adopt";

/// The backups of one data directory.
#[derive(Clone, Debug)]
pub struct AdoptBackups {
    folder: PathBuf,
}

/// One recorded run of `candor adopt`.
#[derive(Clone, Debug)]
pub struct AdoptRun {
    folder: PathBuf,
    manifest: Manifest,
}

/// Why a record cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The system refuses.
    #[error("cannot use the backup `{}`", path.display())]
    Io {
        /// The path to read or write.
        path: PathBuf,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
    /// The manifest is unreadable.
    #[error("the backup `{}` is damaged", .0.display())]
    Damaged(PathBuf),
    /// A path that no manifest can hold.
    #[error("the path `{}` is not Unicode", .0.display())]
    Path(PathBuf),
}

/// The result of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// It was made.
    Written,
    /// The file is no longer what was read, and was left alone.
    ChangedMeanwhile,
}

// === impl AdoptBackups ===

impl AdoptBackups {
    /// The backups in a data directory, which need not exist.
    pub fn of(data: &Path) -> Self {
        Self {
            folder: data.join(FOLDER),
        }
    }

    /// Records planned changes. Nothing else is written.
    pub fn begin(&self, changes: &[FileChange]) -> Result<AdoptRun, BackupError> {
        let last = self.numbers()?.into_iter().max().unwrap_or(0);
        let folder = self.folder.join(format!("{:04}", last + 1));
        let failed = |cause| io_error(&folder, cause);
        create_folder(&folder).map_err(failed)?;
        let mut files = Vec::new();
        for (number, change) in changes.iter().enumerate() {
            let path = change.path.to_str();
            let path = path.ok_or_else(|| BackupError::Path(change.path.clone()))?;
            let before = change.before.as_ref().map(|_| format!("{number}.before"));
            if let (Some(name), Some(text)) = (&before, &change.before) {
                replace(&folder.join(name), text.as_bytes()).map_err(failed)?;
            }
            files.push(ManifestFile {
                path: path.to_owned(),
                before,
                before_digest: change.before.as_ref().map(Digest::of),
                written: Digest::of(&change.after),
            });
        }
        let mut run = AdoptRun {
            folder: folder.clone(),
            manifest: Manifest {
                files,
                sources: Vec::new(),
            },
        };
        run.save()?;
        Ok(run)
    }

    /// Every run that was not undone, the newest first.
    pub fn runs(&self) -> Result<Vec<AdoptRun>, BackupError> {
        let mut numbers = self.numbers()?;
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        let folder = |number| self.folder.join(format!("{number:04}"));
        let runs = numbers
            .into_iter()
            .map(|number| AdoptRun::open(folder(number)));
        runs.collect()
    }

    fn numbers(&self) -> Result<Vec<u32>, BackupError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(cause) => return Err(io_error(&self.folder, cause)),
        };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        Ok(names.filter_map(|name| name.parse().ok()).collect())
    }
}

// === impl AdoptRun ===

impl AdoptRun {
    fn open(folder: PathBuf) -> Result<Self, BackupError> {
        let path = folder.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(|cause| io_error(&path, cause))?;
        let manifest = Manifest::parse(&text).ok_or(BackupError::Damaged(path))?;
        Ok(Self { folder, manifest })
    }

    /// The folder of the record.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a file, if it is still what was read.
    pub fn write(&mut self, change: &FileChange) -> io::Result<WriteOutcome> {
        if current(&change.path)? != change.before.as_ref().map(|text| text.clone().into_bytes()) {
            self.forget(&change.path);
            return Ok(WriteOutcome::ChangedMeanwhile);
        }
        replace(&change.path, change.after.as_bytes())?;
        Ok(WriteOutcome::Written)
    }

    /// Removes a file that was not written from the record.
    pub fn forget(&mut self, path: &Path) {
        self.manifest
            .files
            .retain(|file| Path::new(&file.path) != path);
    }

    /// The sources that this run added to the gateway.
    pub fn sources(&self) -> &[AddedSource] {
        &self.manifest.sources
    }

    /// Records a source that was added to the gateway.
    pub fn add_source(&mut self, source: AddedSource) -> Result<(), BackupError> {
        self.manifest.sources.push(source);
        self.save()
    }

    /// Removes a source from the record.
    pub fn remove_source(&mut self, name: &str) -> Result<(), BackupError> {
        self.manifest.sources.retain(|source| source.name != name);
        self.save()
    }

    /// Writes the record, or removes it once there is nothing left to put back.
    pub fn save(&mut self) -> Result<(), BackupError> {
        let failed = |cause| io_error(&self.folder, cause);
        if self.manifest.files.is_empty() && self.manifest.sources.is_empty() {
            return match fs::remove_dir_all(&self.folder) {
                Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(failed(cause)),
                _ => Ok(()),
            };
        }
        let text = self.manifest.to_string();
        replace(&self.folder.join(MANIFEST), text.as_bytes()).map_err(failed)
    }
}

/// The contents of a file; `None` if it does not exist.
fn current(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match read_bytes(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Ok(None) => Err(io::Error::other("it is not a file")),
        other => other,
    }
}

fn io_error(path: &Path, cause: io::Error) -> BackupError {
    BackupError::Io {
        path: path.to_owned(),
        cause,
    }
}

#[cfg(test)]
mod tests;
