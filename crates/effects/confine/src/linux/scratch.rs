//! The temporary folder of a program.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// How often a new name is tried if one is taken.
const ATTEMPTS: u32 = 1000;

/// Distinguishes folders of one process.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A folder that only its user can enter. It is removed with this.
#[derive(Debug)]
pub(super) struct ScratchFolder(PathBuf);

// === impl ScratchFolder ===

impl ScratchFolder {
    /// Creates one in the directory for temporary files.
    pub(super) fn create() -> io::Result<Self> {
        let place = std::env::temp_dir().canonicalize()?;
        for _ in 0..ATTEMPTS {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = place.join(format!("candor-confined-{}-{number}", std::process::id()));
            // Fails if anything has this name, including a link created by someone else.
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // A program may have locked itself out of a folder in it; then it stays.
        let _ = fs::remove_dir_all(&self.0);
    }
}
