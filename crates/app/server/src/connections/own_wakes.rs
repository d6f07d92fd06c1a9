//! A future that is polled only when it was itself woken.
//!
//! A connection is polled for many reasons: a request body wakes it while it is read, and so does
//! everything else on the same task. The response is a deep stack of futures, which would be polled
//! each time in vain.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::task::AtomicWaker;

/// A future that is not polled for others' wakes.
pub(super) struct OwnWakes<F> {
    future: F,
    flag: Arc<WakeFlag>,
    waker: Waker,
}

/// Whether the future was woken, and who polls it.
struct WakeFlag {
    is_woken: AtomicBool,
    task: AtomicWaker,
}

// === impl OwnWakes ===

impl<F: Future + Unpin> OwnWakes<F> {
    pub(super) fn new(future: F) -> Self {
        let flag = Arc::new(WakeFlag {
            // It has to be polled for a first time.
            is_woken: AtomicBool::new(true),
            task: AtomicWaker::new(),
        });
        Self {
            future,
            waker: Waker::from(Arc::clone(&flag)),
            flag,
        }
    }
}

impl<F: Future + Unpin> Future for OwnWakes<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // Registered before the flag is looked at, so that no wake falls between the two.
        self.flag.task.register(context.waker());
        if !self.flag.is_woken.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        let this = &mut *self;
        Pin::new(&mut this.future).poll(&mut Context::from_waker(&this.waker))
    }
}

// === impl WakeFlag ===

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_woken.swap(true, Ordering::AcqRel) {
            self.task.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::atomic::AtomicUsize;

    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn it_is_polled_for_its_own_wakes_only() {
        let polls = AtomicUsize::new(0);
        let bell = Notify::new();
        let mut heard = Box::pin(bell.notified());
        let mut own = OwnWakes::new(poll_fn(|context| {
            polls.fetch_add(1, Ordering::Relaxed);
            heard.as_mut().poll(context)
        }));
        // Polled again and again for other reasons.
        let mut unwoken = Context::from_waker(Waker::noop());
        for _ in 0..3 {
            assert!(Pin::new(&mut own).poll(&mut unwoken).is_pending());
        }
        assert_eq!(polls.load(Ordering::Relaxed), 1);
        // A wake reaches the task that currently polls it.
        tokio::join!(&mut own, async {
            tokio::task::yield_now().await;
            bell.notify_one();
        });
        assert_eq!(polls.load(Ordering::Relaxed), 2);
    }
}
