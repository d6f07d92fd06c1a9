//! Applies writes of this process without reading them back.

use std::sync::Arc;

use candor_resolve::OpinionOrigin;
use candor_store::WrittenOpinions;

use super::{StateSnapshot, StoredState};

// === impl StateSnapshot ===

impl StateSnapshot {
    /// The snapshot after this write; `None` if another process may have written something
    /// meanwhile. Every change increments the revision, so that none is missed.
    pub(crate) fn with_written(self: &Arc<Self>, written: &WrittenOpinions) -> Option<Arc<Self>> {
        if written.revision <= self.revision {
            // The write is already included.
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
        // Copy on write: unchanged parts are shared with the previous index.
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
