//! The lock that says whose segments are whose, and who is still alive.
//!
//! The system frees the lock when its holder dies, however it dies. A lock file is locked under
//! another name first and only then renamed, so that no other process ever sees a living process's
//! file unlocked.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use super::files::JournalFiles;
use crate::private_files;

/// The right to an owner's segments, held until it is dropped.
#[derive(Debug)]
pub(super) struct SegmentLock {
    names: JournalFiles,
    /// Held for its lock.
    _locked: File,
}

/// How often a name is tried. A second try is needed only when another process sweeps the
/// directory in the moment between creating and locking.
const ATTEMPTS: u32 = 8;

impl SegmentLock {
    /// A claim of this process to segments of its own.
    pub(super) fn fresh(dir: &Path) -> io::Result<Self> {
        let mut last = None;
        for _ in 0..ATTEMPTS {
            match Self::attempt(JournalFiles::fresh(dir)) {
                Ok(claim) => return Ok(claim),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| io::ErrorKind::WouldBlock.into()))
    }

    fn attempt(names: JournalFiles) -> io::Result<Self> {
        let new = names.new_lock();
        let file = private_files::open_options()
            .write(true)
            .create_new(true)
            .open(&new)?;
        file.try_lock().map_err(io::Error::from)?;
        fs::rename(&new, names.lock())?;
        Ok(Self {
            names,
            _locked: file,
        })
    }

    /// A claim to what an owner has left, unless the owner, or another process that recovers,
    /// holds it.
    pub(super) fn abandoned(names: JournalFiles) -> io::Result<Option<Self>> {
        let file = private_files::open_options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(names.lock())?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self {
                names,
                _locked: file,
            })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    pub(super) fn names(&self) -> &JournalFiles {
        &self.names
    }

    /// Removes every segment, then the lock file, and lets go.
    pub(super) fn remove_all(self) -> io::Result<()> {
        for number in self.names.segments()? {
            remove(&self.names.segment(number))?;
        }
        remove(&self.names.lock())
    }
}

/// Removes a file; that it is gone already is fine.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a lock file whose owner died between creating and renaming it.
pub(super) fn sweep(path: &Path) -> io::Result<()> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => remove(path),
        Err(TryLockError::WouldBlock) => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
