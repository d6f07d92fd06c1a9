//! The worker's side: a process that confines itself and then answers jobs.

use std::io::{self, Read, Write};
use std::thread;

use candor_sandbox::{Limits, SandboxError, confine_self};

use crate::evaluate::{EvaluateError, evaluate};
use crate::filter::{STACK, compile};
use crate::frame::{Greeting, JobHead, Reply, Task, invalid};
use crate::library;

/// Why a worker ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The process could not be confined, so it does nothing.
    #[error("the jq worker could not confine itself")]
    Unconfined(#[source] SandboxError),
    /// The pool sent nonsense, or is gone.
    #[error("the jq worker lost its pool")]
    Lost(#[source] io::Error),
    /// The thread for the jobs could not be started.
    #[error("the jq worker could not start its thread")]
    NoThread(#[source] io::Error),
    /// The jq library failed on a job. What it said is on standard error.
    #[error("the jq worker failed on a filter")]
    Panicked,
}

/// Answers jobs until the input ends. For the main function of a worker, with its standard input
/// and output.
///
/// The process is confined for good by this, and a job may end it.
pub fn serve(input: impl Read + Send, output: impl Write + Send) -> Result<(), ServeError> {
    thread::scope(|scope| {
        thread::Builder::new()
            .name("jq".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || answer_all(input, output))
            .map_err(ServeError::NoThread)?
            .join()
            .unwrap_or(Err(ServeError::Panicked))
    })
}

fn answer_all(mut input: impl Read, mut output: impl Write) -> Result<(), ServeError> {
    let Some(greeting) = read_or_end(&mut input).map_err(ServeError::Lost)? else {
        return Ok(());
    };
    if let Err(error) = confine_self(&limits(Greeting::from_bytes(&greeting))) {
        let reply = Reply::Unconfined(sentence(&error));
        write(&mut output, reply).map_err(ServeError::Lost)?;
        return Err(ServeError::Unconfined(error));
    }
    library::warm_up();
    while answer_one(&mut input, &mut output).map_err(ServeError::Lost)? {}
    Ok(())
}

/// What a worker needs, and no more: it opens, writes and starts nothing.
fn limits(greeting: Greeting) -> Limits {
    Limits {
        memory: greeting.memory.saturating_add(STACK as u64),
        cpu_seconds: greeting.cpu_seconds,
        open_files: 3,
        file_size: 0,
        processes: 0,
    }
}

/// Does one job; false if there is none.
fn answer_one(input: &mut impl Read, output: &mut impl Write) -> io::Result<bool> {
    let Some(head) = read_or_end(input)? else {
        return Ok(false);
    };
    let head = JobHead::from_bytes(&head)?;
    let filter = read_exactly(input, head.filter)?;
    let json = read_exactly(input, head.json)?;
    let filter = String::from_utf8(filter).map_err(|error| invalid(error.to_string()))?;
    let reply = match head.task {
        Task::Check => compile(&filter)
            .map(|_| Vec::new())
            .map_err(EvaluateError::from)
            .into(),
        Task::Select => {
            let max_output = usize::try_from(head.max_output).unwrap_or(usize::MAX);
            evaluate(&filter, &json, max_output).into()
        }
    };
    write(output, reply)?;
    Ok(true)
}

fn write(output: &mut impl Write, reply: Reply) -> io::Result<()> {
    let (head, text) = reply.into_parts();
    output.write_all(&head)?;
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// The next so many bytes; nothing if the input ended before the first.
fn read_or_end<const SIZE: usize>(input: &mut impl Read) -> io::Result<Option<[u8; SIZE]>> {
    let mut bytes = [0; SIZE];
    let mut filled = 0;
    while filled < SIZE {
        match input.read(&mut bytes[filled..]) {
            Ok(0) if filled == 0 => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(bytes))
}

fn read_exactly(input: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

/// An error and its cause in one line.
fn sentence(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_job_is_no_error() {
        let mut said = Vec::new();
        serve(io::empty(), &mut said).unwrap();
        assert!(said.is_empty());
    }

    #[test]
    fn half_a_greeting_is_an_error() {
        let error = serve(&b"half"[..], io::sink()).unwrap_err();
        assert!(matches!(error, ServeError::Lost(_)), "{error:?}");
    }

    #[test]
    fn a_worker_without_bounds_does_nothing() {
        let greeting = Greeting {
            memory: 0,
            cpu_seconds: 1,
        };
        let mut said = Vec::new();
        let error = serve(&greeting.to_bytes()[..], &mut said).unwrap_err();
        assert!(matches!(error, ServeError::Unconfined(_)), "{error:?}");
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains("the limit is to be `134217728`"), "{said}");
    }
}
