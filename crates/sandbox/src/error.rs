//! Why a process could not be confined.

use std::io;

/// Why a process could not be confined.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The system offers nothing to do it with.
    #[error("processes cannot be confined on `{system}`, only on Linux")]
    Unsupported {
        /// Its name.
        system: &'static str,
    },
    /// What the process has reserved already would stay usable, whatever the limit says.
    #[error(
        "the process already holds {held} bytes of address space, and the limit is to be \
         `{limit}`; confine it earlier, or give it more"
    )]
    TooLate {
        /// Bytes it holds.
        held: u64,
        /// Bytes it was to be limited to.
        limit: u64,
    },
    /// How much the process holds could not be found out.
    #[error("cannot read `{file}` to see what the process holds already")]
    Unmeasured {
        /// Where the system says it.
        file: &'static str,
        /// Why not.
        #[source]
        cause: io::Error,
    },
    /// The system refused a limit.
    #[error("cannot limit `{resource}` to {limit}")]
    Refused {
        /// What was to be limited.
        resource: &'static str,
        /// To how much.
        limit: u64,
        /// Why not.
        #[source]
        cause: io::Error,
    },
}
