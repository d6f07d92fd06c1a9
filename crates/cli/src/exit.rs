//! The registry of exit codes. Usage errors that clap finds exit with 2, too.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: all is well.
    Fine,
    /// 1: the command did its work and found something: a source that fails, a tool left out, a
    /// result that says it is an error.
    Findings,
    /// 2: the command could not do its work: wrong usage, or a failure.
    Failure,
    /// 130: ended by Ctrl-C before the work was done.
    Interrupted,
    /// 143: ended by SIGTERM before the work was done.
    Terminated,
}

// === impl Exit ===

impl Exit {
    /// [`Exit::Findings`] where there are any.
    pub(crate) fn with_findings(any: bool) -> Self {
        if any { Self::Findings } else { Self::Fine }
    }

    /// The number.
    const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Findings => 1,
            Self::Failure => 2,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}
