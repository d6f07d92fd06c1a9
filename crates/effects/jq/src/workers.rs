//! The gateway's side: a pool of warm workers.
//!
//! The number of concurrent jobs is limited, each in its own worker. A worker that answered is
//! reused; one that timed out or ended is discarded. Jobs are independent: the worst that a filter
//! can do to others is make them wait.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use candor_boxed::boxed;
use candor_workers::framing::{MAX_FRAME, encode, head};
use candor_workers::{
    PoolLimits, PooledWorker, WorkerCommand, WorkerExit, WorkerPool, WorkerProcess, deadline,
};
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};

use crate::SelectError;
use crate::filter::check_length;
use crate::nesting::MAX_NESTING;
use crate::protocol::{FilterJob, FilterReply, FilterTask, FilterWorkerLimits};

/// How long an idle worker is kept.
const IDLE_TIME: Duration = Duration::from_mins(1);
/// The total working time of a worker, as a multiple of the longest job.
const LONGEST_JOBS: u32 = 10;

/// Limits of filters.
#[derive(Clone, Copy, Debug)]
pub struct FilterLimits {
    /// The timeout of a job, including waiting for a worker and starting it.
    pub time: Duration,
    /// Bytes of address space that a worker may have beside its stack. The program itself takes
    /// a part of it: less than 128 MiB leave little for filters.
    pub memory: u64,
    /// Bytes that the outputs of a filter may have together.
    pub max_output: usize,
    /// Bytes that a document may have.
    pub max_input: usize,
    /// The maximum number of concurrent jobs; zero means one.
    pub workers: usize,
}

/// The result of a filter.
#[derive(Clone, Debug)]
pub struct FilterOutput {
    /// The outputs in order; may be empty. Numbers that were only selected keep their digits.
    pub outputs: Vec<Box<RawValue>>,
}

/// Runs filters in child processes. Clones share the workers, which end with the last clone.
#[derive(Clone, Debug)]
pub struct FilterWorkers {
    command: WorkerCommand,
    limits: FilterLimits,
    pool: Arc<WorkerPool<FilterWorker>>,
}

/// A child that answers one job at a time.
#[derive(Debug)]
struct FilterWorker {
    process: WorkerProcess,
    /// Whether it has had a job before.
    is_used: bool,
}

// === impl FilterWorkers ===

impl FilterWorkers {
    /// A pool without any worker yet: they are started when they are needed.
    pub fn new(command: WorkerCommand, limits: FilterLimits) -> Self {
        Self {
            command,
            limits,
            pool: pool(&limits, IDLE_TIME),
        }
    }

    /// Sets how long an unused worker is kept. Existing workers end with the old pool.
    #[must_use]
    pub fn with_idle_time(self, idle_time: Duration) -> Self {
        Self {
            pool: pool(&self.limits, idle_time),
            ..self
        }
    }

    /// Runs a filter over a document.
    ///
    /// Must be called within a Tokio runtime. If the future is dropped, the job is over and its
    /// worker ends.
    #[boxed]
    pub async fn run(&self, filter: &str, json: Bytes) -> Result<FilterOutput, SelectError> {
        let limit = self.limits.max_input.min(MAX_FRAME);
        if json.len() > limit {
            let size = json.len();
            return Err(SelectError::InputTooLarge { size, limit });
        }
        let outputs = self.ask(FilterTask::Select, filter, json).await?;
        Ok(FilterOutput { outputs })
    }

    /// Checks whether a filter could run, as [`check`](crate::check) does.
    #[boxed]
    pub async fn check(&self, filter: &str) -> Result<(), SelectError> {
        let asked = self.ask(FilterTask::Check, filter, Bytes::new()).await;
        asked.map(drop)
    }

    /// The process ids of the workers that wait for a job.
    pub fn idle(&self) -> Vec<u32> {
        self.pool.idle()
    }

    /// Does one job and returns its outputs.
    async fn ask(
        &self,
        task: FilterTask,
        filter: &str,
        json: Bytes,
    ) -> Result<Vec<Box<RawValue>>, SelectError> {
        check_length(filter).map_err(SelectError::TooLong)?;
        let limit = self.limits.time;
        let job = FilterJob {
            task,
            filter: filter.to_owned(),
            max_output: self.limits.max_output,
        };
        let job = encode(&job).map_err(SelectError::Garbled)?;
        let head = head(json.len()).map_err(SelectError::Garbled)?;
        let frames = [job, Bytes::copy_from_slice(&head), json];
        let deadline = deadline(limit);
        // The slot is released when this job ends for any reason.
        let slot = self.pool.slot(deadline).await;
        let _slot = slot.ok_or(SelectError::Busy { limit })?;
        loop {
            let mut worker = self.worker()?;
            let is_used = worker.is_used;
            let Ok(answer) = timeout_at(deadline, worker.ask(&frames)).await else {
                worker.process.kill().await;
                return Err(SelectError::TimedOut { limit });
            };
            let cause = match answer {
                Ok(reply) => return self.conclude(worker, reply),
                Err(cause) => cause,
            };
            let pid = worker.process.id();
            let exit = worker.process.diagnose(cause).await;
            // A worker that had answered before may have died while it waited. The job is not to
            // blame, and nothing is done twice by doing it again.
            if is_used && matches!(exit, WorkerExit::Other(_)) {
                tracing::warn!(worker.pid = pid, ?exit, "a jq worker ended while it waited");
                continue;
            }
            let error = self.explain(exit);
            if error.is_ours() {
                tracing::warn!(worker.pid = pid, %error, "a jq worker ended in a job");
            }
            return Err(error);
        }
    }

