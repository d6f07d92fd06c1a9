//! The worker pool of one program.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use candor_workers::{PoolLimits, WorkerPool};
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};

use super::start::max_busy;
use super::{ScriptWorker, WorkerPurpose, WorkerTenant, start};
use crate::modules::ProgramModules;
use crate::ops::{OpPermission, RunningOps};
use crate::protocol::{FromWorker, ToWorker};
use crate::{ScriptCallError, ScriptSpec};

/// How long a cancelled call may take to end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// The workers of one program. A call owns its worker.
pub(crate) struct ProgramPool {
    spec: ScriptSpec,
    modules: Arc<ProgramModules>,
    workers: Arc<WorkerPool<ScriptWorker>>,
    /// Cancelled calls, coming to their end.
    cancelled: Mutex<JoinSet<()>>,
}

/// A worker for one call. Dropped in the middle of it, the call is cancelled.
pub(crate) struct WorkerLease {
    pool: Arc<ProgramPool>,
    worker: Option<ScriptWorker>,
    /// Given back last, so that there are never too many workers.
    slot: Option<OwnedSemaphorePermit>,
    since: Instant,
    is_fresh: bool,
}

// === impl ProgramPool ===

impl ProgramPool {
    /// A pool with one worker, which is blank.
    pub(crate) fn new(
        spec: ScriptSpec,
        modules: Arc<ProgramModules>,
        first: ScriptWorker,
    ) -> Arc<Self> {
        let workers = WorkerPool::new(PoolLimits {
            workers: spec.limits.workers,
            idle_time: spec.limits.idle,
            max_busy: max_busy(&spec.limits),
        });
        workers.give_back(first);
        Arc::new(Self {
            spec,
            modules,
            workers,
            cancelled: Mutex::default(),
        })
    }

    /// Waits for a worker of this tenant.
    pub(crate) async fn lease(
        self: &Arc<Self>,
        tenant: &WorkerTenant,
        deadline: Instant,
    ) -> Result<WorkerLease, ScriptCallError> {
        let slot = self.workers.slot(deadline).await;
        let slot = slot.ok_or_else(|| self.busy())?;
        let idle = self.workers.take(|idle| {
            let last = |key| idle.iter().rposition(|it| it.tenant.as_ref() == key);
            last(Some(tenant)).or_else(|| last(None))
        });
        let is_fresh = idle.is_none();
        let mut worker = match idle {
            Some(worker) => worker,
            None => self.fresh(deadline).await?,
        };
        worker.tenant = Some(tenant.clone());
        Ok(WorkerLease {
            pool: Arc::clone(self),
            worker: Some(worker),
            slot: Some(slot),
            since: Instant::now(),
            is_fresh,
        })
    }

    /// The process ids of the idle workers.
    pub(crate) fn idle(&self) -> Vec<u32> {
        self.workers.idle()
    }

    /// A new worker. If there are as many as there may be, an idle one of another tenant has
    /// to go first.
    async fn fresh(&self, deadline: Instant) -> Result<ScriptWorker, ScriptCallError> {
        while let Some(mut other) = self.workers.take_surplus() {
            other.kill().await;
        }
        let starting = start(&self.spec, &self.modules, WorkerPurpose::Functions);
        match timeout_at(deadline, starting).await {
            Ok(Ok((worker, ..))) => Ok(worker),
            Ok(Err(cause)) => Err(ScriptCallError::of_start(cause)),
            // Starting has a limit of its own, so the time went by while others were at work.
            Err(_) => Err(self.busy()),
        }
    }

    fn busy(&self) -> ScriptCallError {
        ScriptCallError::Busy {
            limit: self.spec.limits.time,
        }
    }

    /// Lets a cancelled call end. The slot is released after that.
    fn cancel(&self, worker: ScriptWorker, slot: OwnedSemaphorePermit) {
        // Without a runtime nothing can wait, and dropping the worker kills it.
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        // A call that panicked did so outside of this lock's short section.
        let mut cancelled = self
            .cancelled
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while cancelled.try_join_next().is_some() {}
        let pool = Arc::downgrade(&self.workers);
        cancelled.spawn_on(wind_down(pool, worker, slot), &runtime);
    }
}

// === impl WorkerLease ===

impl WorkerLease {
    /// The worker. There is one until the lease is over.
    pub(crate) fn worker(&mut self) -> Option<&mut ScriptWorker> {
        self.worker.as_mut()
    }

    /// Whether the worker was started for this call.
    pub(crate) fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// The call is answered, and the worker can have another.
    pub(crate) fn give_back(mut self) {
        if let Some(worker) = self.end() {
            self.pool.workers.give_back(worker);
        }
    }

    /// The call is over, and the worker shall have no other.
    pub(crate) fn take(mut self) -> Option<(ScriptWorker, Option<OwnedSemaphorePermit>)> {
        let worker = self.end()?;
        Some((worker, self.slot.take()))
    }

    fn end(&mut self) -> Option<ScriptWorker> {
        let mut worker = self.worker.take()?;
        worker.process.busy += self.since.elapsed();
        Some(worker)
    }
}

impl Drop for WorkerLease {
    fn drop(&mut self) {
        if let (Some(worker), Some(slot)) = (self.end(), self.slot.take()) {
            self.pool.cancel(worker, slot);
        }
    }
}

/// Notifies a worker that its call is cancelled, and kills it if it does not end.
async fn wind_down(
    pool: Weak<WorkerPool<ScriptWorker>>,
    mut worker: ScriptWorker,
    slot: OwnedSemaphorePermit,
) {
    let mut ops = RunningOps::new(OpPermission::Over);
    let ending = async {
        worker.ask(&ToWorker::Cancel {}).ok()?;
        loop {
            match worker.listen(&mut ops).await.ok()? {
                FromWorker::Done { retire, .. } | FromWorker::Threw { retire, .. } => {
                    return (!retire).then_some(());
                }
                FromWorker::Say(_) => {}
                _ => return None,
            }
        }
    };
    match (timeout(GRACE, ending).await, pool.upgrade()) {
        (Ok(Some(())), Some(pool)) => pool.give_back(worker),
        _ => worker.kill().await,
    }
    drop(slot);
}
