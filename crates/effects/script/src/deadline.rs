//! The deadline of a call, which excludes the time that a user takes to answer questions.

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// The deadline of a call, extended while a user is asked.
#[derive(Debug)]
pub(crate) struct CallDeadline(watch::Sender<DeadlineClock>);

#[derive(Clone, Copy, Debug)]
struct DeadlineClock {
    end: Instant,
    /// The number of open questions, and since when there are any.
    open: usize,
    since: Instant,
}

/// Stops the clock until dropped.
pub(crate) struct DeadlinePause<'a>(&'a CallDeadline);

// === impl CallDeadline ===

impl CallDeadline {
    pub(crate) fn until(end: Instant) -> Self {
        Self(watch::Sender::new(DeadlineClock {
            end,
            open: 0,
            since: end,
        }))
    }

    /// The deadline, unless a user is asked before.
    pub(crate) fn end(&self) -> Instant {
        self.0.borrow().end
    }

    /// Stops the clock.
    pub(crate) fn pause(&self) -> DeadlinePause<'_> {
        self.0.send_modify(|clock| {
            if clock.open == 0 {
                clock.since = Instant::now();
            }
            clock.open += 1;
        });
        DeadlinePause(self)
    }

    /// Waits until the time is over.
    pub(crate) async fn over(&self) {
        let mut clocks = self.0.subscribe();
        loop {
            let clock = *clocks.borrow_and_update();
            let over = async {
                if clock.open > 0 {
                    std::future::pending::<()>().await;
                }
                sleep_until(clock.end).await;
            };
            tokio::select! {
                () = over => return,
                // The sender is ours, so that it cannot be gone.
                _ = clocks.changed() => {}
            }
        }
    }
}

impl Drop for DeadlinePause<'_> {
    fn drop(&mut self) {
        self.0.0.send_modify(|clock| {
            clock.open -= 1;
            if clock.open == 0 {
                clock.end += clock.since.elapsed();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::sleep;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn the_clock_stands_still_while_somebody_thinks() {
        let start = Instant::now();
        let deadline = CallDeadline::until(start + 2 * MOMENT);
        let asked = async {
            let first = deadline.pause();
            sleep(5 * MOMENT).await;
            let second = deadline.pause();
            drop(first);
            sleep(5 * MOMENT).await;
            drop(second);
        };
        tokio::join!(asked, deadline.over());
        assert!(deadline.end() >= start + 12 * MOMENT);
        assert!(start.elapsed() >= 12 * MOMENT);
    }

    #[tokio::test]
    async fn otherwise_the_time_is_over_when_it_is() {
        let end = Instant::now() + MOMENT;
        let deadline = CallDeadline::until(end);
        deadline.over().await;
        assert!(Instant::now() >= end && deadline.end() == end);
    }
}
