//! Errors of loading a program, worded for its author.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use candor_model::{Diagnostic, FilePosition};

use crate::protocol::{ThrownError, ThrownKind, WorkerLimit};
use crate::spec::ScriptLimits;

/// Why a program could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum ProgramLoadError {
    /// There is nothing at its path.
    #[error("cannot read `{path}`")]
    Missing {
        /// The path that was given.
        path: PathBuf,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
    /// The folder has no entry point.
    #[error("the folder `{path}` has no entry: neither {tried}")]
    NoEntry {
        /// The path of the folder.
        path: PathBuf,
        /// The files that were tried.
        tried: String,
    },
    /// A file of the program cannot be used.
    #[error("{sentence}")]
    File {
        /// The problem, as a sentence.
        sentence: String,
        /// The file that it is about.
        place: FilePosition,
    },
    /// TypeScript whose types cannot be taken away.
    #[error("{message}")]
    Types {
        /// The message of the error.
        message: String,
        /// The place in the source, if known.
        place: Option<FilePosition>,
        /// A hint on how to fix it.
        hint: Option<String>,
    },
    /// Text that is no program.
    #[error("{message}")]
    Syntax {
        /// What is wrong with it.
        message: String,
        /// The place in the source, if known.
        place: Option<FilePosition>,
        /// A hint on how to fix it.
        hint: Option<String>,
    },
    /// A module that cannot be had, or that lacks what is imported from it.
    #[error("{message}")]
    Import {
        /// The module, and what to do.
        message: String,
        /// The place of the import.
        place: Option<FilePosition>,
        /// A hint on how to fix it.
        hint: Option<String>,
    },
    /// The entry exports no tools.
    #[error("{message}")]
    NoTools {
        /// What it exports instead.
        message: String,
        /// The place in the source, if known.
        place: Option<FilePosition>,
        /// A hint on how to fix it.
        hint: Option<String>,
    },
    /// The code of the program threw while it was loaded.
    #[error("the program failed while it was loaded: {message}")]
    Threw {
        /// What went wrong.
        message: String,
        /// The place in the source, if known.
        place: Option<FilePosition>,
        /// The calls that led there, the innermost first.
        stack: Vec<String>,
        /// A hint on how to fix it.
        hint: Option<String>,
    },
    /// Loading it took too much processor time.
    #[error("the program used more than {limit:?} of processor time while it was loaded")]
    Processor {
        /// The time limit.
        limit: Duration,
    },
    /// Loading it took too much memory.
    #[error(
        "the program needed more than {} MiB of memory while it was loaded",
        limit / (1024 * 1024)
    )]
    Memory {
        /// Bytes it may use.
        limit: u64,
    },
    /// It was not loaded in time.
    #[error("the program was not loaded within {limit:?}")]
    TimedOut {
        /// The timeout that was exceeded.
        limit: Duration,
    },
    /// Its process ended.
    #[error("the process that loaded the program ended unexpectedly: {detail}")]
    Crashed {
        /// How the process ended, as a sentence.
        detail: String,
    },
    /// Its process could not be started.
    #[error("the worker `{program}` cannot be started")]
    Unstartable {
        /// The path of the program.
        program: PathBuf,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
    /// Its process could not be confined, so it did nothing.
    #[error("the worker could not confine itself: {sentence}")]
    Unconfined {
        /// The reason, as a sentence.
        sentence: String,
    },
}

// === impl ProgramLoadError ===

impl ProgramLoadError {
    /// A stable code, such as `functions::syntax`.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "functions::missing",
            Self::NoEntry { .. } => "functions::no-entry",
            Self::File { .. } => "functions::file",
            Self::Types { .. } => "functions::types",
            Self::Syntax { .. } => "functions::syntax",
            Self::Import { .. } => "functions::import",
            Self::NoTools { .. } => "functions::no-tools",
            Self::Threw { .. } => "functions::threw",
            Self::Processor { .. } => "functions::processor",
            Self::Memory { .. } => "functions::memory",
            Self::TimedOut { .. } => "functions::timed-out",
            Self::Crashed { .. } => "functions::crashed",
            Self::Unstartable { .. } => "functions::unstartable",
            Self::Unconfined { .. } => "functions::unconfined",
        }
    }

    /// The place in the program.
    pub fn place(&self) -> Option<&FilePosition> {
        match self {
            Self::File { place, .. } => Some(place),
            Self::Types { place, .. }
            | Self::Syntax { place, .. }
            | Self::Import { place, .. }
            | Self::NoTools { place, .. }
            | Self::Threw { place, .. } => place.as_ref(),
            _ => None,
        }
    }

    /// The hint, if there is one.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::Missing { .. } => Some("name a `.ts` or `.js` file, or the folder of a program"),
            Self::NoEntry { .. } => {
                Some("name the file itself, or say `main` in the folder's `package.json`")
            }
            Self::Types { hint, .. }
            | Self::Syntax { hint, .. }
            | Self::Import { hint, .. }
            | Self::NoTools { hint, .. }
            | Self::Threw { hint, .. } => hint.as_deref(),
            Self::TimedOut { .. } | Self::Processor { .. } => {
                Some("do the work when a tool is called rather than while the module is loaded")
            }
            _ => None,
        }
    }

    /// The error as a diagnostic, including its causes.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code(), self.sentence());
        diagnostic.hint = self.hint().map(str::to_owned);
        diagnostic.place = self.place().cloned();
        diagnostic
    }

    /// The error and its cause in one line.
    fn sentence(&self) -> String {
        match std::error::Error::source(self) {
            Some(cause) => format!("{self}: {cause}"),
            None => self.to_string(),
        }
    }

    /// Converts a worker's error. `shown` maps a module name to the file name that the user knows.
    pub(crate) fn of_script(
        error: ThrownError,
        limits: &ScriptLimits,
        shown: impl Fn(&str) -> String,
    ) -> Self {
        let ThrownError {
            kind,
            name,
            message,
            place,
            stack,
            hint,
            limit,
        } = error;
        let place = place.map(|place| FilePosition {
            file: shown(&place.file),
            position: Some((place.line as usize, place.column as usize)),
        });
        match (kind, limit) {
            (_, Some(WorkerLimit::Memory)) => Self::Memory { limit: limits.heap },
            (_, Some(WorkerLimit::Processor)) => Self::Processor {
                limit: limits.start,
            },
            (ThrownKind::Types, _) => Self::Types {
                message,
                place,
                hint,
            },
            (ThrownKind::Syntax, _) => Self::Syntax {
                message,
                place,
                hint,
            },
            (ThrownKind::Import, _) => Self::Import {
                message,
                place,
                hint,
            },
            (ThrownKind::Export, _) => Self::NoTools {
                message,
                place,
                hint,
            },
            (ThrownKind::Threw | ThrownKind::Stuck | ThrownKind::Limit, _) => Self::Threw {
                message: titled(&name, &message),
                place,
                stack,
                hint,
            },
        }
    }
}

/// `TypeError: x is not a function`. That something is an error needs no saying.
pub(crate) fn titled(name: &str, message: &str) -> String {
    match name {
        "" | "Error" => message.to_owned(),
        _ if message.is_empty() => name.to_owned(),
        _ => format!("{name}: {message}"),
    }
}
