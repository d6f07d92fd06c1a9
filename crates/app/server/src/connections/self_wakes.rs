//! A future that is polled again immediately when it wakes itself.
//!
//! The library wakes a connection while it polls it, several times per request: reading the body
//! asks the same connection for more. The runtime treats such a wake as new work, moves the task to
//! the end of its queue and wakes another thread to steal it, which costs more than the request
//! itself.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::task::AtomicWaker;

/// The maximum number of consecutive polls before yielding.
const POLLS_MAX: usize = 8;

/// Not being polled; a wake is forwarded to the task.
const RESTING: u8 = 0;
/// It is being polled, and was not woken meanwhile.
const POLLED: u8 = 1;
/// It was woken while it was polled.
const WOKEN: u8 = 2;

/// A future whose own wakes do not go through the runtime.
pub(super) struct SelfWakes<F> {
    future: Pin<Box<F>>,
    state: Arc<WakeState>,
    waker: Waker,
}

struct WakeState {
    phase: AtomicU8,
    task: AtomicWaker,
}

// === impl SelfWakes ===

impl<F: Future> SelfWakes<F> {
    pub(super) fn new(future: F) -> Self {
        let state = Arc::new(WakeState {
            phase: AtomicU8::new(RESTING),
            task: AtomicWaker::new(),
        });
        Self {
            future: Box::pin(future),
            waker: Waker::from(Arc::clone(&state)),
            state,
        }
    }
}

impl<F: Future> Future for SelfWakes<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = &mut *self;
        this.state.task.register(context.waker());
        for _ in 0..POLLS_MAX {
            this.state.phase.store(POLLED, Ordering::Release);
            let polled = this
                .future
                .as_mut()
                .poll(&mut Context::from_waker(&this.waker));
            if polled.is_ready() || this.state.rest() {
                return polled;
            }
        }
        // It wakes itself over and over.
        this.state.phase.store(RESTING, Ordering::Release);
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

// === impl WakeState ===

impl WakeState {
    /// Ends a poll; false, if it was woken meanwhile.
    fn rest(&self) -> bool {
        let rested =
            self.phase
                .compare_exchange(POLLED, RESTING, Ordering::AcqRel, Ordering::Acquire);
        rested.is_ok()
    }
}

impl Wake for WakeState {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let noted = self
            .phase
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |phase| {
                (phase != RESTING).then_some(WOKEN)
            });
        if noted.is_err() {
            self.task.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use futures_util::task::noop_waker_ref;

    use super::*;

    /// A waker that counts wakes.
    #[derive(Default)]
    struct CountedWakes(AtomicUsize);

    impl Wake for CountedWakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The number of polls of a future that wakes itself `wakes` times, and of wakes of its task,
    /// when the task polls it once.
    fn polled_once(wakes: usize) -> (usize, usize) {
        let mut polls = 0;
        let outer = Arc::new(CountedWakes::default());
        {
            let mut future = SelfWakes::new(poll_fn(|context| {
                polls += 1;
                if polls <= wakes {
                    context.waker().wake_by_ref();
                }
                Poll::<()>::Pending
            }));
            let task = Waker::from(Arc::clone(&outer));
            let mut context = Context::from_waker(&task);
            assert!(Pin::new(&mut future).poll(&mut context).is_pending());
        }
        (polls, outer.0.load(Ordering::Relaxed))
    }

    #[test]
    fn its_own_wakes_do_not_reach_its_task() {
        for (wakes, expect) in [
            (0, (1, 0)),
            (1, (2, 0)),
            (3, (4, 0)),
            (POLLS_MAX - 1, (POLLS_MAX, 0)),
            // Then others get their turn.
            (POLLS_MAX, (POLLS_MAX, 1)),
            (100, (POLLS_MAX, 1)),
        ] {
            assert_eq!(polled_once(wakes), expect, "{wakes} wakes");
        }
    }

    #[test]
    fn others_wakes_reach_its_task_while_it_rests() {
        let mut inner = None;
        let mut future = SelfWakes::new(poll_fn(|context| {
            inner = Some(context.waker().clone());
            Poll::<()>::Pending
        }));
        let outer = Arc::new(CountedWakes::default());
        let task = Waker::from(Arc::clone(&outer));
        assert!(
            Pin::new(&mut future)
                .poll(&mut Context::from_waker(&task))
                .is_pending()
        );
        // The task that polled it last is woken, not an earlier one.
        let mut unwoken = Context::from_waker(noop_waker_ref());
        assert!(Pin::new(&mut future).poll(&mut unwoken).is_pending());
        assert!(
            Pin::new(&mut future)
                .poll(&mut Context::from_waker(&task))
                .is_pending()
        );
        drop(future);
        inner.expect("polled").wake();
        assert_eq!(outer.0.load(Ordering::Relaxed), 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_wake_of_another_thread_is_lost() {
        for _ in 0..200 {
            let (sender, receiver) = tokio::sync::oneshot::channel();
            let waits = tokio::spawn(SelfWakes::new(receiver));
            tokio::spawn(async { sender.send(7) });
            let heard = tokio::time::timeout(Duration::from_mins(1), waits).await;
            assert_eq!(heard.expect("in time").expect("no panic"), Ok(7));
        }
    }
}
