//! Calls made from the try-it page, and their results for a while.
//!
//! A call may take minutes or wait for an approval. So it runs in a task of its own, and its page
//! shows its state. Number, size and age of kept calls are limited; the audit log is the record.

mod call;
mod run;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use candor_dashboard_kit::DashboardState;
use candor_model::QualifiedName;

pub(crate) use self::call::{TryItCall, TryItEnd, TryItRequest};

/// The maximum number of calls, running or finished.
const KEPT: usize = 64;
/// The maximum number of calls per user.
const KEPT_OF_ONE: usize = 16;
/// The maximum number of running calls per user.
const UNDER_WAY: usize = 8;
/// How long a finished call is kept.
pub(crate) const FOR: Duration = Duration::from_mins(15);

/// The kept calls. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct TryItCalls(Arc<CallList>);

/// The calls, oldest first.
#[derive(Default)]
struct CallList(Mutex<VecDeque<Arc<TryItCall>>>);

/// The call for a request.
pub(crate) enum StartedCall {
    /// A new call.
    New(Arc<TryItCall>),
    /// The call of an earlier submission of the same form.
    Before(Arc<TryItCall>),
}

/// Why a call was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooManyCalls {
    /// The user has too many running calls.
    OwnLimit,
    /// All users together have.
    SharedLimit,
}

// === impl TryItCalls ===

impl TryItCalls {
    /// Starts a call, unless the same form was submitted before.
    pub(crate) fn begin(
        &self,
        pages: &DashboardState,
        request: TryItRequest,
    ) -> Result<StartedCall, TooManyCalls> {
        let mut kept = self.lock();
        prune(&mut kept, Instant::now());
        if let Some(before) = kept.iter().find(|call| call.is_of(&request)) {
            return Ok(StartedCall::Before(Arc::clone(before)));
        }
        make_room(&mut kept, &request.identity.name)?;
        let (call, arrival) = request.begin(pages);
        kept.push_back(Arc::clone(&call));
        tokio::spawn(run::run(Arc::clone(&call), pages.gateway.call(arrival)));
        Ok(StartedCall::New(call))
    }

    /// Finds a call of a user.
    pub(crate) fn find(&self, owner: &str, id: &str) -> Option<Arc<TryItCall>> {
        let mut kept = self.lock();
        prune(&mut kept, Instant::now());
        let mut own = kept.iter().filter(|call| call.owner == owner);
        own.find(|call| call.id == id).cloned()
    }

    /// The calls of a tool by a user, newest first.
    pub(crate) fn recent(&self, owner: &str, tool: &QualifiedName) -> Vec<Arc<TryItCall>> {
        let mut kept = self.lock();
        prune(&mut kept, Instant::now());
        let own = kept.iter().rev().filter(|call| call.owner == owner);
        own.filter(|call| call.tool == *tool).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<TryItCall>>> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Cancels calls whose results can no longer be seen.
impl Drop for CallList {
    fn drop(&mut self) {
        let kept = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        for call in kept.iter() {
            call.cancel();
        }
    }
}

/// Removes calls that finished long ago.
fn prune(kept: &mut VecDeque<Arc<TryItCall>>, now: Instant) {
    kept.retain(|call| {
        let over = call.end().map(|(_, at)| now.saturating_duration_since(*at));
        over.is_none_or(|over| over < FOR)
    });
}

/// Removes the oldest finished calls if there are too many, never running ones.
fn make_room(kept: &mut VecDeque<Arc<TryItCall>>, owner: &str) -> Result<(), TooManyCalls> {
    let own = |call: &TryItCall| call.owner == owner;
    let running = kept.iter().filter(|call| own(call) && !call.is_over());
    if running.count() >= UNDER_WAY {
        return Err(TooManyCalls::OwnLimit);
    }
    while kept.iter().filter(|call| own(call)).count() >= KEPT_OF_ONE {
        forget(kept, own).ok_or(TooManyCalls::OwnLimit)?;
    }
    while kept.len() >= KEPT {
        forget(kept, |_| true).ok_or(TooManyCalls::SharedLimit)?;
    }
    Ok(())
}

/// Removes the oldest finished call of these.
fn forget(
    kept: &mut VecDeque<Arc<TryItCall>>,
    these: impl Fn(&TryItCall) -> bool,
) -> Option<Arc<TryItCall>> {
    let at = kept.iter().position(|call| these(call) && call.is_over())?;
    kept.remove(at)
}
