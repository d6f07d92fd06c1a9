//! Confines and observes third-party programs.
//!
//! A program is started through the product's own binary as a *launcher*: a new process that
//! receives its orders through a socket, gives up everything that the program is not allowed to do,
//! and then executes the program. This is irreversible and inherited by child processes. See
//! [`spawn`] and [`run_launcher`].
//!
//! Four mechanisms complement each other:
//!
//! - *Landlock*: files to read, write and run; signals and abstract sockets of others.
//! - A *filter on system calls*: other processes, namespaces, mounts, kinds of sockets, `io_uring`.
//! - The *supervisor*, a thread of the parent that the kernel asks before it makes certain calls. It
//!   connects sockets and changes metadata on behalf of the program, after it has looked at where to,
//!   so that nothing can be swapped between check and use. Of all else it only takes note.
//! - Resource limits and capabilities.

mod caches;
mod child;
mod connect;
mod error;
mod level;
#[cfg(target_os = "linux")]
mod linux;
mod observation;
mod permissions;
#[cfg(target_os = "linux")]
mod plan;
#[cfg(target_os = "linux")]
mod protected;
mod suggest;
mod support;

pub use child::{ConfinedChild, ConfinedCommand, ConfinementGuard};
pub use connect::{ConnectTarget, HostPattern, InvalidTarget};
pub use error::ConfineError;
pub use level::{ConfineLevel, UnknownLevel};
pub use observation::{Observation, Observations, ObservedAction, ObservedTarget};
pub use permissions::{ChildLimits, ChildPermissions, ConnectRule, ObservedCalls, RunRule};
pub use suggest::{SuggestedTable, SuggestionContext, suggest_table};
pub use support::{KernelSupport, kernel_support};

#[cfg(target_os = "linux")]
pub use linux::{run_launcher, spawn};

/// Starts nothing, and says why: only Linux can hold a program.
#[cfg(not(target_os = "linux"))]
pub fn spawn(command: &ConfinedCommand) -> Result<ConfinedChild, ConfineError> {
    let level = command.permissions.level;
    let missing = format!("`{}` has none of what it takes", std::env::consts::OS);
    Err(ConfineError::Unsupported { level, missing })
}
