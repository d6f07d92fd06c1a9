//! Calls that people make from these pages, and what came of them, for a while.
//!
//! A call may take minutes, and wait for somebody. So it is made beside the request that began
//! it, and its page says how it is. What is kept is bounded in number, in size and in time; it
//! is a convenience, and the audit is the record.

mod run;
#[cfg(test)]
mod tests;
mod trial;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use candor_frame::Pages;
use candor_model::QualifiedName;

pub(crate) use self::trial::{End, Trial, Wish};

/// The most that are kept, under way or over.
const KEPT: usize = 64;
/// The most that one person has, under way or over.
const KEPT_OF_ONE: usize = 16;
/// The most of one person's that are under way.
const UNDER_WAY: usize = 8;
/// How long one is kept once it is over.
pub(crate) const FOR: Duration = Duration::from_mins(15);

/// See the module. Cloning gives another handle to the same ones.
#[derive(Clone, Default)]
pub(crate) struct Trials(Arc<Kept>);

/// The oldest first.
#[derive(Default)]
struct Kept(Mutex<VecDeque<Arc<Trial>>>);

/// What came of the wish to make a call.
pub(crate) enum Begun {
    /// It is under way.
    New(Arc<Trial>),
    /// The same form was sent before, and this came of it.
    Before(Arc<Trial>),
}

/// Why no call can be made now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// This person has too many under way.
    Own,
    /// Everybody together has.
    All,
}

// === impl Trials ===

impl Trials {
    /// Makes a call, unless the same form has made it before.
    pub(crate) fn begin(&self, pages: &Pages, wish: Wish) -> Result<Begun, Full> {
        let mut kept = self.lock();
        prune(&mut kept, Instant::now());
        if let Some(before) = kept.iter().find(|trial| trial.is_of(&wish)) {
            return Ok(Begun::Before(Arc::clone(before)));
        }
        make_room(&mut kept, &wish.identity.name)?;
        let (trial, arrival) = wish.begin(pages);
        kept.push_back(Arc::clone(&trial));
        tokio::spawn(run::run(Arc::clone(&trial), pages.gateway.call(arrival)));
        Ok(Begun::New(trial))
    }

    /// One of somebody's own.
    pub(crate) fn find(&self, owner: &str, id: &str) -> Option<Arc<Trial>> {
        let mut kept = self.lock();
        prune(&mut kept, Instant::now());
        let mut own = kept.iter().filter(|trial| trial.owner == owner);
        own.find(|trial| trial.id == id).cloned()
    }

    /// Somebody's own calls of a tool, the newest first.
    pub(crate) fn recent(&self, owner: &str, tool: &QualifiedName) -> Vec<Arc<Trial>> {
        let mut kept = self.lock();
        prune(&mut kept, Instant::now());
        let own = kept.iter().rev().filter(|trial| trial.owner == owner);
        own.filter(|trial| trial.tool == *tool).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Trial>>> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Nobody can look at them any more, so nobody waits for them.
impl Drop for Kept {
    fn drop(&mut self) {
        let kept = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        for trial in kept.iter() {
            trial.cancel();
        }
    }
}

/// Forgets what has been over for long.
fn prune(kept: &mut VecDeque<Arc<Trial>>, now: Instant) {
    kept.retain(|trial| {
        let over = trial
            .end()
            .map(|(_, at)| now.saturating_duration_since(*at));
        over.is_none_or(|over| over < FOR)
    });
}

/// Forgets the oldest that are over, if there are too many; what is under way is never dropped.
fn make_room(kept: &mut VecDeque<Arc<Trial>>, owner: &str) -> Result<(), Full> {
    let own = |trial: &Trial| trial.owner == owner;
    let running = kept.iter().filter(|trial| own(trial) && !trial.is_over());
    if running.count() >= UNDER_WAY {
        return Err(Full::Own);
    }
    while kept.iter().filter(|trial| own(trial)).count() >= KEPT_OF_ONE {
        forget(kept, own).ok_or(Full::Own)?;
    }
    while kept.len() >= KEPT {
        forget(kept, |_| true).ok_or(Full::All)?;
    }
    Ok(())
}

/// Forgets the oldest of these that is over.
fn forget(kept: &mut VecDeque<Arc<Trial>>, these: impl Fn(&Trial) -> bool) -> Option<Arc<Trial>> {
    let at = kept
        .iter()
        .position(|trial| these(trial) && trial.is_over())?;
    kept.remove(at)
}
