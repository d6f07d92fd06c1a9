//! The worker: a process that confines itself, loads one program and serves calls.
//!
//! It opens nothing: module texts come from the host, which also performs everything asynchronous.
//! A worker only computes, and a failing program can at most end its own worker.

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
mod session;
mod stack;
#[cfg(test)]
pub(crate) mod worker_thread;

use std::io::{Read, Write};

use candor_sandbox::SandboxError;
use candor_workers::{ServeError, confine, serve_in_thread};

use crate::protocol::ScriptHello;

use self::builtins::BUILTINS;
use self::session::ProgramSession;

/// Bytes of stack for the one thread. Code of a program gets a part of it ([`engine::JS_STACK`]);
/// the rest is for the parser of TypeScript, which recurses as deep as a text is nested.
const STACK: usize = 64 * 1024 * 1024;

/// Loads the program named by the host and serves calls until the input ends. For the main function
/// of a worker, with its standard input and output.
///
/// Irreversibly confines the process, and a call may end it.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    serve_in_thread("script", STACK, move || {
        ProgramSession::run(input, output, BUILTINS, confine_for)
    })
}

fn confine_for(hello: &ScriptHello) -> Result<(), SandboxError> {
    let memory = hello.address_space_bytes.saturating_add(STACK as u64);
    confine(memory, hello.cpu_seconds)
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor};

    use candor_workers::framing::encode;

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
        let frame = encode(&crate::protocol::ToWorker::Cancel {}).unwrap();
        let error = serve(Cursor::new(frame), io::sink()).unwrap_err();
        assert!(matches!(error, ServeError::Lost(_)), "{error:?}");
    }
}
