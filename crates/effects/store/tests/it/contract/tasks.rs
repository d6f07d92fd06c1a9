//! Calls that go on without their client.

use std::future::Future;

use candor_model::{ApprovalId, CallId, TaskId, TaskRecord};
use candor_store::{Store, StoreError, TASK_TEXT_MAX, TASKS_MAX};

use crate::case::{StoreCase, refused_as};

/// A task that began at 10 and expires at 1,000.
fn task(approval: ApprovalId) -> TaskRecord {
    TaskRecord {
        id: TaskId::fresh(),
        principal: "laptop".to_owned(),
        approval,
        call: "sealed".to_owned(),
        outcome: None,
        cancelled: false,
        runner: None,
        created_micros: 10,
        updated_micros: 10,
        expires_micros: 1_000,
    }
}

async fn added(store: &Store) -> TaskRecord {
    let task = task(ApprovalId::fresh());
    store.add_task(&task).await.unwrap();
    task
}

async fn read(store: &Store, id: &TaskId) -> TaskRecord {
    store.task(id).await.unwrap().expect("it is there")
}

/// Tasks are kept as they are, run by one at a time, and end once.
pub(crate) async fn tasks(case: StoreCase) {
    let store = &case.store;
    kept(store).await;
    run_by_one_at_a_time(store).await;
    ended_once(store).await;
    bounded(store).await;
    pruned(store).await;
    full(&case).await;
    unreadable(&case).await;
    assert_eq!(
        store.revision().await.unwrap(),
        0,
        "the workspace is the same"
    );
}

async fn kept(store: &Store) {
    let approval = ApprovalId::fresh();
    assert_eq!(store.task_of(approval).await.unwrap(), []);
    let plain = task(approval);
    assert_eq!(store.task(&plain.id).await.unwrap(), None);
    let whole = TaskRecord {
        call: "é\"'$1;--".to_owned(),
        outcome: Some(String::new()),
        cancelled: true,
        runner: Some((CallId::fresh(), i64::MAX)),
        created_micros: -1,
        ..task(approval)
    };
    store.add_task(&plain).await.unwrap();
    store.add_task(&whole).await.unwrap();
    let other = added(store).await;
    assert_eq!(read(store, &plain.id).await, plain);
    assert_eq!(read(store, &whole.id).await, whole);
    let of = store.task_of(approval).await.unwrap();
    assert_eq!(of, [whole, plain.clone()], "oldest first");
    assert_eq!(store.task_of(other.approval).await.unwrap(), [other]);

    let twice = TaskRecord {
        call: "another".to_owned(),
        ..plain.clone()
    };
    refused_as!(store.add_task(&twice), StoreError::Exists { .. });
    assert_eq!(read(store, &plain.id).await, plain);
}

async fn run_by_one_at_a_time(store: &Store) {
    let (one, other) = (CallId::fresh(), CallId::fresh());
    let mut task = added(store).await;
    let id = &task.id.clone();
    let claim = async |runner, now, until| store.claim_task(id, runner, now, until).await.unwrap();
    let renew = async |runner, until| store.renew_task(id, runner, until).await.unwrap();
    assert!(!renew(one, 99).await, "nobody runs it");
    assert!(claim(one, 20, 30).await);
    task.runner = Some((one, 30));
    task.updated_micros = 20;
    assert_eq!(read(store, id).await, task);
    assert!(!claim(other, 29, 99).await, "the promise holds");
    assert!(!renew(other, 99).await, "it is the other's");
    assert!(renew(one, 40).await);
    assert!(!claim(other, 39, 99).await, "the promise was renewed");
    assert!(renew(one, 41).await, "late, and nobody has noticed");

    assert!(claim(other, 41, 60).await, "the promise is over");
    assert!(!renew(one, 99).await, "it was taken over");
    assert!(
        !store.finish_task(id, Some(one), "late", 50).await.unwrap(),
        "and whoever lost it says nothing any more"
    );
    task.runner = Some((other, 60));
    task.updated_micros = 41;
    assert_eq!(read(store, id).await, task);
    assert!(!claim(one, 1_000, 2_000).await, "it has expired");
    assert!(claim(one, 999, 2_000).await);

    let nobody = TaskId::fresh();
    assert!(!store.claim_task(&nobody, one, 0, 1).await.unwrap());
    assert!(!store.renew_task(&nobody, one, 1).await.unwrap());
    assert!(!store.finish_task(&nobody, None, "x", 1).await.unwrap());
    assert!(!store.cancel_task(&nobody, 1).await.unwrap());
}

