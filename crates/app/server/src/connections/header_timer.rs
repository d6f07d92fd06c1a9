//! A timeout for request headers, with one timer for all requests of a connection.
//!
//! The library creates a timer for the headers of each request and cancels it when they arrive,
//! usually immediately. Each time, this takes the lock of the runtime's timers twice. Here, the
//! timer of the first request is kept. When it fires, it is reset to the remaining time of the
//! current request.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

/// The timer of one connection of HTTP/1.
#[derive(Default)]
pub(super) struct HeaderTimer(Arc<SharedAlarm>);

/// The one timer that is set.
#[derive(Default)]
struct SharedAlarm(Mutex<Option<Pin<Box<tokio::time::Sleep>>>>);

/// The wait for the headers of one request.
struct HeaderDeadline {
    at: tokio::time::Instant,
    alarm: Arc<SharedAlarm>,
}

// === impl HeaderTimer ===

impl Timer for HeaderTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(HeaderDeadline {
            at: deadline.into(),
            alarm: Arc::clone(&self.0),
        })
    }

    fn now(&self) -> Instant {
        tokio::time::Instant::now().into()
    }
}

// === impl HeaderDeadline ===

impl Sleep for HeaderDeadline {}

impl Future for HeaderDeadline {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut alarm = self.alarm.0.lock().unwrap_or_else(PoisonError::into_inner);
        let alarm = alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(self.at)));
        if alarm.deadline() > self.at {
            alarm.as_mut().reset(self.at);
        }
        while alarm.as_mut().poll(context).is_ready() {
            if alarm.deadline() == self.at {
                return Poll::Ready(());
            }
            // It went off for an earlier request.
            alarm.as_mut().reset(self.at);
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(1);
    const PATIENCE: Duration = Duration::from_mins(1);

    /// How long a wait took, if it ended within a limit.
    async fn waited(mut wait: Pin<Box<dyn Sleep>>, limit: Duration) -> Option<Duration> {
        let begin = Instant::now();
        let over = tokio::time::timeout(limit, &mut wait).await;
        over.ok().map(|()| begin.elapsed())
    }

    #[tokio::test]
    async fn each_request_has_its_time() {
        let timer = HeaderTimer::default();
        // Requests whose headers come in time, until after the first timer has gone off.
        for _ in 0..4 {
            let in_time = waited(timer.sleep(LIMIT), LIMIT * 3 / 10).await;
            assert_eq!(in_time, None);
        }
        // Once without headers, and once after a pause.
        for _ in 0..2 {
            let late = waited(timer.sleep(LIMIT), PATIENCE).await;
            assert!(late.is_some_and(|after| after >= LIMIT), "{late:?}");
            tokio::time::sleep(LIMIT / 10).await;
        }
    }

    #[tokio::test]
    async fn a_shorter_time_counts_too() {
        let timer = HeaderTimer::default();
        let long = waited(timer.sleep(PATIENCE * 2), LIMIT / 10).await;
        assert_eq!(long, None);
        let short = waited(timer.sleep(LIMIT / 10), PATIENCE).await;
        assert!(short.is_some_and(|after| after >= LIMIT / 10), "{short:?}");
    }
}
