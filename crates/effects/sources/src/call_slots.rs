//! The concurrent calls of one source, and how they are shared among callers.
//!
//! One caller gets at most three quarters of the slots, so that some are left for others. With
//! fewer than four slots there is no such limit.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of callers whose names are kept even when they have no slot.
const KNOWN_CALLERS: usize = 64;

/// The slots of one source. Clones share the same slots.
#[derive(Clone, Debug)]
pub(crate) struct CallSlots(Arc<SlotTable>);

#[derive(Debug)]
struct SlotTable {
    limit: usize,
    taken: Mutex<TakenSlots>,
}

#[derive(Debug, Default)]
struct TakenSlots {
    all: usize,
    /// There are few, so that comparing names costs less than hashing them.
    callers: BTreeMap<Arc<str>, usize>,
}

/// A slot that is taken until this is dropped.
#[derive(Debug)]
pub(crate) struct CallSlot {
    slots: CallSlots,
    caller: Option<Arc<str>>,
}

/// Why no slot is available.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoSlot {
    /// All slots are taken.
    AllTaken,
    /// The caller has reached its share.
    ShareTaken { share: usize },
}

// === impl CallSlots ===

impl CallSlots {
    pub(crate) fn new(limit: usize) -> Self {
        Self(Arc::new(SlotTable {
            limit,
            taken: Mutex::default(),
        }))
    }

    /// Takes a slot for a caller. Requests without a caller are Candor's own, and can take any.
    pub(crate) fn take(&self, caller: Option<&str>) -> Result<CallSlot, NoSlot> {
        let limit = self.0.limit;
        let share = limit - limit / 4;
        let mut taken = self.lock();
        if taken.all >= limit {
            return Err(NoSlot::AllTaken);
        }
        let caller = match caller {
            Some(caller) => Some(taken.add_to(caller, share)?),
            None => None,
        };
        taken.all += 1;
        drop(taken);
        Ok(CallSlot {
            slots: self.clone(),
            caller,
        })
    }

    /// The number of taken slots.
    pub(crate) fn taken(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, TakenSlots> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl TakenSlots ===

impl TakenSlots {
    /// Counts one more slot of a caller, whose share this is. Returns the caller's name, shared.
    fn add_to(&mut self, caller: &str, share: usize) -> Result<Arc<str>, NoSlot> {
        let Some((name, &own)) = self.callers.get_key_value(caller) else {
            let name: Arc<str> = caller.into();
            self.callers.insert(Arc::clone(&name), 1);
            return Ok(name);
        };
        if own >= share {
            return Err(NoSlot::ShareTaken { share });
        }
        let name = Arc::clone(name);
        if let Some(own) = self.callers.get_mut(caller) {
            *own += 1;
        }
        Ok(name)
    }

    fn take_from(&mut self, caller: &str) {
        if let Some(own) = self.callers.get_mut(caller) {
            *own = own.saturating_sub(1);
        }
        // A caller without a slot probably takes another one soon, but they must not add up.
        if self.callers.len() > KNOWN_CALLERS {
            self.callers.retain(|_, own| *own > 0);
        }
    }
}

impl Drop for CallSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        taken.all = taken.all.saturating_sub(1);
        if let Some(caller) = &self.caller {
            taken.take_from(caller);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes all slots that one caller can get.
    fn all_of(slots: &CallSlots, caller: &str) -> Vec<CallSlot> {
        std::iter::from_fn(|| slots.take(Some(caller)).ok()).collect()
    }

    #[test]
    fn one_caller_leaves_a_quarter_to_others() {
        for (limit, share) in [(1, 1), (2, 2), (3, 3), (4, 3), (5, 4), (8, 6), (64, 48)] {
            let slots = CallSlots::new(limit);
            let held = all_of(&slots, "ann");
            assert_eq!(held.len(), share, "of {limit}");
            let refused = slots.take(Some("ann")).expect_err("a refusal");
            let rest = all_of(&slots, "bob");
            assert_eq!(rest.len(), limit - share, "of {limit}");
            if limit < 4 {
                assert_eq!(refused, NoSlot::AllTaken);
            } else {
                assert_eq!(refused, NoSlot::ShareTaken { share });
            }
            assert_eq!(slots.take(Some("eve")).err(), Some(NoSlot::AllTaken));
            assert_eq!(slots.take(None).err(), Some(NoSlot::AllTaken));
        }
    }

    #[test]
    fn what_has_ended_makes_room() {
        let slots = CallSlots::new(4);
        let mut held = all_of(&slots, "ann");
        held.pop();
        assert_eq!(slots.taken(), 2);
        held.push(slots.take(Some("ann")).expect("a slot"));
        let own = slots.take(None).expect("a slot");
        assert_eq!(slots.taken(), 4);
        drop((held, own));
        assert_eq!(slots.taken(), 0);
        assert!(slots.lock().callers.values().all(|own| *own == 0));
    }

    #[test]
    fn callers_do_not_add_up() {
        let slots = CallSlots::new(4);
        let held = slots.take(Some("ann")).expect("a slot");
        for caller in 0..10 * KNOWN_CALLERS {
            drop(slots.take(Some(&caller.to_string())).expect("a slot"));
            assert!(slots.lock().callers.len() <= KNOWN_CALLERS + 1);
        }
        assert_eq!(slots.lock().callers.get("ann"), Some(&1));
        drop(held);
    }
}
