//! A program to be confined, and one that is.

use std::path::PathBuf;

use tokio::process::Child;

use crate::{ChildPermissions, Observations};

/// A program to be started in its confinement.
#[derive(Clone, Debug)]
pub struct ConfinedCommand {
    /// How the launcher is started: the program and the arguments by which it comes to
    /// [`run_launcher`](crate::run_launcher) before it does anything else.
    pub launcher: (PathBuf, Vec<String>),
    /// The program, as a path or a name to be looked for in the `PATH` that it gets.
    pub program: String,
    /// The arguments that it is started with.
    pub args: Vec<String>,
    /// Its whole environment; the temporary folder is added.
    pub environment: Vec<(String, String)>,
    /// The folder it starts in; ours, if none is said.
    pub folder: Option<PathBuf>,
    /// What it may do.
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
    /// What it is seen to do.
    pub observations: Observations,
    /// What cannot be held on this system, as sentences to be told at the start. Empty where all
    /// is.
    pub gaps: Vec<String>,
    /// Ends what is left of it when it is dropped.
    pub guard: ConfinementGuard,
}

/// Keeps what belongs to a confined program. Dropping it ends every process that the program has
/// left behind, and removes its temporary folder.
#[derive(Debug)]
pub struct ConfinementGuard {
    #[cfg(target_os = "linux")]
    pub(crate) _inner: crate::linux::GuardInner,
}
