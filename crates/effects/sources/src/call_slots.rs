//! The calls that one source is given at a time, and how they are shared among callers.
//!
//! One caller is given at most three quarters of the slots, so that its excess leaves some to
//! others. A source with fewer than four slots has too few to divide.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The slots of one source. Cloning gives another handle to the same ones.
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
    callers: HashMap<String, usize>,
}

/// A slot that is taken until this is dropped.
#[derive(Debug)]
pub(crate) struct CallSlot {
    slots: CallSlots,
    caller: Option<String>,
}

/// Why there is no slot.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoSlot {
    /// All are taken.
    AllTaken,
    /// The caller has as many as one may have.
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

    /// Takes a slot for a caller. What has no caller is Candor's own, and takes any.
    pub(crate) fn take(&self, caller: Option<&str>) -> Result<CallSlot, NoSlot> {
        let limit = self.0.limit;
        let share = limit - limit / 4;
        let mut taken = self.lock();
        if taken.all >= limit {
            return Err(NoSlot::AllTaken);
        }
        if let Some(caller) = caller {
            let own = taken.callers.get(caller).copied().unwrap_or_default();
            if own >= share {
                return Err(NoSlot::ShareTaken { share });
            }
            taken.callers.insert(caller.to_owned(), own + 1);
        }
        taken.all += 1;
        drop(taken);
        Ok(CallSlot {
            slots: self.clone(),
            caller: caller.map(str::to_owned),
        })
    }

    /// How many are taken.
    pub(crate) fn taken(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, TakenSlots> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for CallSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        taken.all = taken.all.saturating_sub(1);
        let Some(caller) = &self.caller else { return };
        if let Some(own) = taken.callers.get_mut(caller) {
            *own = own.saturating_sub(1);
            // Callers without a slot are not remembered, so that the table stays small.
            if *own == 0 {
                taken.callers.remove(caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes all that one caller gets.
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
        assert!(slots.lock().callers.is_empty(), "nobody is remembered");
    }
}
