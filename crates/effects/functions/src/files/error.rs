//! Errors of file access.

use std::io;
use std::path::{Path, PathBuf};

use crate::CapabilityViolation;

/// Why file access failed. Paths are as the handler gave them.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The tool's definition does not allow it, or the path is outside its folders.
    #[error(transparent)]
    Violation(#[from] CapabilityViolation),
    /// The operating system returned an error.
    #[error("cannot {verb} `{}`", path.display())]
    Io {
        /// The operation, as a verb.
        verb: &'static str,
        /// The path of the file.
        path: PathBuf,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
    /// The file exceeds the size limit.
    #[error("`{}` has more than {limit} bytes", path.display())]
    TooLarge {
        /// The path of the file.
        path: PathBuf,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The folder has too many entries.
    #[error("`{}` has more than {limit} entries", path.display())]
    TooMany {
        /// The path of the folder.
        path: PathBuf,
        /// The limit that was exceeded.
        limit: usize,
    },
    /// The file is not UTF-8 text.
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
