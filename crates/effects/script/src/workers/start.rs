//! Starts a worker: it confines itself and loads the program.

use std::sync::Arc;
use std::time::Duration;

use candor_workers::{WorkerExit, deadline};
use tokio::time::timeout_at;

use super::ScriptWorker;
use crate::ProgramLoadError;
use crate::log::{CallLog, LogLine};
use crate::modules::ProgramModules;
use crate::ops::{OpPermission, RunningOps};
use crate::protocol::{FromWorker, LoadedProgram, ScriptHello, ToWorker, WorkerMode};
use crate::spec::{ScriptLimits, ScriptSpec};

/// Address space beside the objects of the program: the worker's own code, its stack, and what
/// taking away types needs.
const BESIDE: u64 = 512 * 1024 * 1024;
/// The total working time of a worker, as a multiple of the longest call.
const LONGEST_CALLS: u32 = 100;
/// Limits on the log output during loading.
const MAX_LINES: usize = 20;
const MAX_BYTES: usize = 4 * 1024;

/// The purpose of a worker.
#[derive(Clone, Debug)]
pub(crate) enum WorkerPurpose {
    /// To call tools.
    Functions,
    /// To run the tests in a module.
    Test(String),
}

/// Starts a worker and loads the program. Returns its description and its log output.
pub(crate) async fn start(
    spec: &ScriptSpec,
    modules: &Arc<ProgramModules>,
    purpose: WorkerPurpose,
) -> Result<(ScriptWorker, LoadedProgram, Vec<LogLine>), ProgramLoadError> {
    let unstartable = |cause| ProgramLoadError::Unstartable {
        program: spec.command.program.clone(),
        cause,
    };
    let limits = &spec.limits;
    let deadline = deadline(limits.start);
    let mut worker =
        ScriptWorker::spawn(&spec.command, Arc::clone(modules)).map_err(unstartable)?;
    let hello = ToWorker::Hello(hello(limits, modules, purpose));
    worker.ask(&hello).map_err(unstartable)?;
    let mut ops = RunningOps::new(OpPermission::Load);
    let mut log = CallLog::new(MAX_LINES, MAX_BYTES);
    let mut lines = Vec::new();
    loop {
        let Ok(heard) = timeout_at(deadline, worker.listen(&mut ops)).await else {
            worker.kill().await;
            return Err(ProgramLoadError::TimedOut {
                limit: limits.start,
            });
        };
        let frame = match heard {
            Ok(frame) => frame,
            Err(cause) => return Err(ended(worker.diagnose(cause).await, limits)),
        };
        match frame {
            FromWorker::Ready(ready) => return Ok((worker, ready, lines)),
            FromWorker::Say(said) => lines.extend(log.line(&said)),
            FromWorker::Unconfined { sentence } => {
                return Err(ProgramLoadError::Unconfined { sentence });
            }
            FromWorker::Failed { error } => {
                return Err(ProgramLoadError::of_script(error, limits, |name| {
                    modules.shown(name)
                }));
            }
            _ => {
                worker.kill().await;
                let detail = "it answered before it was asked".to_owned();
                return Err(ProgramLoadError::Crashed { detail });
            }
        }
    }
}

/// The working time after which the next call could exceed the worker's CPU limit.
pub(super) fn max_busy(limits: &ScriptLimits) -> Duration {
    limits.cpu.saturating_mul(LONGEST_CALLS)
}

fn hello(limits: &ScriptLimits, modules: &ProgramModules, purpose: WorkerPurpose) -> ScriptHello {
    let life = limits.cpu.saturating_mul(LONGEST_CALLS + 1);
    let life = life
        .saturating_add(limits.start)
        .saturating_add(limits.time);
    let (mode, test_entry) = match purpose {
        WorkerPurpose::Functions => (WorkerMode::Functions, None),
        WorkerPurpose::Test(name) => (WorkerMode::Test, Some(name)),
    };
    ScriptHello {
        heap_bytes: limits.heap,
        address_space_bytes: limits.heap.saturating_mul(2).saturating_add(BESIDE),
        // Rounded up.
        cpu_seconds: life.as_secs().saturating_add(1),
        load_cpu_ms: milliseconds(limits.start),
        entry: modules.entry().to_owned(),
        mode,
        test_entry,
    }
}

/// The end of a worker, as a program sees it that was being loaded.
fn ended(end: WorkerExit, limits: &ScriptLimits) -> ProgramLoadError {
    match end {
        WorkerExit::Memory => ProgramLoadError::Memory { limit: limits.heap },
        WorkerExit::Processor => ProgramLoadError::Processor {
            limit: limits.start,
        },
        other => ProgramLoadError::Crashed {
            detail: other.to_string(),
        },
    }
}

/// Whole milliseconds, as many as there can be.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
