//! Why a file could not be used.

use std::io;
use std::path::{Path, PathBuf};

use crate::CapabilityViolation;

/// Why a file could not be used. Paths are told as the handler gave them.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The tool says that it does not do this, or it lies outside its folders.
    #[error(transparent)]
    Violation(#[from] CapabilityViolation),
    /// The system says no.
    #[error("cannot {verb} `{}`", path.display())]
    Io {
        /// What was wanted.
        verb: &'static str,
        /// Of which file.
        path: PathBuf,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// It is larger than what is read.
    #[error("`{}` has more than {limit} bytes", path.display())]
    TooLarge {
        /// The path of the file.
        path: PathBuf,
        /// What would have been read.
        limit: u64,
    },
    /// There is more in it than is listed.
    #[error("`{}` has more than {limit} entries", path.display())]
    TooMany {
        /// The path of the folder.
        path: PathBuf,
        /// What would have been listed.
        limit: usize,
    },
    /// It is not text.
    #[error("`{}` is not text in UTF-8", path.display())]
    NotText {
        /// The path of the file.
        path: PathBuf,
    },
}

// === impl FileError ===

impl FileError {
    pub(super) fn io(verb: &'static str, path: &Path, cause: io::Error) -> Self {
        let path = path.to_owned();
        Self::Io { verb, path, cause }
    }
}