async fn ended_once(store: &Store) {
    let runner = CallId::fresh();
    // An outcome stays, whatever comes after it.
    let mut done = added(store).await;
    let id = &done.id.clone();
    assert!(store.claim_task(id, runner, 20, 30).await.unwrap());
    let finish = async |runner, outcome: &str| store.finish_task(id, runner, outcome, 25).await;
    assert!(!finish(None, "denied").await.unwrap(), "somebody runs it");
    assert!(finish(Some(runner), "result").await.unwrap());
    for again in [None, Some(runner), Some(CallId::fresh())] {
        assert!(!finish(again, "other").await.unwrap(), "{again:?}");
    }
    assert!(!store.cancel_task(id, 40).await.unwrap());
    assert!(!store.renew_task(id, runner, 40).await.unwrap());
    assert!(!store.claim_task(id, CallId::fresh(), 40, 50).await.unwrap());
    done.outcome = Some("result".to_owned());
    done.runner = Some((runner, 30));
    done.updated_micros = 25;
    assert_eq!(read(store, id).await, done);

    // What is taken back stays so, and nothing that was under way comes of it.
    let mut back = added(store).await;
    let id = &back.id.clone();
    assert!(store.claim_task(id, runner, 20, 30).await.unwrap());
    assert!(store.cancel_task(id, 22).await.unwrap());
    assert!(store.cancel_task(id, 23).await.unwrap(), "as it is already");
    assert!(!store.renew_task(id, runner, 40).await.unwrap());
    let late = store.finish_task(id, Some(runner), "result", 25).await;
    assert!(!late.unwrap());
    assert!(!store.claim_task(id, CallId::fresh(), 40, 50).await.unwrap());
    back.cancelled = true;
    back.runner = Some((runner, 30));
    back.updated_micros = 22;
    assert_eq!(read(store, id).await, back);

    // A task that nobody runs can be ended by anybody, as when the answer was no.
    let denied = added(store).await;
    let id = &denied.id;
    let strange = store.finish_task(id, Some(runner), "result", 30).await;
    assert!(!strange.unwrap(), "it was never claimed");
    assert!(store.finish_task(id, None, "denied", 30).await.unwrap());
    assert_eq!(read(store, id).await.outcome.as_deref(), Some("denied"));
}

async fn bounded(store: &Store) {
    let most = "x".repeat(TASK_TEXT_MAX);
    let over = format!("{most}x");
    let check = |done: Result<(), StoreError>, expect: String| {
        let error = done.expect_err(&expect);
        assert_eq!(error.to_string(), expect);
    };
    let size = "has 33554433 bytes, and at most 33554432 are kept; make it shorter";
    let mut large = task(ApprovalId::fresh());
    let id = &large.id.clone();
    large.call.clone_from(&over);
    let added = store.add_task(&large).await;
    check(added, format!("the call of task `{id}` {size}"));
    large.call = most;
    large.outcome = Some(over.clone());
    let added = store.add_task(&large).await;
    check(added, format!("the outcome of task `{id}` {size}"));
    assert_eq!(store.task(id).await.unwrap(), None);

    large.outcome = None;
    store.add_task(&large).await.unwrap();
    let finished = store.finish_task(id, None, &over, 20).await;
    check(
        finished.map(drop),
        format!("the outcome of task `{id}` {size}"),
    );
    assert_eq!(read(store, id).await, large);
    assert!(store.finish_task(id, None, &large.call, 20).await.unwrap());
    let kept = read(store, id).await.outcome;
    assert!(kept.is_some_and(|kept| kept == large.call));
}

