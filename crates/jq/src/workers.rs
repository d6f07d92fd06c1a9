//! The gateway's side: a pool of warm workers.
//!
//! At most so many jobs run at a time, each in a worker of its own. A worker that answered is kept
//! for the next job; one that did not answer in time, or ended, is gone for good. Jobs know
//! nothing of each other: the worst that a filter can do to its neighbours is to make them wait.

mod pool;
mod process;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout};

use crate::SelectError;
use crate::filter::check_length;
use crate::frame::{JobHead, Reply, Task, invalid};
use crate::nesting::MAX_NESTING;
use pool::Pool;
use process::Worker;

/// How long a worker waits for the next job before it ends.
const IDLE_TIME: Duration = Duration::from_mins(1);

/// How a worker is started. It must end up in [`serve`](crate::serve) with its standard input and
/// output.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program, as an absolute path: a worker starts in the root directory.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
}

/// What filters may use.
#[derive(Clone, Copy, Debug)]
pub struct JobLimits {
    /// How long a job may take, with waiting for a worker and starting it.
    pub time: Duration,
    /// Bytes of address space that a worker may have beside its stack. The program itself takes
    /// a part of it: less than 128 MiB leave little for filters.
    pub memory: u64,
    /// Bytes that the outputs of a filter may have together.
    pub max_output: usize,
    /// Bytes that a document may have.
    pub max_input: usize,
    /// How many jobs may run at a time; none means one.
    pub workers: usize,
}

/// What a filter selected.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The outputs in their order; there may be none. Numbers that were merely selected have the
    /// digits they came with.
    pub outputs: Vec<Box<RawValue>>,
}

/// Runs filters in child processes. Clones share the workers, which end with the last clone.
#[derive(Clone, Debug)]
pub struct Workers {
    pool: Arc<Pool>,
}

// === impl Workers ===

impl Workers {
    /// A pool without any worker yet: they are started when they are needed.
    pub fn new(command: WorkerCommand, limits: JobLimits) -> Self {
        Self {
            pool: Arc::new(Pool::new(command, limits, IDLE_TIME)),
        }
    }

    /// The same pool with another time after which an unused worker ends. Workers that there are
    /// end at once.
    #[must_use]
    pub fn with_idle_time(self, idle_time: Duration) -> Self {
        let Pool {
            command, limits, ..
        } = &*self.pool;
        Self {
            pool: Arc::new(Pool::new(command.clone(), *limits, idle_time)),
        }
    }

    /// Runs a filter over a document.
    ///
    /// Must be called within a Tokio runtime. If the future is dropped, the job is over and its
    /// worker ends.
    pub async fn run(&self, filter: &str, json: Bytes) -> Result<Selected, SelectError> {
        let limit = self.pool.limits.max_input;
        if json.len() > limit {
            let size = json.len();
            return Err(SelectError::InputTooLarge { size, limit });
        }
        let text = self.ask(Task::Select, filter, &json).await?;
        let outputs = text
            .lines()
            .map(|line| RawValue::from_string(line.to_owned()))
            .collect::<Result<_, _>>()
            .map_err(|error| SelectError::Garbled(invalid(error.to_string())))?;
        Ok(Selected { outputs })
    }

    /// Sees whether a filter could run, as [`check`](crate::check) does.
    pub async fn check(&self, filter: &str) -> Result<(), SelectError> {
        self.ask(Task::Check, filter, &[]).await.map(drop)
    }

    /// The process ids of the workers that wait for a job.
    pub fn idle(&self) -> Vec<u32> {
        self.pool.idle()
    }

    /// Does one job and gives the text of its outputs.
    async fn ask(&self, task: Task, filter: &str, json: &[u8]) -> Result<String, SelectError> {
        check_length(filter).map_err(SelectError::TooLong)?;
        let limits = &self.pool.limits;
        let head = JobHead {
            task,
            filter: filter.len() as u64,
            json: json.len() as u64,
            max_output: limits.max_output as u64,
        };
        let limit = limits.time;
        let start = Instant::now();
        // The slot is given back when this job is over, in whatever way.
        let _slot = timeout(limit, self.pool.slot())
            .await
            .map_err(|_| SelectError::Busy { limit })?;
        loop {
            let mut worker = self.pool.worker()?;
            let is_used = worker.is_used();
            let left = limit.saturating_sub(start.elapsed());
            let Ok(answer) = timeout(left, worker.ask(head, filter, json)).await else {
                worker.kill().await;
                return Err(SelectError::TimedOut { limit });
            };
            let error = match answer {
                Ok(reply) => return self.conclude(worker, reply),
                Err(cause) => worker.autopsy(cause, limits).await,
            };
            // One that had answered before may have died while it waited. The job is not to
            // blame, and nothing is done twice by doing it again.
            if !(is_used && matches!(error, SelectError::Crashed { .. })) {
                return Err(error);
            }
        }
    }

    /// Keeps the worker, if it is of use, and reads what it answered.
    fn conclude(&self, worker: Worker, reply: Reply) -> Result<String, SelectError> {
        if !matches!(reply, Reply::Unconfined(_)) {
            self.pool.give_back(worker);
        }
        self.outcome(reply)
    }

    fn outcome(&self, reply: Reply) -> Result<String, SelectError> {
        Err(match reply {
            Reply::Outputs(text) => return Ok(text),
            Reply::BadFilter(sentence) => SelectError::Filter { sentence },
            Reply::NotJson(detail) => SelectError::NotJson { detail },
            Reply::TooDeep => SelectError::TooDeep { limit: MAX_NESTING },
            Reply::TooLarge => SelectError::OutputTooLarge {
                limit: self.pool.limits.max_output,
            },
            Reply::Failed { message, before } => SelectError::Failed { message, before },
            Reply::Unconfined(detail) => SelectError::Unconfined { detail },
        })
    }
}
