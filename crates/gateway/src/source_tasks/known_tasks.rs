//! The tasks that clients with a session have begun, for their list.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use candor_model::SourceName;
use candor_store::Keyring;

use super::SealedTaskId;
use crate::call::incoming::ClientContext;
use crate::catalogue::ServedSource;

/// How many tasks are known at most. The oldest are forgotten; whoever has the id can still ask.
const MOST: usize = 10_000;
/// How many of them one list has.
const LISTED: usize = 100;

/// Who began which task, oldest first.
#[derive(Debug, Default)]
pub(crate) struct KnownTasks(Mutex<VecDeque<KnownTask>>);

#[derive(Debug)]
struct KnownTask {
    principal: String,
    /// The session that began it.
    client: u64,
    source: SourceName,
    /// The id as the source knows it.
    own: String,
    /// The id as the client knows it.
    presented: String,
}

// === impl KnownTasks ===

impl KnownTasks {
    /// A session has begun a task and knows it by this id.
    pub(crate) fn add(
        &self,
        client: &ClientContext,
        server: &ServedSource,
        presented: &str,
        keyring: &Keyring,
    ) {
        let Some(id) = SealedTaskId::open(keyring, presented) else {
            return;
        };
        self.push(KnownTask {
            principal: client.principal().to_owned(),
            client: client.key,
            source: server.source.name().clone(),
            own: id.task,
            presented: presented.to_owned(),
        });
    }

    fn push(&self, task: KnownTask) {
        let mut known = self.lock();
        if known.len() >= MOST {
            known.pop_front();
        }
        known.push_back(task);
    }

    /// The id under which a session knows the task of a source, if it began it.
    pub(crate) fn presented(&self, client: u64, source: &SourceName, own: &str) -> Option<String> {
        let known = self.lock();
        let mut known = known.iter().rev();
        let task =
            known.find(|one| one.client == client && one.source == *source && one.own == own);
        task.map(|task| task.presented.clone())
    }

    /// The ids of a caller's latest tasks, newest first.
    pub(crate) fn of(&self, principal: &str) -> Vec<String> {
        let known = self.lock();
        let own = known.iter().rev().filter(|one| one.principal == principal);
        own.take(LISTED).map(|one| one.presented.clone()).collect()
    }

    /// A task is not there any more.
    pub(crate) fn forget(&self, presented: &str) {
        self.lock().retain(|one| one.presented != presented);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<KnownTask>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_their_own_list_and_it_has_an_end() {
        let known = KnownTasks::default();
        for at in 0..MOST + 10 {
            let who = if at % 2 == 0 { "ada" } else { "bob" };
            known.push(KnownTask {
                principal: who.to_owned(),
                client: at as u64 % 4,
                source: SourceName::parse("shop").expect("a name"),
                own: format!("t{at}"),
                presented: at.to_string(),
            });
        }
        assert_eq!(known.lock().len(), MOST);
        let own = known.of("ada");
        assert_eq!((own.len(), own[0].as_str()), (LISTED, "10008"));
        known.forget("10008");
        assert_eq!(known.of("ada")[0], "10006");
        assert!(known.of("eve").is_empty());
        let (shop, other) = (SourceName::parse("shop"), SourceName::parse("other"));
        let (shop, other) = (shop.expect("a name"), other.expect("a name"));
        // Only the session that began it, and only of its own source.
        assert_eq!(
            known.presented(3, &shop, "t10007").as_deref(),
            Some("10007")
        );
        assert_eq!(known.presented(1, &shop, "t10007"), None);
        assert_eq!(known.presented(3, &other, "t10007"), None);
    }
}
