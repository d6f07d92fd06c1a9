//! Limits how many servers start at the same time.
//!
//! Dozens of programs that start at once compete for the processor until none of them answers in
//! time. All sources of this process share its cores, so they share one queue.

use std::pin::pin;
use std::sync::LazyLock;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Semaphore;

/// The number of concurrent starts in addition to one per core. Some wait for the disk or for a
/// package registry; but the more share a core, the longer all of them take.
const MORE_THAN_CORES: usize = 1;
/// A program that has not answered after this time is not waiting for the processor, and no longer
/// blocks the others.
const PLACE_HELD: Duration = Duration::from_secs(8);

static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = available_parallelism().map_or(1, usize::from);
    Semaphore::new(cores + MORE_THAN_CORES)
});

/// Runs a start when it is its turn.
pub(crate) async fn in_turn<T>(start: impl Future<Output = T>) -> T {
    run_in(&PLACES, PLACE_HELD, start).await
}

async fn run_in<T>(places: &Semaphore, held: Duration, start: impl Future<Output = T>) -> T {
    // The queue is never closed.
    let place = places.acquire().await.ok();
    let mut start = pin!(start);
    let started = tokio::time::timeout(held, &mut start).await;
    drop(place);
    match started {
        Ok(started) => started,
        Err(_) => start.await,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Barrier;
    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test]
    async fn a_few_start_at_once() {
        static PLACES: Semaphore = Semaphore::const_new(3);
        static RUNNING: AtomicUsize = AtomicUsize::new(0);
        let mut starts = JoinSet::new();
        for _ in 0..30 {
            starts.spawn(run_in(&PLACES, PLACE_HELD, async {
                let now = RUNNING.fetch_add(1, Ordering::SeqCst) + 1;
                tokio::task::yield_now().await;
                RUNNING.fetch_sub(1, Ordering::SeqCst);
                now
            }));
        }
        let most = starts.join_all().await.into_iter().max();
        assert_eq!(most, Some(3));
    }

    /// None of the programs ends before all of them have begun.
    #[tokio::test]
    async fn programs_that_wait_do_not_hold_up_the_others() {
        static PLACES: Semaphore = Semaphore::const_new(3);
        let all = Arc::new(Barrier::new(9));
        let mut starts = JoinSet::new();
        for _ in 0..9 {
            let all = Arc::clone(&all);
            let start = async move { all.wait().await };
            starts.spawn(run_in(&PLACES, Duration::from_millis(1), start));
        }
        assert_eq!(starts.join_all().await.len(), 9);
    }
}
