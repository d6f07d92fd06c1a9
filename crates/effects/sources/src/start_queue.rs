//! How many servers are started at the same time.
//!
//! Dozens of programs that start at once take the processor from each other until none of them
//! answers in time. All sources of this process share its cores, so that they share one queue.

use std::pin::pin;
use std::sync::LazyLock;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Semaphore;

/// Programs for each core. One of them often waits, for the disk or for a package registry.
const FOR_EACH_CORE: usize = 2;
/// A program that has not answered after this time waits for something else than the processor,
/// and no longer holds up the others.
const PLACE_HELD: Duration = Duration::from_secs(8);

static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = available_parallelism().map_or(1, usize::from);
    Semaphore::new(cores * FOR_EACH_CORE)
});

/// Runs a start when it is its turn.
pub(crate) async fn in_turn<T>(start: impl Future<Output = T>) -> T {
    run_in(&PLACES, start).await
}

async fn run_in<T>(places: &Semaphore, start: impl Future<Output = T>) -> T {
    // The queue is never closed.
    let place = places.acquire().await.ok();
    let mut start = pin!(start);
    let started = tokio::time::timeout(PLACE_HELD, &mut start).await;
    drop(place);
    match started {
        Ok(started) => started,
        Err(_) => start.await,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::task::JoinSet;

    use super::*;

    /// Starts so many programs that take so long; gives the most that ran at once and the time.
    async fn all(count: usize, each: Duration) -> (usize, Duration) {
        static PLACES: Semaphore = Semaphore::const_new(3);
        let begun = tokio::time::Instant::now();
        let running: &'static (AtomicUsize, AtomicUsize) = Box::leak(Box::default());
        let mut starts = JoinSet::new();
        for _ in 0..count {
            starts.spawn(run_in(&PLACES, async move {
                let now = running.0.fetch_add(1, Ordering::SeqCst) + 1;
                running.1.fetch_max(now, Ordering::SeqCst);
                tokio::time::sleep(each).await;
                running.0.fetch_sub(1, Ordering::SeqCst);
            }));
        }
        starts.join_all().await;
        (running.1.load(Ordering::SeqCst), begun.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_few_start_at_once() {
        let second = Duration::from_secs(1);
        let (most, took) = all(12, second).await;
        assert_eq!(most, 3);
        assert!(took >= 4 * second && took < 5 * second, "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn programs_that_hang_do_not_hold_up_the_others() {
        let (most, took) = all(6, Duration::from_mins(10)).await;
        assert_eq!(most, 6);
        assert!(took < Duration::from_mins(11), "{took:?}");
    }
}
