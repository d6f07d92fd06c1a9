//! The tasks that clients with a session have started, for `tasks/list`, and early statuses: a
//! source may report a task's status before its answer has arrived.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use candor_model::SourceName;
use candor_store::Keyring;
use candor_wire::RawJson;

use super::SealedTaskId;
use crate::call::incoming::ClientContext;
use crate::catalogue::ServedSource;
use crate::events::event::{ClientEvent, TaskAudience};

/// The maximum number of known tasks. The oldest are removed; clients that have the id can still
/// ask.
const MOST: usize = 10_000;
/// The maximum number of tasks in one list.
const LISTED: usize = 100;

/// The maximum number of early statuses per source.
const EARLY_MOST: usize = 32;
/// How long early statuses are kept: later, they are outdated.
const EARLY_KEPT: Duration = Duration::from_secs(10);

/// Which caller started which task, and early statuses.
#[derive(Debug, Default)]
pub(crate) struct KnownTasks(Mutex<TaskRecords>);

#[derive(Debug, Default)]
struct TaskRecords {
    /// Tasks that callers started, oldest first.
    tasks: VecDeque<KnownTask>,
    /// Statuses of tasks that are not known yet, oldest first.
    early: VecDeque<EarlyStatus>,
}

/// The status of a task that is not known yet.
#[derive(Debug)]
struct EarlyStatus {
    at: Instant,
    source: SourceName,
    /// The source's own id.
    own: String,
    params: RawJson,
}

#[derive(Debug)]
struct KnownTask {
    principal: String,
    /// The session that started it.
    client: u64,
    source: SourceName,
    /// The source's own id.
    own: String,
    /// The sealed id that the client uses.
    presented: String,
}

// === impl KnownTasks ===

impl KnownTasks {
    /// Adds a task that a session has started. Returns the early statuses, to be sent once the
    /// session has its answer.
    #[must_use]
    pub(crate) fn add(
        &self,
        client: &ClientContext,
        server: &ServedSource,
        presented: &str,
        keyring: &Keyring,
    ) -> Vec<ClientEvent> {
        let Some(id) = SealedTaskId::open(keyring, presented) else {
            return Vec::new();
        };
        let task = KnownTask {
            principal: client.principal().to_owned(),
            client: client.key,
            source: server.source.name().clone(),
            own: id.task,
            presented: presented.to_owned(),
        };
        self.push(task, Instant::now())
    }

    fn push(&self, task: KnownTask, now: Instant) -> Vec<ClientEvent> {
        let mut known = self.lock();
        known.forget_old(now);
        let is_of = |early: &EarlyStatus| early.source == task.source && early.own == task.own;
        let (told, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut known.early)
            .into_iter()
            .partition(is_of);
        known.early = kept.into();
        if known.tasks.len() >= MOST {
            known.tasks.pop_front();
        }
        known.tasks.push_back(task);
        let told = told.into_iter().map(|early| ClientEvent::Task {
            source: early.source,
            task: early.own,
            params: early.params,
            audience: TaskAudience::Sessions,
        });
        told.collect()
    }

    /// Handles a status from a source. If no session has started the task, the status is kept
    /// briefly.
    pub(crate) fn heard(&self, source: &SourceName, own: &str, params: &RawJson) -> TaskAudience {
        self.heard_at(Instant::now(), source, own, params)
    }

    fn heard_at(
        &self,
        now: Instant,
        source: &SourceName,
        own: &str,
        params: &RawJson,
    ) -> TaskAudience {
        let mut known = self.lock();
        let mut tasks = known.tasks.iter().rev();
        if tasks.any(|task| task.source == *source && task.own == own) {
            return TaskAudience::Everyone;
        }
        known.forget_old(now);
        let of_source = |early: &EarlyStatus| early.source == *source;
        if known.early.iter().filter(|early| of_source(early)).count() >= EARLY_MOST
            && let Some(oldest) = known.early.iter().position(of_source)
        {
            known.early.remove(oldest);
        }
        known.early.push_back(EarlyStatus {
            at: now,
            source: source.clone(),
            own: own.to_owned(),
            params: params.clone(),
        });
        TaskAudience::Listeners
    }

