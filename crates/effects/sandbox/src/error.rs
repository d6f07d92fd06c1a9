//! Why a process could not be confined.

use std::io;

/// Why a process could not be confined.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The system offers nothing to do it with, or its calls are not known.
    #[error(
        "processes cannot be confined on `{system}` with `{machine}`, only on Linux with \
         `x86_64` or `aarch64`"
    )]
    Unsupported {
        /// The name of the operating system.
        system: &'static str,
        /// Its kind of processor.
        machine: &'static str,
    },
    /// The process has already reserved more than the limit, which would stay usable.
    #[error(
        "the process already holds {held} bytes of address space, and the limit is to be \
         `{limit}`; confine it earlier, or give it more"
    )]
    TooLate {
        /// The number of reserved bytes.
        held: u64,
        /// Bytes it was to be limited to.
        limit: u64,
    },
    /// The memory use of the process is unknown.
    #[error("cannot read `{file}` to see what the process holds already")]
    Unmeasured {
        /// The file that would contain it.
        file: &'static str,
        /// The error that prevented it.
        #[source]
        cause: io::Error,
    },
    /// The system refused a limit.
    #[error("cannot limit `{resource}` to {limit}")]
    Refused {
        /// The name of the resource.
        resource: &'static str,
        /// To how much.
        limit: u64,
        /// The error that prevented it.
        #[source]
        cause: io::Error,
    },
    /// The rules about files and network are not in force, though the kernel knows of them.
    #[error("cannot give up files and network through Landlock")]
    Landlock(#[source] io::Error),
    /// The filter on system calls is not in force.
    #[error("cannot give up system calls through seccomp")]
    Seccomp(#[source] io::Error),
}

// === impl SandboxError ===

impl SandboxError {
    /// The error for this machine, if it cannot confine anything.
    pub(crate) fn here() -> Self {
        Self::Unsupported {
            system: std::env::consts::OS,
            machine: std::env::consts::ARCH,
        }
    }
}
