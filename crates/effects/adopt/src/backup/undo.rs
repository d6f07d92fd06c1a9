//! Restores files byte for byte.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use candor_model::Digest;

use super::manifest::ManifestFile;
use super::{AdoptRun, BackupError, current};
use crate::replace::replace;

/// A file and what became of it.
#[derive(Clone, Debug)]
pub struct UndoneFile {
    /// The path of the file.
    pub path: PathBuf,
    /// What was done with the file.
    pub state: UndoneState,
}

/// The result of restoring a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoneState {
    /// It is as it was.
    Restored,
    /// It was made by Candor, and is gone.
    Removed,
    /// It was as it had been already.
    Unchanged,
    /// It was changed since, and was left alone. The copy of what it was is here, if there was
    /// anything.
    Changed(Option<PathBuf>),
    /// The system refuses.
    Failed(String),
}

// === impl AdoptRun ===

impl AdoptRun {
    /// Restores every file that has not changed since. Files that cannot be restored stay in the
    /// record. Files in `blocked` are skipped, because a newer run must be undone first.
    pub fn undo(&mut self, blocked: &mut HashSet<PathBuf>) -> Result<Vec<UndoneFile>, BackupError> {
        let mut undone = Vec::new();
        let mut kept = Vec::new();
        // Clients first: while they point to Candor, its configuration stays.
        for file in self.manifest.files.clone().into_iter().rev() {
            let path = PathBuf::from(&file.path);
            let state = if blocked.contains(&path) {
                UndoneState::Changed(self.copy(&file))
            } else {
                let restored = self.restore(&file);
                restored.unwrap_or_else(|cause| UndoneState::Failed(cause.to_string()))
            };
            if matches!(state, UndoneState::Changed(_) | UndoneState::Failed(_)) {
                blocked.insert(path.clone());
                kept.push(file);
            }
            undone.push(UndoneFile { path, state });
        }
        kept.reverse();
        self.manifest.files = kept;
        self.save()?;
        Ok(undone)
    }

    fn restore(&self, file: &ManifestFile) -> io::Result<UndoneState> {
        let path = PathBuf::from(&file.path);
        let now = current(&path)?.map(Digest::of);
        if now == file.before_digest {
            return Ok(UndoneState::Unchanged);
        }
        if now != Some(file.written) {
            return Ok(UndoneState::Changed(self.copy(file)));
        }
        let Some(copy) = self.copy(file) else {
            fs::remove_file(&path)?;
            return Ok(UndoneState::Removed);
        };
        let bytes = fs::read(&copy)?;
        if Some(Digest::of(&bytes)) != file.before_digest {
            return Err(io::Error::other(format!(
                "the copy `{}` is damaged",
                copy.display()
            )));
        }
        replace(&path, &bytes)?;
        Ok(UndoneState::Restored)
    }

    fn copy(&self, file: &ManifestFile) -> Option<PathBuf> {
        Some(self.folder.join(file.before.as_ref()?))
    }
}
