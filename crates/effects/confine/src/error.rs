//! Why a confined program could not be started.

use std::io;
use std::path::PathBuf;

use crate::ConfineLevel;

/// Why a program could not be started in its confinement.
#[derive(Debug, thiserror::Error)]
pub enum ConfineError {
    /// The kernel cannot hold what the level promises.
    #[error(
        "this system cannot hold a program at the level `{level}`: {missing}; use a lower level, \
         or `off`"
    )]
    Unsupported {
        /// The requested level.
        level: ConfineLevel,
        /// What is missing.
        missing: String,
    },
    /// The kernel cannot hold a read-only instance.
    #[error("this system cannot hold a read-only instance: {missing}")]
    NoReadOnlyInstance {
        /// What is missing.
        missing: String,
    },
    /// A folder that may be changed would open what is protected.
    #[error(
        "`{}` cannot be made writable as a whole, because `{}` in it is protected; name the \
         folders in it that the program needs", folder.display(), protected.display()
    )]
    HoldsProtected {
        /// The folder that should become writable.
        folder: PathBuf,
        /// The protected contents.
        protected: PathBuf,
    },
    /// A folder that is named is not there.
    #[error("`{}` cannot be opened for the program: {cause}", path.display())]
    Path {
        /// The path that was named.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// A folder on the way to something protected has too much in it to be allowed one by one.
    #[error(
        "`{}` has more than {limit} entries, too many to allow all but the protected ones; use \
         `strict` and name what the program reads", folder.display()
    )]
    TooMany {
        /// The folder with the entries.
        folder: PathBuf,
        /// The maximum number of entries.
        limit: usize,
    },
    /// The program could not be found or started.
    #[error("cannot start `{program}`: {cause}")]
    Start {
        /// The path or name of the program.
        program: String,
        /// The error of the system.
        #[source]
        cause: io::Error,
    },
    /// An operation failed.
    #[error("cannot {action}: {cause}")]
    System {
        /// The operation, as a verb phrase.
        action: &'static str,
        /// The error of the system.
        #[source]
        cause: io::Error,
    },
    /// The confining process reported why it failed.
    #[error("the program could not be confined: {0}")]
    Launcher(String),
}

// === impl ConfineError ===

impl ConfineError {
    /// Converts an operating system error, with the failed operation.
    pub(crate) fn system<E: Into<io::Error>>(action: &'static str) -> impl FnOnce(E) -> Self {
        move |cause| Self::System {
            action,
            cause: cause.into(),
        }
    }
}