    /// An idle worker or, without one, a new one.
    fn worker(&self) -> Result<FilterWorker, SelectError> {
        if let Some(worker) = self.pool.take(|idle| idle.len().checked_sub(1)) {
            return Ok(worker);
        }
        let started = WorkerProcess::start(&self.command).and_then(|mut process| {
            process.send(encode(&worker_limits(&self.limits))?);
            Ok(FilterWorker {
                process,
                is_used: false,
            })
        });
        started.map_err(|cause| SelectError::NotStarted {
            program: self.command.program.clone(),
            cause,
        })
    }

    /// Keeps the worker, if it is of use, and reads what it answered.
    fn conclude(
        &self,
        worker: FilterWorker,
        reply: FilterReply,
    ) -> Result<Vec<Box<RawValue>>, SelectError> {
        if !matches!(reply, FilterReply::Unconfined(_)) {
            self.pool.give_back(worker);
        }
        Err(match reply {
            FilterReply::Outputs(outputs) => return Ok(outputs),
            FilterReply::BadFilter(sentence) => SelectError::Filter { sentence },
            FilterReply::NotJson(detail) => SelectError::NotJson { detail },
            FilterReply::TooDeep => SelectError::TooDeep { limit: MAX_NESTING },
            FilterReply::TooLarge => SelectError::OutputTooLarge {
                limit: self.limits.max_output,
            },
            FilterReply::Failed { message, before } => SelectError::Failed { message, before },
            FilterReply::Unconfined(detail) => SelectError::Unconfined { detail },
        })
    }

    /// Interprets the end of a worker for its job.
    fn explain(&self, exit: WorkerExit) -> SelectError {
        match exit {
            WorkerExit::Memory => SelectError::OutOfMemory {
                limit: self.limits.memory,
            },
            WorkerExit::Stack(_) => SelectError::Recursion,
            WorkerExit::Processor => SelectError::TimedOut {
                limit: self.limits.time,
            },
            WorkerExit::Garbled(cause) => SelectError::Garbled(cause),
            WorkerExit::Other(detail) => SelectError::Crashed { detail },
        }
    }
}

/// A pool with these limits.
fn pool(limits: &FilterLimits, idle_time: Duration) -> Arc<WorkerPool<FilterWorker>> {
    WorkerPool::new(PoolLimits {
        workers: limits.workers,
        idle_time,
        max_busy: limits.time.saturating_mul(LONGEST_JOBS),
    })
}

/// The limits that a worker shall put on itself.
fn worker_limits(limits: &FilterLimits) -> FilterWorkerLimits {
    let cpu = limits.time.saturating_mul(LONGEST_JOBS + 1);
    FilterWorkerLimits {
        memory: limits.memory,
        // Rounded up, and a second for its start.
        cpu_seconds: cpu.as_secs().saturating_add(2),
    }
}

// === impl FilterWorker ===

impl FilterWorker {
    /// Sends a job and waits for the answer. After an error the worker must be discarded.
    async fn ask(&mut self, job: &[Bytes]) -> io::Result<FilterReply> {
        let start = Instant::now();
        self.is_used = true;
        for bytes in job {
            self.process.send(bytes.clone());
        }
        let reply = loop {
            if let Some(reply) = self.process.exchange().await.transpose() {
                break reply;
            }
        };
        self.process.busy += start.elapsed();
        reply
    }
}

impl PooledWorker for FilterWorker {
    fn process(&self) -> &WorkerProcess {
        &self.process
    }

    fn process_mut(&mut self) -> &mut WorkerProcess {
        &mut self.process
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However long a worker has worked, the next job has its whole time left.
    #[test]
    fn a_worker_is_retired_before_its_processor_time_is_over() {
        let limits = FilterLimits {
            time: Duration::from_millis(1_500),
            memory: 7,
            max_output: 1,
            max_input: 1,
            workers: 1,
        };
        let allowed = Duration::from_secs(worker_limits(&limits).cpu_seconds);
        assert!(allowed > limits.time * LONGEST_JOBS + limits.time);
    }

    #[test]
    fn the_end_of_a_worker_tells_why() {
        let workers = FilterWorkers::new(
            WorkerCommand {
                program: "/bin/cat".into(),
                args: Vec::new(),
            },
            FilterLimits {
                time: Duration::from_millis(1_500),
                memory: 7,
                max_output: 1,
                max_input: 1,
                workers: 1,
            },
        );
        for (exit, expect) in [
            (WorkerExit::Memory, "OutOfMemory { limit: 7 }"),
            (WorkerExit::Stack("it".to_owned()), "Recursion"),
            (WorkerExit::Processor, "TimedOut { limit: 1.5s }"),
            (
                WorkerExit::Other("exit status: 1: a b".to_owned()),
                "Crashed { detail: \"exit status: 1: a b\" }",
            ),
        ] {
            assert_eq!(format!("{:?}", workers.explain(exit)), expect);
        }
    }
}
