//! Idle workers, and the slots that limit concurrency.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::task::AbortOnDropHandle;

use crate::WorkerProcess;

/// A worker of some language, around its process.
pub trait PooledWorker: Send + 'static {
    /// The process behind it.
    fn process(&self) -> &WorkerProcess;
    /// Its process, to be changed.
    fn process_mut(&mut self) -> &mut WorkerProcess;
}

/// The bounds of a pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolLimits {
    /// The maximum number of concurrent jobs; zero means one.
    pub workers: usize,
    /// How long an idle worker is kept.
    pub idle_time: Duration,
    /// The maximum total working time of a worker. Its CPU time is limited for its whole life, and
    /// no job should hit that limit because of earlier ones.
    pub max_busy: Duration,
}

/// The idle workers of one pool. A job owns its worker until it gives it back.
#[derive(Debug)]
pub struct WorkerPool<W> {
    limits: PoolLimits,
    slots: Arc<Semaphore>,
    idle: Mutex<IdleWorkers<W>>,
}

#[derive(Debug)]
struct IdleWorkers<W> {
    /// The one used last is at the end.
    workers: Vec<W>,
    /// Ends those that wait too long. It runs as long as there are any.
    reaper: Option<AbortOnDropHandle<()>>,
}

// === impl WorkerPool ===

impl<W: PooledWorker> WorkerPool<W> {
    /// A pool without any worker yet.
    pub fn new(limits: PoolLimits) -> Arc<Self> {
        let limits = PoolLimits {
            workers: limits.workers.clamp(1, Semaphore::MAX_PERMITS),
            ..limits
        };
        Arc::new(Self {
            limits,
            slots: Arc::new(Semaphore::new(limits.workers)),
            idle: Mutex::new(IdleWorkers {
                workers: Vec::new(),
                reaper: None,
            }),
        })
    }

    /// Waits for the right to have a worker; nothing if that takes too long.
    pub async fn slot(&self, deadline: Instant) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed, so there is a permit unless it took too long.
        let permit = timeout_at(deadline, Arc::clone(&self.slots).acquire_owned()).await;
        permit.ok()?.ok()
    }

    /// Takes an idle worker that is still alive; `choose` selects its index.
    pub fn take(&self, choose: impl Fn(&[W]) -> Option<usize>) -> Option<W> {
        loop {
            let mut worker = {
                let workers = &mut self.lock().workers;
                let at = choose(workers)?;
                workers.remove(at)
            };
            let process = worker.process_mut();
            if process.is_alive() {
                return Some(worker);
            }
            tracing::warn!(
                worker.pid = process.id(),
                "a worker ended while it waited for a job"
            );
        }
    }

    /// The worker that has waited longest, if with a new one there would be too many. Every
    /// worker that does not wait has a slot, and so has the new one.
    pub fn take_surplus(&self) -> Option<W> {
        let most = self.limits.workers;
        let workers = &mut self.lock().workers;
        let busy = most.saturating_sub(self.slots.available_permits());
        (workers.len() + busy > most && !workers.is_empty()).then(|| workers.remove(0))
    }

    /// Keeps a worker for the next job, unless it has worked enough. Must be called within a
    /// Tokio runtime.
    pub fn give_back(self: &Arc<Self>, mut worker: W) {
        let process = worker.process_mut();
        if process.busy >= self.limits.max_busy {
            return;
        }
        process.idle_since = Instant::now();
        let mut idle = self.lock();
        idle.workers.push(worker);
        if idle.reaper.is_none() {
            let reaper = tokio::spawn(reap(Arc::downgrade(self), self.limits.idle_time));
            idle.reaper = Some(AbortOnDropHandle::new(reaper));
        }
    }

    /// The process ids of the idle workers.
    pub fn idle(&self) -> Vec<u32> {
        let idle = self.lock();
        let workers = idle.workers.iter();
        workers.filter_map(|worker| worker.process().id()).collect()
    }

    /// Ends those that have waited too long; false if none is left.
    fn retire(&self) -> bool {
        let mut idle = self.lock();
        let workers = mem::take(&mut idle.workers);
        let (keep, end): (Vec<_>, Vec<_>) = workers
            .into_iter()
            .partition(|worker| worker.process().idle_since.elapsed() < self.limits.idle_time);
        idle.workers = keep;
        let is_any_left = !idle.workers.is_empty();
        if !is_any_left {
            // Under the lock, so that the next idle worker starts a new reaper.
            idle.reaper = None;
        }
        drop(idle);
        drop(end);
        is_any_left
    }

    /// A job that panicked did so outside of this lock's short sections.
    fn lock(&self) -> MutexGuard<'_, IdleWorkers<W>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends idle workers in time, as long as there are any.
async fn reap<W: PooledWorker>(pool: Weak<WorkerPool<W>>, idle_time: Duration) {
    loop {
        sleep(idle_time / 2).await;
        match pool.upgrade() {
            Some(pool) if pool.retire() => {}
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WorkerCommand;

    struct PlainWorker(WorkerProcess);

    impl PooledWorker for PlainWorker {
        fn process(&self) -> &WorkerProcess {
            &self.0
        }

        fn process_mut(&mut self) -> &mut WorkerProcess {
            &mut self.0
        }
    }

    fn worker(busy: Duration) -> PlainWorker {
        let command = WorkerCommand {
            program: "/bin/cat".into(),
            args: Vec::new(),
        };
        let mut process = WorkerProcess::start(&command).unwrap();
        process.busy = busy;
        PlainWorker(process)
    }

    #[tokio::test]
    async fn a_worker_that_has_worked_enough_is_not_kept() {
        let pool = WorkerPool::new(PoolLimits {
            workers: 0,
            idle_time: Duration::from_mins(1),
            max_busy: Duration::from_secs(15),
        });
        pool.give_back(worker(Duration::from_secs(15)));
        assert!(pool.idle().is_empty());
        pool.give_back(worker(Duration::from_millis(14_999)));
        assert_eq!(pool.idle().len(), 1);
        // One slot, needed by the new worker, and one waiting job.
        let soon = Instant::now() + Duration::from_millis(10);
        let _slot = pool.slot(soon).await.unwrap();
        assert!(pool.slot(soon).await.is_none(), "none means one");
        assert!(pool.take_surplus().is_some());
        assert!(pool.take_surplus().is_none());
    }
}
