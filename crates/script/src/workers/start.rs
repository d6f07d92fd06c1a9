//! A process becomes a worker: it confines itself and loads the program.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::{End, Worker};
use crate::LoadError;
use crate::frame::{FromWorker, Hello, Mode, Ready, ToWorker};
use crate::modules::Modules;
use crate::ops::{Leave, Ops};
use crate::spec::{ScriptLimits, ScriptSpec};
use crate::talk::{Log, LogLine};

/// Address space beside the objects of the program: the worker's own code, its stack, and what
/// taking away types needs.
const BESIDE: u64 = 512 * 1024 * 1024;
/// How many times the longest call a worker may work in all. Its processor time is limited for
/// its whole life, and no call may be the one that happens to meet that limit.
const LONGEST_CALLS: u32 = 100;
/// What a program may write to the log while it is loaded.
const MAX_LINES: usize = 20;
const MAX_BYTES: usize = 4 * 1024;

/// As good as never, for limits that no clock can count to.
const FAR: Duration = Duration::from_hours(24 * 365);

/// What a worker is for.
#[derive(Clone, Debug)]
pub(crate) enum Purpose {
    /// To call tools.
    Functions,
    /// To run the tests in a module.
    Test(String),
}

/// Starts a worker and loads the program. Gives what it said of itself, and what it wrote to the
/// log meanwhile.
pub(crate) async fn start(
    spec: &ScriptSpec,
    modules: &Arc<Modules>,
    purpose: Purpose,
) -> Result<(Worker, Ready, Vec<LogLine>), LoadError> {
    let unstartable = |cause| LoadError::Unstartable {
        program: spec.command.program.clone(),
        cause,
    };
    let limits = &spec.limits;
    let deadline = deadline(limits.start);
    let mut worker = Worker::spawn(&spec.command, Arc::clone(modules)).map_err(unstartable)?;
    let hello = ToWorker::Hello(hello(limits, modules, purpose));
    worker.ask(&hello).map_err(unstartable)?;
    let mut ops = Ops::new(Leave::Load);
    let mut log = Log::new(MAX_LINES, MAX_BYTES);
    let mut lines = Vec::new();
    loop {
        let Ok(heard) = timeout_at(deadline, worker.listen(&mut ops)).await else {
            worker.kill().await;
            return Err(LoadError::TimedOut {
                limit: limits.start,
            });
        };
        let frame = match heard {
            Ok(frame) => frame,
            Err(cause) => return Err(ended(worker.autopsy(cause).await, limits)),
        };
        match frame {
            FromWorker::Ready(ready) => return Ok((worker, ready, lines)),
            FromWorker::Say(said) => lines.extend(log.line(&said)),
            FromWorker::Unconfined { sentence } => return Err(LoadError::Unconfined { sentence }),
            FromWorker::Failed { error } => {
                return Err(LoadError::of_script(error, limits, |name| {
                    modules.shown(name)
                }));
            }
            _ => {
                worker.kill().await;
                let verdict = "it answered before it was asked".to_owned();
                return Err(LoadError::Crashed { verdict });
            }
        }
    }
}

/// Whether a worker has worked so long that the next call could meet its limit.
pub(super) fn is_worn(busy: Duration, limits: &ScriptLimits) -> bool {
    busy >= limits.cpu.saturating_mul(LONGEST_CALLS)
}

fn hello(limits: &ScriptLimits, modules: &Modules, purpose: Purpose) -> Hello {
    let life = limits.cpu.saturating_mul(LONGEST_CALLS + 1);
    let life = life
        .saturating_add(limits.start)
        .saturating_add(limits.time);
    let (mode, test_entry) = match purpose {
        Purpose::Functions => (Mode::Functions, None),
        Purpose::Test(name) => (Mode::Test, Some(name)),
    };
    Hello {
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
fn ended(end: End, limits: &ScriptLimits) -> LoadError {
    match end {
        End::Memory => LoadError::Memory { limit: limits.heap },
        End::Processor => LoadError::Processor {
            limit: limits.start,
        },
        End::Otherwise(verdict) => LoadError::Crashed { verdict },
    }
}

/// When so much time will have passed.
pub(crate) fn deadline(limit: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(limit).unwrap_or_else(|| now + FAR)
}

/// Whole milliseconds, as many as there can be.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
