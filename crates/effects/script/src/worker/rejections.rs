//! Unhandled promise rejections.

use std::cell::RefCell;

use rquickjs::{Ctx, Persistent, Value};

/// The maximum number stored. The first ones are the most useful.
const MAX: usize = 8;

/// Failed promises that nothing has been attached to, in order.
#[derive(Default)]
pub(super) struct UnhandledRejections(RefCell<Vec<UnhandledRejection>>);

struct UnhandledRejection {
    promise: Persistent<Value<'static>>,
    reason: Persistent<Value<'static>>,
}

// === impl UnhandledRejections ===

impl UnhandledRejections {
    /// Records the engine's notification: a promise was rejected, or a handler attached later.
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
            kept.push(UnhandledRejection {
                promise,
                reason: Persistent::save(ctx, reason),
            });
        }
    }

    /// Takes the reasons.
    pub(super) fn take<'js>(&self, ctx: &Ctx<'js>) -> Vec<Value<'js>> {
        let taken = self.0.take();
        taken
            .into_iter()
            .filter_map(|rejection| rejection.reason.restore(ctx).ok())
            .collect()
    }
}
