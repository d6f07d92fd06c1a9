//! Pending operations of the program.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use rquickjs::object::Property;
use rquickjs::{Ctx, Exception, Function, Persistent, Promise, Result, Value};

use crate::protocol::{OpOutcome, OpReply};

/// The ops that are under way, by number.
#[derive(Default)]
pub(super) struct PendingOps {
    last: Cell<u64>,
    pending: RefCell<HashMap<u64, PromiseSettler>>,
    closed: Cell<bool>,
}

/// The promise functions of a pending operation.
struct PromiseSettler {
    resolve: Persistent<Function<'static>>,
    reject: Persistent<Function<'static>>,
}

// === impl PendingOps ===

impl PendingOps {
    /// A new op: its number, and the promise of its outcome.
    pub(super) fn begin<'js>(&self, ctx: &Ctx<'js>) -> Result<(u64, Promise<'js>)> {
        let (promise, resolve, reject) = Promise::new(ctx)?;
        let number = self.last.get() + 1;
        self.last.set(number);
        let settle = PromiseSettler {
            resolve: Persistent::save(ctx, resolve),
            reject: Persistent::save(ctx, reject),
        };
        self.pending.borrow_mut().insert(number, settle);
        Ok((number, promise))
    }

    /// Removes an operation that was never requested.
    pub(super) fn abandon(&self, number: u64) {
        self.pending.borrow_mut().remove(&number);
    }

    /// Settles an operation. One that is not pending belongs to an earlier call.
    pub(super) fn settle<'js>(&self, ctx: &Ctx<'js>, reply: OpReply) -> Result<()> {
        let Some(settle) = self.pending.borrow_mut().remove(&reply.op) else {
            return Ok(());
        };
        match reply.outcome {
            OpOutcome::Ok(json) => {
                let resolve = settle.resolve.restore(ctx)?;
                resolve.call::<_, Value<'js>>((json.get(),)).map(drop)
            }
            OpOutcome::Error { name, message } => {
                let error = Exception::from_message(ctx.clone(), "")?.into_object();
                // Not enumerable, as in errors created by the engine.
                error.remove("message")?;
                error.prop("message", Property::from(message).writable().configurable())?;
                error.prop("name", Property::from(name).writable().configurable())?;
                let reject = settle.reject.restore(ctx)?;
                reject.call::<_, Value<'js>>((error,)).map(drop)
            }
        }
    }

    /// Whether there is something to wait for.
    pub(super) fn are_pending(&self) -> bool {
        !self.pending.borrow().is_empty()
    }

    /// Whether operations are refused because no call is running.
    pub(super) fn are_closed(&self) -> bool {
        self.closed.get()
    }

    /// Allows operations, since a call begins.
    pub(super) fn open(&self) {
        self.closed.set(false);
    }

    /// Drops pending operations and refuses new ones.
    pub(super) fn close(&self) {
        self.closed.set(true);
        // Dropping may free objects of the program, so the map must not be borrowed then.
        let forgotten = self.pending.take();
        drop(forgotten);
    }
}
