//! Exit codes. Usage errors detected by clap also exit with 2.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandExit {
    /// 0: all is well.
    Success,
    /// 1: the command worked and found something: a failed source, a skipped tool, a result with an
    /// error.
    Findings,
    /// 2: the command could not do its work: wrong usage, or a failure.
    Failure,
    /// 130: ended by Ctrl-C before the work was done.
    Interrupted,
    /// 143: ended by SIGTERM before the work was done.
    Terminated,
}

// === impl CommandExit ===

impl CommandExit {
    /// [`CommandExit::Findings`] if there are any.
    pub(crate) fn with_findings(any: bool) -> Self {
        if any { Self::Findings } else { Self::Success }
    }
}

/// Work that returns nothing has succeeded.
impl From<()> for CommandExit {
    fn from((): ()) -> Self {
        Self::Success
    }
}

impl From<CommandExit> for ExitCode {
    fn from(exit: CommandExit) -> Self {
        Self::from(match exit {
            CommandExit::Success => 0,
            CommandExit::Findings => 1,
            CommandExit::Failure => 2,
            CommandExit::Interrupted => 130,
            CommandExit::Terminated => 143,
        })
    }
}
