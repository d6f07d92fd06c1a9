//! Locks that mark the owner of segments and whether it is alive.
//!
//! The operating system releases the lock when its holder dies for any reason. A lock file is
//! created under a temporary name, locked, and only then renamed, so that no other process ever
//! sees a running process's file unlocked.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use super::files::JournalFiles;
use crate::private_files;

/// The right to an owner's segments, held until dropped.
#[derive(Debug)]
pub(super) struct SegmentLock {
    names: JournalFiles,
    /// Keeps the file locked.
    _locked: File,
}

/// How often creation is tried. A second attempt is needed only if another process sweeps the
/// directory between creation and locking.
const ATTEMPTS: u32 = 8;

impl SegmentLock {
    /// Creates a lock for new segments of this process.
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

    /// Locks abandoned segments, unless their owner or another recovering process holds the lock.
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

    /// Removes every segment and the lock file, and releases the lock.
    pub(super) fn remove_all(self) -> io::Result<()> {
        for number in self.names.segments()? {
            remove(&self.names.segment(number))?;
        }
        remove(&self.names.lock())
    }
}

/// Removes a file; it is fine if it does not exist.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a lock file whose owner died before renaming it.
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
