//! Programs that run in a confinement.

use std::path::PathBuf;

use tokio::process::Child;

use crate::{ChildPermissions, Observations};

/// A program to be started in its confinement.
#[derive(Clone, Debug)]
pub struct ConfinedCommand {
    /// How to start the launcher: the program and the arguments with which it calls
    /// [`run_launcher`](crate::run_launcher) before anything else.
    pub launcher: (PathBuf, Vec<String>),
    /// The program, as a path or a name to be looked for in the `PATH` that it gets.
    pub program: String,
    /// The arguments that it is started with.
    pub args: Vec<String>,
    /// Its whole environment; the temporary folder is added.
    pub environment: Vec<(String, String)>,
    /// The working directory; ours, if unset.
    pub folder: Option<PathBuf>,
    /// What the program may do.
    pub permissions: ChildPermissions,
}

/// A program in its confinement.
///
/// It heads a process group of its own and is killed when this is dropped. Its standard streams are
/// pipes.
#[derive(Debug)]
pub struct ConfinedChild {
    /// The process, with its three pipes.
    pub child: Child,
    /// What was observed while it runs.
    pub observations: Observations,
    /// What cannot be enforced on this system, as sentences to report at startup. Empty if
    /// everything can.
    pub gaps: Vec<String>,
    /// Ends what is left of it when it is dropped.
    pub guard: ConfinementGuard,
}

/// Owns a confined program's resources. Dropping it ends every remaining process of the program and
/// removes its temporary folder.
#[derive(Debug)]
pub struct ConfinementGuard {
    #[cfg(target_os = "linux")]
    pub(crate) _inner: crate::linux::GuardInner,
}