    /// The id under which a session knows the task of a source, if it started it.
    pub(crate) fn presented(&self, client: u64, source: &SourceName, own: &str) -> Option<String> {
        let known = self.lock();
        let mut known = known.tasks.iter().rev();
        let task =
            known.find(|one| one.client == client && one.source == *source && one.own == own);
        task.map(|task| task.presented.clone())
    }

    /// The ids of a caller's latest tasks, newest first.
    pub(crate) fn of(&self, principal: &str) -> Vec<String> {
        let known = self.lock();
        let tasks = known.tasks.iter().rev();
        let own = tasks.filter(|one| one.principal == principal);
        own.take(LISTED).map(|one| one.presented.clone()).collect()
    }

    /// Removes a task that no longer exists.
    pub(crate) fn forget(&self, presented: &str) {
        let mut known = self.lock();
        known.tasks.retain(|one| one.presented != presented);
    }

    fn lock(&self) -> MutexGuard<'_, TaskRecords> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl TaskRecords ===

impl TaskRecords {
    fn forget_old(&mut self, now: Instant) {
        let is_old = |early: &EarlyStatus| now.duration_since(early.at) >= EARLY_KEPT;
        while self.early.front().is_some_and(is_old) {
            self.early.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str) -> SourceName {
        SourceName::parse(name).expect("a name")
    }

    /// The early statuses that are sent when a client starts a task of the source `shop`.
    fn begun(known: &KnownTasks, own: &str, now: Instant) -> Vec<String> {
        let task = KnownTask {
            principal: "ada".to_owned(),
            client: 1,
            source: source("shop"),
            own: own.to_owned(),
            presented: format!("sealed {own}"),
        };
        let told = known.push(task, now).into_iter().map(|event| match event {
            ClientEvent::Task {
                params, audience, ..
            } => {
                assert_eq!(audience, TaskAudience::Sessions);
                params.to_string()
            }
            other => panic!("{other:?}"),
        });
        told.collect()
    }

    #[test]
    fn what_is_said_too_early_is_kept_for_a_moment() {
        let known = KnownTasks::default();
        let now = Instant::now();
        let heard = |name: &str, own: &str, status: &str| {
            known.heard_at(now, &source(name), own, &RawJson::string(status))
        };
        for (own, status) in [("t1", "working"), ("t2", "working"), ("t1", "completed")] {
            assert_eq!(heard("shop", own, status), TaskAudience::Listeners);
        }
        heard("other", "t1", "failed");
        let told = begun(&known, "t1", now);
        assert_eq!(told, ["\"working\"", "\"completed\""]);
        assert!(begun(&known, "t1", now).is_empty(), "it is told once");
        assert_eq!(heard("shop", "t1", "x"), TaskAudience::Everyone);
        let later = now + EARLY_KEPT;
        assert!(begun(&known, "t2", later).is_empty(), "it was too long ago");
        // Only the newest are kept, and one source does not displace the statuses of another.
        heard("other", "t1", "failed");
        for at in 0..=EARLY_MOST {
            heard("shop", "t3", &at.to_string());
        }
        assert_eq!(known.lock().early.len(), EARLY_MOST + 1);
        let told = begun(&known, "t3", now);
        assert_eq!((told.len(), told[0].as_str()), (EARLY_MOST, "\"1\""));
    }

    #[test]
    fn everybody_has_their_own_list_and_it_has_an_end() {
        let known = KnownTasks::default();
        for at in 0..MOST + 10 {
            let who = if at % 2 == 0 { "ada" } else { "bob" };
            let task = KnownTask {
                principal: who.to_owned(),
                client: at as u64 % 4,
                source: source("shop"),
                own: format!("t{at}"),
                presented: at.to_string(),
            };
            assert!(known.push(task, Instant::now()).is_empty());
        }
        assert_eq!(known.lock().tasks.len(), MOST);
        let own = known.of("ada");
        assert_eq!((own.len(), own[0].as_str()), (LISTED, "10008"));
        known.forget("10008");
        assert_eq!(known.of("ada")[0], "10006");
        assert!(known.of("eve").is_empty());
        let (shop, other) = (source("shop"), source("other"));
        // Only the session that started it, and only for the same source.
        assert_eq!(
            known.presented(3, &shop, "t10007").as_deref(),
            Some("10007")
        );
        assert_eq!(known.presented(1, &shop, "t10007"), None);
        assert_eq!(known.presented(3, &other, "t10007"), None);
    }
}