async fn pruned(store: &Store) {
    let early = TaskRecord {
        expires_micros: 500,
        ..task(ApprovalId::fresh())
    };
    store.add_task(&early).await.unwrap();
    assert_eq!(store.prune_tasks(499).await.unwrap(), 0);
    assert_eq!(store.prune_tasks(500).await.unwrap(), 1);
    assert_eq!(store.task(&early.id).await.unwrap(), None);
    let rest = store.prune_tasks(1_000).await.unwrap();
    assert_eq!(rest, 8, "those that the tests have made");
}

async fn full(case: &StoreCase) {
    let store = &case.store;
    case.execute(
        "WITH RECURSIVE counted (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 9999) \
         INSERT INTO tasks (id, principal, approval, call, cancelled, created_micros, \
         updated_micros, expires_micros) SELECT CAST(n AS TEXT), 'laptop', '', '', FALSE, 0, 0, \
         2000 FROM counted",
    )
    .await;
    added(store).await;
    let error = store.add_task(&task(ApprovalId::fresh())).await;
    assert_eq!(
        error.expect_err("there is no room").to_string(),
        "there are 10000 tasks already, and more are not kept; answer the questions that they \
         wait for, or wait until some have expired"
    );
    assert_eq!(store.prune_tasks(1_999).await.unwrap(), 1);
    added(store).await;
    let all = u64::try_from(TASKS_MAX).unwrap();
    assert_eq!(store.prune_tasks(2_000).await.unwrap(), all);
}

async fn unreadable(case: &StoreCase) {
    let task = added(&case.store).await;
    for (statement, expect) in [
        (
            "UPDATE tasks SET approval = 'none'",
            "has the approval `none`, which this binary does not know;",
        ),
        (
            "UPDATE tasks SET runner = 'somebody', runner_until = 5",
            "has the runner `somebody`, which",
        ),
        (
            "UPDATE tasks SET runner = NULL",
            "has the runner `none`, which",
        ),
    ] {
        case.execute(statement).await;
        let error = case.store.task(&task.id).await.expect_err(expect);
        assert!(error.to_string().contains(expect), "{error}");
    }
}

/// Runs the same thing 64 times at once; returns how often it counted.
async fn at_once<F>(attempt: impl Fn(usize) -> F) -> usize
where
    F: Future<Output = Result<bool, StoreError>> + Send + 'static,
{
    let attempts: Vec<_> = (0..64).map(|at| tokio::spawn(attempt(at))).collect();
    let mut counted = 0;
    for attempt in attempts {
        counted += usize::from(attempt.await.unwrap().unwrap());
    }
    counted
}

/// Of many who do the same at once, through two handles as two processes have them, one does.
pub(crate) async fn task_races(case: StoreCase) {
    let handles = [case.store.clone(), case.reopen().await.unwrap()];
    let of = |at: usize| handles[at % 2].clone();
    for round in 0..5 {
        let task = added(&case.store).await;
        let claimed = at_once(|at| {
            let (store, id) = (of(at), task.id.clone());
            async move { store.claim_task(&id, CallId::fresh(), 20, 30).await }
        });
        assert_eq!(claimed.await, 1, "round {round}");

        // Of many who find it abandoned, one takes it over.
        let claimed = at_once(|at| {
            let (store, id) = (of(at), task.id.clone());
            async move { store.claim_task(&id, CallId::fresh(), 30, 40).await }
        });
        assert_eq!(claimed.await, 1, "round {round}");

        // The runner's outcome and a client that takes it back: one of them counts.
        let runner = read(&case.store, &task.id).await.runner;
        let runner = runner.expect("somebody runs it").0;
        let ended = at_once(|at| {
            let (store, id) = (of(at), task.id.clone());
            async move {
                match at {
                    7 => store.cancel_task(&id, 35).await,
                    _ => store.finish_task(&id, Some(runner), "result", 35).await,
                }
            }
        });
        assert_eq!(ended.await, 1, "round {round}");
        let left = read(&case.store, &task.id).await;
        assert_ne!(left.cancelled, left.outcome.is_some(), "round {round}");
    }
    handles[1].close().await;
}
