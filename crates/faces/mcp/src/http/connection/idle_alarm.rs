//! The idle timeout between requests, with one timer for the whole connection.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep};

/// Fires when a connection was idle for too long. The timer is only reset when it fires: resetting
/// it for each request would take the runtime's timer lock each time.
pub(super) struct IdleAlarm {
    limit: Duration,
    resting_since: Instant,
    timer: Pin<Box<Sleep>>,
}

// === impl IdleAlarm ===

impl IdleAlarm {
    /// Creates the alarm for a connection that is idle from now on.
    pub(super) fn new(limit: Duration) -> Self {
        Self {
            limit,
            resting_since: Instant::now(),
            timer: Box::pin(sleep(limit)),
        }
    }

    /// Marks the connection as idle from now on.
    pub(super) fn rest(&mut self) {
        self.resting_since = Instant::now();
    }

    /// Ready when the connection was idle for too long.
    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            ready!(self.timer.as_mut().poll(context));
            let end = self.resting_since + self.limit;
            if self.timer.deadline() >= end {
                return Poll::Ready(());
            }
            // The timer was set for an earlier request.
            self.timer.as_mut().reset(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    const LIMIT: Duration = Duration::from_millis(200);

    #[tokio::test]
    async fn each_rest_has_its_time() {
        let mut alarm = IdleAlarm::new(LIMIT);
        // Idle periods within the limit, until after the timer first fires.
        for _ in 0..4 {
            let waited = tokio::time::timeout(LIMIT * 3 / 10, poll_fn(|it| alarm.poll(it))).await;
            assert!(waited.is_err(), "too early");
            alarm.rest();
        }
        let begin = Instant::now();
        poll_fn(|context| alarm.poll(context)).await;
        assert!(begin.elapsed() >= LIMIT);
    }
}
