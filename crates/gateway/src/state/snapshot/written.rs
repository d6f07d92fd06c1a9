//! What this process has written itself, taken over without reading it back.

use std::sync::Arc;

use candor_resolve::OpinionOrigin;
use candor_store::WrittenOpinions;

use super::{StateSnapshot, StoredState};

// === impl StateSnapshot ===

impl StateSnapshot {
    /// What would be read now that this was written; none if somebody else may have written
    /// something meanwhile. Every change counts the revision up, so that none goes unnoticed.
    pub(crate) fn with_written(self: &Arc<Self>, written: &WrittenOpinions) -> Option<Arc<Self>> {
        if written.revision <= self.revision {
            // It was there when this was read.
            return Some(Arc::clone(self));
        }
        if written.revision != self.revision + 1 {
            return None;
        }
        let mut next = Self::clone(self);
        next.revision = written.revision;
        next.stored.take_over(written);
        let settings = Arc::make_mut(&mut next.settings);
        settings.opinions = Arc::clone(&next.stored.opinions);
        Some(Arc::new(next))
    }
}

// === impl StoredState ===

impl StoredState {
    fn take_over(&mut self, written: &WrittenOpinions) {
        // Shares everything with the one before, but for what is written into it.
        let opinions = Arc::make_mut(&mut self.opinions);
        for (key, stored) in &written.entries {
            let was_there = opinions.holds(OpinionOrigin::Store, key);
            if let Some(stored) = stored {
                let opinion = stored.opinion.clone();
                opinions.insert(OpinionOrigin::Store, key.clone(), opinion);
                self.rows += u64::from(!was_there);
            } else {
                opinions.remove(OpinionOrigin::Store, key);
                self.rows = self.rows.saturating_sub(u64::from(was_there));
            }
        }
    }
}
