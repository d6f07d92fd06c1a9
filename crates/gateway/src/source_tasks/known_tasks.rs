//! The tasks that clients with a session have begun, for their list.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    /// The id as the client knows it.
    presented: String,
}

// === impl KnownTasks ===

impl KnownTasks {
    pub(crate) fn add(&self, principal: &str, presented: &str) {
        let mut known = self.lock();
        if known.len() >= MOST {
            known.pop_front();
        }
        known.push_back(KnownTask {
            principal: principal.to_owned(),
            presented: presented.to_owned(),
        });
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
            known.add(who, &at.to_string());
        }
        assert_eq!(known.lock().len(), MOST);
        let own = known.of("ada");
        assert_eq!((own.len(), own[0].as_str()), (LISTED, "10008"));
        known.forget("10008");
        assert_eq!(known.of("ada")[0], "10006");
        assert!(known.of("eve").is_empty());
    }
}
