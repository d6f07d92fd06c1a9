//! Pools over the worker binary, and a look at processes.

use std::fs;
use std::time::Duration;

use bytes::Bytes;
use candor_jq::{FilterLimits, FilterWorkers, SelectError, WorkerCommand};
use tokio::time::sleep;

pub(crate) const MIB: u64 = 1024 * 1024;

/// So generous that only a fault meets a limit.
pub(crate) const WIDE: FilterLimits = FilterLimits {
    time: Duration::from_mins(1),
    memory: 512 * MIB,
    max_output: 1024 * 1024,
    max_input: 32 * 1024 * 1024,
    workers: 2,
};

pub(crate) fn pool(limits: FilterLimits) -> FilterWorkers {
    pool_of(env!("CARGO_BIN_EXE_candor-jq-worker"), &[], limits)
}

pub(crate) fn pool_of(program: &str, args: &[&str], limits: FilterLimits) -> FilterWorkers {
    let command = WorkerCommand {
        program: program.into(),
        args: args.iter().map(ToString::to_string).collect(),
    };
    FilterWorkers::new(command, limits)
}

/// The outputs of a filter as texts.
pub(crate) async fn run(
    workers: &FilterWorkers,
    filter: &str,
    json: &str,
) -> Result<Vec<String>, SelectError> {
    let json = Bytes::copy_from_slice(json.as_bytes());
    let selected = workers.run(filter, json).await?;
    Ok(selected.outputs.iter().map(ToString::to_string).collect())
}

/// Whether a process runs. One that has ended and is not buried yet does not.
pub(crate) fn lives(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, rest)| rest.chars().next());
    !matches!(state, None | Some(None | Some('Z' | 'X')))
}

/// Waits until something is so.
pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..6_000 {
        if is_so() {
            return;
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("after a minute it is still not so that {what}");
}
