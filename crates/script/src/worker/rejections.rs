//! Promises that failed, and nobody cared.

use std::cell::RefCell;

use rquickjs::{Ctx, Persistent, Value};

/// How many are kept. The first are the telling ones.
const MAX: usize = 8;

/// Failed promises that nothing has been attached to, in order.
#[derive(Default)]
pub(super) struct Rejections(RefCell<Vec<Rejection>>);

struct Rejection {
    promise: Persistent<Value<'static>>,
    reason: Persistent<Value<'static>>,
}

// === impl Rejections ===

impl Rejections {
    /// Notes what the engine says: a promise has failed, or somebody cares after all.
    pub(super) fn note<'js>(
        &self,
        ctx: &Ctx<'js>,
        promise: Value<'js>,
        reason: Value<'js>,
        is_handled: bool,
    ) {
        let promise = Persistent::save(ctx, promise);
        let mut kept = self.0.borrow_mut();
        if is_handled {
            kept.retain(|rejection| rejection.promise != promise);
        } else if kept.len() < MAX {
            kept.push(Rejection {
                promise,
                reason: Persistent::save(ctx, reason),
            });
        }
    }

    /// Why they failed; from then on they are forgotten.
    pub(super) fn take<'js>(&self, ctx: &Ctx<'js>) -> Vec<Value<'js>> {
        let taken = self.0.take();
        taken
            .into_iter()
            .filter_map(|rejection| rejection.reason.restore(ctx).ok())
            .collect()
    }
}
