//! The workers that wait, and the right to have one.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::task::AbortOnDropHandle;

use super::start::is_worn;
use super::{Purpose, Tenant, Worker, start};
use crate::frame::{FromWorker, ToWorker};
use crate::modules::Modules;
use crate::ops::{Leave, Ops};
use crate::{CallFailure, ScriptSpec};

/// How long a call that nobody waits for may take to come to an end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// The workers of one program, but for those that have a call: a call owns its worker.
pub(crate) struct Pool {
    spec: ScriptSpec,
    modules: Arc<Modules>,
    slots: Arc<Semaphore>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The workers that wait, the one used last at the end.
    idle: Vec<Worker>,
    /// Ends those that wait too long. There is one as long as somebody waits.
    reaper: Option<AbortOnDropHandle<()>>,
    /// Calls that nobody waits for, coming to their end.
    farewells: JoinSet<()>,
}

/// A worker for one call. Dropped in the middle of it, the call is cancelled.
pub(crate) struct Lease {
    pool: Arc<Pool>,
    worker: Option<Worker>,
    /// Given back last, so that there are never too many workers.
    slot: Option<OwnedSemaphorePermit>,
    since: Instant,
    is_fresh: bool,
}

// === impl Pool ===

impl Pool {
    /// A pool with one worker, which is blank.
    pub(crate) fn new(spec: ScriptSpec, modules: Arc<Modules>, first: Worker) -> Arc<Self> {
        let workers = spec.limits.workers.clamp(1, Semaphore::MAX_PERMITS);
        let pool = Arc::new(Self {
            spec,
            modules,
            slots: Arc::new(Semaphore::new(workers)),
            state: Mutex::default(),
        });
        pool.rest(first);
        pool
    }

    /// Waits for a worker of this tenant.
    pub(crate) async fn lease(
        self: &Arc<Self>,
        tenant: &Tenant,
        deadline: Instant,
    ) -> Result<Lease, CallFailure> {
        let limits = &self.spec.limits;
        let slot = timeout_at(deadline, Arc::clone(&self.slots).acquire_owned()).await;
        // The semaphore is never closed, so there is a permit unless it took too long.
        let Ok(Ok(slot)) = slot else {
            return Err(CallFailure::Busy { limit: limits.time });
        };
        let waiting = self.waiting(tenant);
        let is_fresh = waiting.is_none();
        let mut worker = match waiting {
            Some(worker) => worker,
            None => self.fresh(deadline).await?,
        };
        worker.tenant = Some(tenant.clone());
        Ok(Lease {
            pool: Arc::clone(self),
            worker: Some(worker),
            slot: Some(slot),
            since: Instant::now(),
            is_fresh,
        })
    }

    /// The process ids of those that wait.
    pub(crate) fn idle(&self) -> Vec<u32> {
        self.lock().idle.iter().filter_map(Worker::id).collect()
    }

    /// A worker that waits for this tenant, or for anybody.
    fn waiting(&self, tenant: &Tenant) -> Option<Worker> {
        loop {
            let mut worker = {
                let idle = &mut self.lock().idle;
                let own = idle
                    .iter()
                    .rposition(|it| it.tenant.as_ref() == Some(tenant));
                let at = own.or_else(|| idle.iter().rposition(|it| it.tenant.is_none()))?;
                idle.remove(at)
            };
            if worker.is_alive() {
                return Some(worker);
            }
            tracing::warn!("a script worker ended while it waited for a call");
        }
    }

    /// A new worker. If there are as many as there may be, one that waits for somebody else has
    /// to go first.
    async fn fresh(&self, deadline: Instant) -> Result<Worker, CallFailure> {
        while let Some(mut other) = self.surplus() {
            other.kill().await;
        }
        let starting = start(&self.spec, &self.modules, Purpose::Functions);
        match timeout_at(deadline, starting).await {
            Ok(Ok((worker, ..))) => Ok(worker),
            Ok(Err(cause)) => Err(CallFailure::of_start(cause)),
            // Starting has a limit of its own, so the time went by while others were at work.
            Err(_) => Err(CallFailure::Busy {
                limit: self.spec.limits.time,
            }),
        }
    }

    /// The worker that has waited longest, if with a new one there would be too many.
    fn surplus(&self) -> Option<Worker> {
        let most = self.spec.limits.workers.max(1);
        let idle = &mut self.lock().idle;
        // Every worker that does not wait has a slot, and so has the new one.
        let busy = most.saturating_sub(self.slots.available_permits());
        (idle.len() + busy > most && !idle.is_empty()).then(|| idle.remove(0))
    }

    /// Keeps a worker for its tenant's next call, unless it has worked enough.
    fn rest(self: &Arc<Self>, mut worker: Worker) {
        if is_worn(worker.busy, &self.spec.limits) {
            return;
        }
        worker.resting = Instant::now();
        let mut state = self.lock();
        state.idle.push(worker);
        if state.reaper.is_none() {
            let reaper = tokio::spawn(reap(Arc::downgrade(self), self.spec.limits.idle));
            state.reaper = Some(AbortOnDropHandle::new(reaper));
        }
    }

    /// Lets a call that nobody waits for come to its end. The slot is free after that.
    fn part(self: &Arc<Self>, worker: Worker, slot: OwnedSemaphorePermit) {
        // Without a runtime nobody can wait, and dropping the worker kills it.
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        let mut state = self.lock();
        while state.farewells.try_join_next().is_some() {}
        let pool = Arc::downgrade(self);
        state
            .farewells
            .spawn_on(farewell(pool, worker, slot), &runtime);
    }

    /// Ends those that have waited too long; false if nobody is left.
    fn retire(&self) -> bool {
        let mut state = self.lock();
        let workers = mem::take(&mut state.idle);
        let longest = self.spec.limits.idle;
        let (keep, end): (Vec<_>, Vec<_>) = workers
            .into_iter()
            .partition(|worker| worker.resting.elapsed() < longest);
        state.idle = keep;
        let anybody = !state.idle.is_empty();
        if !anybody {
            // Said under the lock, so that the next to wait starts a new one.
            state.reaper = None;
        }
        drop(state);
        drop(end);
        anybody
    }

    /// A call that panicked did so outside of this lock's short sections.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl Lease ===

impl Lease {
    /// The worker. There is one until the lease is over.
    pub(crate) fn worker(&mut self) -> Option<&mut Worker> {
        self.worker.as_mut()
    }

    /// Whether the worker was started for this call.
    pub(crate) fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// The call is answered, and the worker can have another.
    pub(crate) fn give_back(mut self) {
        if let Some(mut worker) = self.worker.take() {
            worker.busy += self.since.elapsed();
            self.pool.rest(worker);
        }
    }

    /// The call is over, and the worker shall have no other.
    pub(crate) fn take(mut self) -> Option<(Worker, Option<OwnedSemaphorePermit>)> {
        let worker = self.worker.take()?;
        Some((worker, self.slot.take()))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let (Some(mut worker), Some(slot)) = (self.worker.take(), self.slot.take()) {
            worker.busy += self.since.elapsed();
            self.pool.part(worker, slot);
        }
    }
}

/// Tells a worker that nobody waits for its call, and ends it if that does not help.
async fn farewell(pool: Weak<Pool>, mut worker: Worker, slot: OwnedSemaphorePermit) {
    let mut ops = Ops::new(Leave::Over);
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
        (Ok(Some(())), Some(pool)) => pool.rest(worker),
        _ => worker.kill().await,
    }
    drop(slot);
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
