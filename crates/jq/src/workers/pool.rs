//! The workers that wait, and the right to have one.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::sleep;
use tokio_util::task::AbortOnDropHandle;

use super::process::Worker;
use super::{JobLimits, WorkerCommand};
use crate::SelectError;

/// The workers of one pool, but for those that have a job: a job owns its worker.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) command: WorkerCommand,
    pub(super) limits: JobLimits,
    idle_time: Duration,
    slots: Semaphore,
    idle: Mutex<Idle>,
}

/// The workers that wait, the one used last at the end.
#[derive(Debug, Default)]
struct Idle {
    workers: Vec<Worker>,
    /// Ends those that wait too long. There is one as long as somebody waits.
    reaper: Option<AbortOnDropHandle<()>>,
}

// === impl Pool ===

impl Pool {
    pub(super) fn new(command: WorkerCommand, limits: JobLimits, idle_time: Duration) -> Self {
        Self {
            command,
            limits,
            idle_time,
            slots: Semaphore::new(limits.workers.clamp(1, Semaphore::MAX_PERMITS)),
            idle: Mutex::default(),
        }
    }

    /// Waits for the right to have a worker.
    pub(super) async fn slot(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed, so there is always a permit in the end.
        self.slots.acquire().await.ok()
    }

    /// A worker that waits, or else a new one.
    pub(super) fn worker(&self) -> Result<Worker, SelectError> {
        loop {
            let Some(mut worker) = self.lock().workers.pop() else {
                return Worker::start(&self.command, &self.limits);
            };
            if worker.is_alive() {
                return Ok(worker);
            }
            tracing::warn!(
                worker.pid = worker.id(),
                "a jq worker ended while it waited for a job"
            );
        }
    }

    /// Keeps a worker for the next job, unless it has worked enough.
    pub(super) fn give_back(self: &Arc<Self>, mut worker: Worker) {
        if worker.is_worn(&self.limits) {
            return;
        }
        worker.rest();
        let mut idle = self.lock();
        idle.workers.push(worker);
        if idle.reaper.is_none() {
            let reaper = tokio::spawn(reap(Arc::downgrade(self), self.idle_time));
            idle.reaper = Some(AbortOnDropHandle::new(reaper));
        }
    }

    /// The process ids of those that wait.
    pub(super) fn idle(&self) -> Vec<u32> {
        self.lock().workers.iter().filter_map(Worker::id).collect()
    }

    /// Ends those that have waited too long; false if nobody is left.
    fn retire(&self) -> bool {
        let mut idle = self.lock();
        let workers = mem::take(&mut idle.workers);
        let (keep, end): (Vec<_>, Vec<_>) = workers
            .into_iter()
            .partition(|worker| worker.rested() < self.idle_time);
        idle.workers = keep;
        let anybody = !idle.workers.is_empty();
        if !anybody {
            // Said under the lock, so that the next to wait starts a new one.
            idle.reaper = None;
        }
        drop(idle);
        drop(end);
        anybody
    }

    /// A job that panicked did so outside of this lock's short sections.
    fn lock(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks after the workers that wait, as long as there are any.
async fn reap(pool: Weak<Pool>, idle_time: Duration) {
    loop {
        sleep(idle_time / 2).await;
        match pool.upgrade() {
            Some(pool) if pool.retire() => {}
            _ => return,
        }
    }
}
