//! Why a worker ended during a job.

use std::io;
use std::process::ExitStatus;

use candor_sandbox::{TerminationCause, termination_cause};

/// The maximum length of quoted error output.
const LONGEST_QUOTE: usize = 200;

/// How a worker ended.
#[derive(Debug, thiserror::Error)]
pub enum WorkerExit {
    /// It needed too much memory.
    #[error("it needed too much memory")]
    Memory,
    /// It recursed too deeply; with the exit status and its last output.
    #[error("{0}")]
    Stack(String),
    /// It used up its processor time.
    #[error("it used up its processor time")]
    Processor,
    /// It sent what cannot be read, and was killed.
    #[error("it said what cannot be understood")]
    Garbled(#[source] io::Error),
    /// Anything else: the exit status and its last output.
    #[error("{0}")]
    Other(String),
}

// === impl WorkerExit ===

impl WorkerExit {
    /// Interprets exit status and error output; no status if it is still running.
    pub(crate) fn of(status: Option<ExitStatus>, output: &str) -> Self {
        let mentions = |sign: &str| output.contains(sign);
        if mentions("memory allocation of") || mentions("capacity overflow") {
            return Self::Memory;
        }
        let Some(status) = status else {
            return Self::Other("it closed its output and lives on".to_owned());
        };
        let cause = match termination_cause(status) {
            Some(TerminationCause::Processor) => return Self::Processor,
            Some(cause) => cause.to_string(),
            None => status.to_string(),
        };
        let quote = output.split_whitespace().collect::<Vec<_>>().join(" ");
        let quote: String = quote.chars().take(LONGEST_QUOTE).collect();
        let detail = if quote.is_empty() {
            cause
        } else {
            format!("{cause}: {quote}")
        };
        if mentions("overflowed its stack") {
            Self::Stack(detail)
        } else {
            Self::Other(detail)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;

    use super::*;

    #[test]
    fn the_end_of_a_worker_tells_why() {
        let status = |raw| Some(ExitStatus::from_raw(raw));
        let aborted = status(6);
        for (status, output, expect) in [
            (aborted, "memory allocation of 3 bytes failed", "Memory"),
            (aborted, "panicked at x:1:2:\ncapacity overflow", "Memory"),
            (
                aborted,
                "thread 'jq' has overflowed its stack",
                "Stack(\"it gave up, as programs do when there is no memory left for them: thread \
                 'jq' has overflowed its stack\")",
            ),
            // SIGXCPU.
            (status(24), "", "Processor"),
            (
                status(9),
                "",
                "Other(\"it was killed: by its parent, by a system short of memory, or because \
                 it did not end when its processor time was over\")",
            ),
            (status(256), "a\n b", "Other(\"exit status: 1: a b\")"),
            (None, "", "Other(\"it closed its output and lives on\")"),
        ] {
            let exit = WorkerExit::of(status, output);
            assert_eq!(format!("{exit:?}"), expect, "{output}");
        }
    }
}
