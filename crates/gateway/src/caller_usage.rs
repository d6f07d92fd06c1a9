//! Resource usage per caller in this process, so that one caller's excess never affects another.
//!
//! A user of a resource holds a [`UsageGuard`] for as long as it is in use. Dropping the guard
//! restores the count, however the use ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use candor_model::{CallerLimit, CallerLimitReached, PrincipalKey};
use prometheus_client::metrics::gauge::Gauge;

/// The usage of one kind of resource. Clones share the same counts.
#[derive(Clone, Default)]
pub(crate) struct CallerUsage(Arc<UsageTable>);

#[derive(Default)]
struct UsageTable {
    callers: Mutex<HashMap<PrincipalKey, UsedAmount>>,
    /// The bytes of all callers together.
    bytes: Gauge,
}

/// The usage of one caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UsedAmount {
    pub(crate) number: u64,
    pub(crate) bytes: u64,
}

/// The limits of one caller for one kind of resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UsageBounds {
    /// The maximum number of items.
    pub(crate) number: usize,
    /// The limit that sets the maximum number.
    pub(crate) limit: CallerLimit,
    /// The maximum size of all items in bytes.
    pub(crate) bytes: usize,
}

/// One item in use by a caller, until this is dropped.
pub struct UsageGuard {
    usage: CallerUsage,
    caller: PrincipalKey,
    bytes: u64,
}

// === impl CallerUsage ===

impl CallerUsage {
    /// Creates counts whose total bytes are also reported in a gauge.
    pub(crate) fn gauged(bytes: Gauge) -> Self {
        Self(Arc::new(UsageTable {
            callers: Mutex::default(),
            bytes,
        }))
    }

    /// Counts another item of this size for a caller, unless that exceeds the limits.
    pub(crate) fn take(
        &self,
        caller: PrincipalKey,
        bytes: usize,
        bounds: UsageBounds,
    ) -> Result<UsageGuard, CallerLimitReached> {
        let bytes = bytes as u64;
        let mut callers = self.lock();
        let used = callers.get(&caller).copied().unwrap_or_default();
        let after = used.bytes.saturating_add(bytes);
        let reached = |limit, found, most: usize| CallerLimitReached {
            caller: caller.clone(),
            limit,
            found,
            most: most as u64,
        };
        if used.number >= bounds.number as u64 {
            return Err(reached(bounds.limit, used.number, bounds.number));
        }
        if after > bounds.bytes as u64 {
            return Err(reached(CallerLimit::KeptBytes, used.bytes, bounds.bytes));
        }
        let now = UsedAmount {
            number: used.number + 1,
            bytes: after,
        };
        callers.insert(caller.clone(), now);
        drop(callers);
        self.0.bytes.inc_by(gauge_step(bytes));
        Ok(UsageGuard {
            usage: self.clone(),
            caller,
            bytes,
        })
    }

    /// The current usage of a caller.
    #[cfg(test)]
    pub(crate) fn of(&self, caller: &PrincipalKey) -> UsedAmount {
        self.lock().get(caller).copied().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PrincipalKey, UsedAmount>> {
        self.0
            .callers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn gauge_step(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

// === impl UsageGuard ===

impl UsageGuard {
    /// The caller that uses the item.
    pub(crate) fn caller(&self) -> &PrincipalKey {
        &self.caller
    }
}

impl Drop for UsageGuard {
    fn drop(&mut self) {
        let mut callers = self.usage.lock();
        if let Some(used) = callers.get_mut(&self.caller) {
            used.number = used.number.saturating_sub(1);
            used.bytes = used.bytes.saturating_sub(self.bytes);
            // Idle callers are removed, so that the table stays small.
            if used.number == 0 {
                callers.remove(&self.caller);
            }
        }
        drop(callers);
        self.usage.0.bytes.dec_by(gauge_step(self.bytes));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BOUNDS: UsageBounds = UsageBounds {
        number: 3,
        limit: CallerLimit::Waiting,
        bytes: 100,
    };

    fn caller(name: &str) -> PrincipalKey {
        PrincipalKey::named(name)
    }

    #[test]
    fn a_caller_that_has_too_much_refuses_nobody_else() {
        let usage = CallerUsage::default();
        let take = |name: &str, bytes| usage.take(caller(name), bytes, BOUNDS);
        let held: Vec<_> = (0..3).map(|_| take("ann", 10).expect("room")).collect();
        let refused = take("ann", 10).err().expect("a refusal");
        assert_eq!((refused.limit, refused.found), (CallerLimit::Waiting, 3));
        let bob = take("bob", 100).expect("room");
        let refused = take("bob", 1).err().expect("a refusal");
        assert_eq!(
            (refused.limit, refused.found),
            (CallerLimit::KeptBytes, 100)
        );
        assert_eq!(usage.0.bytes.get(), 130);
        drop((held, bob));
        assert_eq!(usage.0.bytes.get(), 0);
        assert!(usage.lock().is_empty(), "nobody is remembered");
    }

    proptest! {
        /// For any order of taking and releasing, the counts match what is held, no caller exceeds
        /// its limits, and a caller that holds nothing is accepted.
        #[test]
        fn counts_are_those_of_what_is_held(
            steps in proptest::collection::vec((0_usize..4, 0_usize..120, any::<bool>()), 0..200)
        ) {
            let usage = CallerUsage::default();
            let mut held: Vec<(usize, UsageGuard)> = Vec::new();
            for (who, bytes, gives_back) in steps {
                let key = caller(&who.to_string());
                if gives_back && !held.is_empty() {
                    held.swap_remove(bytes % held.len());
                } else {
                    match usage.take(key.clone(), bytes, BOUNDS) {
                        Ok(guard) => held.push((who, guard)),
                        Err(reached) => {
                            let first = held.iter().all(|(other, _)| *other != who);
                            prop_assert!(!first || bytes > BOUNDS.bytes);
                            prop_assert_eq!(reached.caller, key);
                        }
                    }
                }
                for who in 0..4 {
                    let own = held.iter().filter(|(other, _)| *other == who);
                    let used = usage.of(&caller(&who.to_string()));
                    let bytes: u64 = own.clone().map(|(_, guard)| guard.bytes).sum();
                    prop_assert_eq!(used.number, own.count() as u64);
                    prop_assert_eq!(used.bytes, bytes);
                    prop_assert!(used.number <= 3 && used.bytes <= 100);
                }
            }
        }
    }
}
