//! The worker: a process that confines itself and then serves jobs.

use std::io::{self, Read, Write};

use candor_workers::framing::{encode, read, read_bytes};
use candor_workers::{ServeError, confine, serve_in_thread};

use crate::evaluate::{EvaluateError, evaluate};
use crate::filter::{STACK, compile};
use crate::library;
use crate::protocol::{FilterJob, FilterReply, FilterTask, FilterWorkerLimits};

/// Serves jobs until the input ends. For the main function of a worker, with its standard input and
/// output.
///
/// Irreversibly confines the process, and a job may end it.
pub fn serve(input: impl Read + Send, output: impl Write + Send) -> Result<(), ServeError> {
    serve_in_thread("jq", STACK, || answer_all(input, output))
}

fn answer_all(mut input: impl Read, mut output: impl Write) -> Result<(), ServeError> {
    let limits: Option<FilterWorkerLimits> = read(&mut input).map_err(ServeError::Lost)?;
    let Some(limits) = limits else {
        return Ok(());
    };
    let memory = limits.memory.saturating_add(STACK as u64);
    if let Err(error) = confine(memory, limits.cpu_seconds) {
        let reply = FilterReply::Unconfined(sentence(&error));
        write(&mut output, &reply).map_err(ServeError::Lost)?;
        return Err(ServeError::Unconfined(error));
    }
    library::warm_up();
    while answer_one(&mut input, &mut output).map_err(ServeError::Lost)? {}
    Ok(())
}

/// Does one job; false if there is none.
fn answer_one(input: &mut impl Read, output: &mut impl Write) -> io::Result<bool> {
    let Some(job) = read::<FilterJob>(input)? else {
        return Ok(false);
    };
    let json = read_bytes(input)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    let result = match job.task {
        FilterTask::Check => compile(&job.filter)
            .map(|_| Vec::new())
            .map_err(EvaluateError::from),
        FilterTask::Select => evaluate(&job.filter, &json, job.max_output),
    };
    write(output, &FilterReply::of(result)?)?;
    Ok(true)
}

fn write(output: &mut impl Write, reply: &FilterReply) -> io::Result<()> {
    output.write_all(&encode(reply)?)?;
    output.flush()
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
        let mut written = Vec::new();
        serve(io::empty(), &mut written).unwrap();
        assert!(written.is_empty());
    }

    #[test]
    fn half_a_greeting_is_an_error() {
        let error = serve(&b"half"[..], io::sink()).unwrap_err();
        assert!(matches!(error, ServeError::Lost(_)), "{error:?}");
    }

    #[test]
    fn a_worker_without_bounds_does_nothing() {
        let limits = FilterWorkerLimits {
            memory: 0,
            cpu_seconds: 1,
        };
        let mut written = Vec::new();
        let error = serve(&encode(&limits).unwrap()[..], &mut written).unwrap_err();
        assert!(matches!(error, ServeError::Unconfined(_)), "{error:?}");
        let written = String::from_utf8_lossy(&written);
        assert!(
            written.contains("the limit is to be `134217728`"),
            "{written}"
        );
    }
}
