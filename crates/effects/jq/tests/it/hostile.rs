//! Filters that want to do harm.

use std::time::Duration;

use candor_jq::{FilterLimits, SelectError};
use tokio::task::JoinSet;

use crate::support::{MIB, WIDE, pool, run};

/// Time enough for a kind filter on a busy machine, and not for an endless one. What ends for
/// another reason has all the time of [`WIDE`] to get there.
const TIGHT: FilterLimits = FilterLimits {
    time: Duration::from_secs(4),
    memory: 256 * MIB,
    workers: 4,
    ..WIDE
};

/// How a filter ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FilterEnd {
    Time,
    Memory,
    Stack,
    Depth,
    Output,
    Other,
}

fn end(result: &Result<Vec<String>, SelectError>) -> FilterEnd {
    match result {
        Err(SelectError::TimedOut { .. }) => FilterEnd::Time,
        Err(SelectError::OutOfMemory { limit }) if *limit == TIGHT.memory => FilterEnd::Memory,
        Err(SelectError::Recursion) => FilterEnd::Stack,
        Err(SelectError::TooDeep { .. }) => FilterEnd::Depth,
        Err(SelectError::OutputTooLarge { .. }) => FilterEnd::Output,
        _ => FilterEnd::Other,
    }
}

async fn check(cases: &[(&'static str, &'static [FilterEnd])]) {
    let patient = FilterLimits {
        time: WIDE.time,
        ..TIGHT
    };
    let (tight, patient) = (pool(TIGHT), pool(patient));
    let mut jobs = JoinSet::new();
    for &(filter, ends) in cases {
        let is_tight = ends.contains(&FilterEnd::Time);
        let workers = if is_tight { &tight } else { &patient };
        let workers = workers.clone();
        jobs.spawn(async move {
            let result = run(&workers, filter, "[1,2,3]").await;
            assert!(ends.contains(&end(&result)), "{filter}: {result:?}");
        });
    }
    while let Some(job) = jobs.join_next().await {
        job.unwrap();
    }
    for workers in [tight, patient] {
        let after = run(&workers, "add", "[1,2,3]").await;
        assert_eq!(after.unwrap(), ["6"], "the pool works on");
    }
}

#[tokio::test]
async fn endless_filters_are_stopped() {
    let cases: [(&str, &[FilterEnd]); 4] = [
        ("def f: f; f", &[FilterEnd::Time]),
        ("last(repeat(1))", &[FilterEnd::Time]),
        ("until(false; .)", &[FilterEnd::Time]),
        ("[range(1e12)]", &[FilterEnd::Time, FilterEnd::Memory]),
    ];
    check(&cases).await;
}

#[tokio::test]
async fn greedy_filters_are_stopped() {
    let cases: [(&str, &[FilterEnd]); 4] = [
        ("\"x\" * 10000000000 | length", &[FilterEnd::Memory]),
        ("\"x\" * 9223372036854775807 | length", &[FilterEnd::Memory]),
        (
            "reduce range(60) as $i (\"x\"; . + .) | length",
            &[FilterEnd::Memory],
        ),
        (
            "[range(100000) | \"x\" * 1000000 | explode] | length",
            &[FilterEnd::Memory, FilterEnd::Time],
        ),
    ];
    check(&cases).await;
}

#[tokio::test]
async fn bottomless_filters_are_stopped() {
    let cases: [(&str, &[FilterEnd]); 4] = [
        ("def f: 1 + f; f", &[FilterEnd::Stack]),
        ("def f: [f]; f", &[FilterEnd::Stack]),
        ("reduce range(300) as $i (0; [[.]])", &[FilterEnd::Depth]),
        (
            "reduce range(1000000) as $i (0; [.])",
            &[FilterEnd::Depth, FilterEnd::Stack, FilterEnd::Time],
        ),
    ];
    check(&cases).await;
}

#[tokio::test]
async fn talkative_filters_are_stopped() {
    let cases: [(&str, &[FilterEnd]); 4] = [
        ("repeat(.)", &[FilterEnd::Output]),
        ("range(1e12)", &[FilterEnd::Output]),
        ("\"x\" * 2000000", &[FilterEnd::Output]),
        ("[range(300000)]", &[FilterEnd::Output]),
    ];
    check(&cases).await;
}

#[tokio::test]
async fn many_share_few_workers() {
    let workers = pool(FilterLimits {
        memory: 256 * MIB,
        ..WIDE
    });
    let mut jobs = JoinSet::new();
    for number in 0..20 {
        let workers = workers.clone();
        jobs.spawn(async move {
            if number % 4 == 0 {
                let result = run(&workers, "\"x\" * 10000000000 | length", "1").await;
                assert_eq!(end(&result), FilterEnd::Memory, "{result:?}");
            } else {
                let result = run(&workers, ". * 2", &number.to_string()).await;
                assert_eq!(result.unwrap(), [(number * 2).to_string()]);
            }
        });
    }
    while let Some(job) = jobs.join_next().await {
        job.unwrap();
    }
    assert!(
        (1..=2).contains(&workers.idle().len()),
        "{:?}",
        workers.idle()
    );
}

#[tokio::test]
async fn waiting_for_a_worker_counts() {
    let workers = pool(FilterLimits {
        time: Duration::from_secs(1),
        workers: 1,
        ..WIDE
    });
    let (first, second) = tokio::join!(
        run(&workers, "def f: f; f", "1"),
        run(&workers, "def f: f; f", "1"),
    );
    assert_eq!(end(&first), FilterEnd::Time, "{first:?}");
    // The slot may come free with the last of the second's time.
    assert!(
        matches!(
            second,
            Err(SelectError::Busy { .. } | SelectError::TimedOut { .. })
        ),
        "{second:?}"
    );
}
