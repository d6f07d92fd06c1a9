//! How long a call may take. The time in which a person thinks is not the call's.

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// The end of a call's time, which moves while somebody is asked.
#[derive(Debug)]
pub(crate) struct Patience(watch::Sender<Clock>);

#[derive(Clone, Copy, Debug)]
struct Clock {
    end: Instant,
    /// How many questions are open, and since when any is.
    open: usize,
    since: Instant,
}

/// While this is held, the clock stands still.
pub(crate) struct Pause<'a>(&'a Patience);

// === impl Patience ===

impl Patience {
    pub(crate) fn until(end: Instant) -> Self {
        Self(watch::Sender::new(Clock {
            end,
            open: 0,
            since: end,
        }))
    }

    /// When the time is over, unless somebody is asked before that.
    pub(crate) fn end(&self) -> Instant {
        self.0.borrow().end
    }

    /// Stops the clock.
    pub(crate) fn pause(&self) -> Pause<'_> {
        self.0.send_modify(|clock| {
            if clock.open == 0 {
                clock.since = Instant::now();
            }
            clock.open += 1;
        });
        Pause(self)
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

impl Drop for Pause<'_> {
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
        let patience = Patience::until(start + 2 * MOMENT);
        let asked = async {
            let first = patience.pause();
            sleep(5 * MOMENT).await;
            let second = patience.pause();
            drop(first);
            sleep(5 * MOMENT).await;
            drop(second);
        };
        tokio::join!(asked, patience.over());
        assert!(patience.end() >= start + 12 * MOMENT);
        assert!(start.elapsed() >= 12 * MOMENT);
    }

    #[tokio::test]
    async fn otherwise_the_time_is_over_when_it_is() {
        let end = Instant::now() + MOMENT;
        let patience = Patience::until(end);
        patience.over().await;
        assert!(Instant::now() >= end && patience.end() == end);
    }
}
