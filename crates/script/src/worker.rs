//! The worker's side: a process that confines itself, loads one program and answers calls.
//!
//! It opens nothing: the texts of modules come from the host, and whatever waits is done by the
//! host. So nothing is left for it to do but to compute, and what a program does wrong ends at
//! most its own worker.

mod budget;
mod builtins;
mod columns;
mod driver;
mod engine;
mod fault;
mod imports;
mod intrinsics;
mod loader;
mod modules;
mod natives;
mod ops;
mod port;
mod rejections;
#[cfg(test)]
pub(crate) mod rig;
mod session;
mod stack;

use std::io::{self, Read, Write};
use std::thread;

use candor_sandbox::{Limits, SandboxError, confine_self};

use crate::frame::Hello;

use self::builtins::BUILTINS;
use self::session::Session;

/// Bytes of stack for the one thread. Code of a program gets a part of it ([`engine::JS_STACK`]);
/// the rest is for the parser of TypeScript, which recurses as deep as a text is nested.
const STACK: usize = 64 * 1024 * 1024;

/// Why a worker ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The process could not be confined, so it does nothing.
    #[error("the script worker could not confine itself")]
    Unconfined(#[source] SandboxError),
    /// The host sent nonsense, or is gone.
    #[error("the script worker lost its host")]
    Lost(#[source] io::Error),
    /// The thread for the program could not be started.
    #[error("the script worker could not start its thread")]
    NoThread(#[source] io::Error),
    /// The engine did not start, or failed beside the program.
    #[error("the script worker's engine failed: {detail}")]
    Engine {
        /// How.
        detail: String,
    },
    /// The worker itself failed. What it said is on standard error.
    #[error("the script worker failed")]
    Panicked,
}

/// Loads the program that the host names and answers calls until the input ends. For the main
/// function of a worker, with its standard input and output.
///
/// The process is confined for good by this, and a call may end it.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    thread::Builder::new()
        .name("script".to_owned())
        .stack_size(STACK)
        .spawn(move || Session::run(input, output, BUILTINS, confine))
        .map_err(ServeError::NoThread)?
        .join()
        .unwrap_or(Err(ServeError::Panicked))
}

/// Gives up what a worker does not need: it opens, writes and starts nothing.
fn confine(hello: &Hello) -> Result<(), SandboxError> {
    let limits = Limits {
        memory: hello.address_space_bytes.saturating_add(STACK as u64),
        cpu_seconds: hello.cpu_seconds,
        open_files: 3,
        file_size: 0,
        processes: 0,
    };
    confine_self(&limits).map(drop)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn no_host_is_no_error() {
        serve(io::empty(), io::sink()).unwrap();
    }

    #[test]
    fn half_a_greeting_is_an_error() {
        let error = serve(&b"half"[..], io::sink()).unwrap_err();
        assert!(matches!(error, ServeError::Lost(_)), "{error:?}");
    }

    #[test]
    fn something_else_than_a_greeting_is_an_error() {
        let frame = crate::frame::to_bytes(&crate::frame::ToWorker::Cancel {}).unwrap();
        let error = serve(Cursor::new(frame), io::sink()).unwrap_err();
        assert!(matches!(error, ServeError::Lost(_)), "{error:?}");
    }
}
