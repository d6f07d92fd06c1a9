//! How workers are shared out.

use std::sync::Arc;
use std::time::Duration;

use candor_functions::FunctionCaller;
use candor_script::{ScriptCallError, ScriptJob, ScriptLimits, ScriptProgram};
use serde_json::json;
use tokio::task::JoinSet;

use super::program::{call, failure, job, program, program_within, text, tools, variables, wide};

/// Counts the calls of one worker.
fn counter() -> String {
    let tools = tools(&[
        ("count", "count += 1; return String(count);"),
        (
            "nap",
            "await new Promise((done) => setTimeout(done, input.ms)); return 'rested';",
        ),
    ]);
    format!("let count = 0;\n{tools}")
}

async fn count(program: &ScriptProgram, environment: Option<&str>, value: &str) -> String {
    let job = ScriptJob {
        environment: environment.map(str::to_owned),
        variables: variables(&[("A", value)]),
        ..job("count", json!({}), &Arc::default())
    };
    text(program.call(job).await)
}

#[tokio::test]
async fn a_worker_is_kept_for_the_next_call() {
    let (program, _folder) = program(&counter()).await;
    let first = program.idle();
    assert_eq!(first.len(), 1, "the one that loaded it");
    for expect in ["1", "2", "3"] {
        assert_eq!(text(call(&program, "count", json!({})).await), expect);
        assert_eq!(program.idle(), first);
    }
}

#[tokio::test]
async fn environments_never_share_a_worker() {
    let (program, _folder) = program(&counter()).await;
    assert_eq!(count(&program, None, "x").await, "1");
    assert_eq!(count(&program, Some("prod"), "x").await, "1");
    assert_eq!(count(&program, None, "x").await, "2");
    assert_eq!(count(&program, Some("prod"), "x").await, "2");
    assert_eq!(program.idle().len(), 2);
    // Another value is another tenant. There may be two workers, so one has to go.
    assert_eq!(count(&program, Some("prod"), "y").await, "1");
    assert_eq!(program.idle().len(), 2);
    // The one that had waited longest.
    assert_eq!(count(&program, Some("prod"), "x").await, "3");
    assert_eq!(count(&program, None, "x").await, "1");
}

/// What one person's call left in a module is not for another's.
#[tokio::test]
async fn callers_never_share_a_worker() {
    let (program, _folder) = program(&counter()).await;
    let count = async |principal: &str| {
        let caller = FunctionCaller {
            principal: Some(principal.to_owned()),
            ..FunctionCaller::default()
        };
        let job = ScriptJob {
            caller,
            ..job("count", json!({}), &Arc::default())
        };
        text(program.call(job).await)
    };
    assert_eq!(count("ann").await, "1");
    assert_eq!(count("bob").await, "1");
    assert_eq!(count("ann").await, "2");
    assert_eq!(count("bob").await, "2");
}

#[tokio::test]
async fn many_calls_share_few_workers() {
    let (program, _folder) = program(&counter()).await;
    let mut calls = JoinSet::new();
    for _ in 0..100 {
        let program = program.clone();
        calls.spawn(async move {
            let outcome = call(&program, "count", json!({})).await;
            text(outcome).parse::<usize>().unwrap()
        });
    }
    let mut counts = calls.join_all().await;
    counts.sort_unstable();
    let workers = program.idle().len();
    assert!((1..=2).contains(&workers), "{workers}");
    // Each worker counted from one without a gap.
    let ones = counts.iter().filter(|count| **count == 1).count();
    assert_eq!(ones, workers);
    assert!(counts.windows(2).all(|pair| pair[1] <= pair[0] + 1));
    assert_eq!(counts.len(), 100);
}

#[tokio::test]
async fn whoever_waits_too_long_is_told() {
    let limits = ScriptLimits {
        workers: 1,
        time: Duration::from_secs(4),
        ..wide()
    };
    let (program, _folder) = program_within(&counter(), limits).await;
    let first = call(&program, "nap", json!({"ms": 60_000}));
    let second = call(&program, "nap", json!({"ms": 0}));
    let (first, second) = tokio::join!(first, second);
    let first = failure(first);
    assert!(
        matches!(first, ScriptCallError::Timeout { .. }),
        "{first:?}"
    );
    assert!(first.was_started());
    let second = failure(second);
    // At the last moment there may have been a slot, and no time for a worker.
    let is_told = matches!(
        second,
        ScriptCallError::Busy { .. } | ScriptCallError::Unstartable { .. }
    );
    assert!(is_told, "{second:?}");
    assert!(!second.was_started());
    assert_eq!(
        text(call(&program, "nap", json!({"ms": 0})).await),
        "rested"
    );
}
