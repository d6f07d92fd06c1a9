//! Calls that go on without their client.

use std::future::Future;

use candor_model::{ApprovalId, CallId, TaskId, TaskRecord};
use candor_store::{Store, StoreError, TASK_TEXT_MAX, TASKS_MAX};

use crate::case::{StoreCase, at_once, done, refused, refused_as};

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
    done!(store.add_task(&task));
    task
}

async fn read(store: &Store, id: &TaskId) -> TaskRecord {
    done!(store.task(id)).expect("it is there")
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
    assert_eq!(done!(store.revision()), 0, "the workspace is the same");
}

async fn kept(store: &Store) {
    let approval = ApprovalId::fresh();
    assert_eq!(done!(store.task_of(approval)), []);
    let plain = task(approval);
    assert_eq!(done!(store.task(&plain.id)), None);
    let whole = TaskRecord {
        call: "é\"'$1;--".to_owned(),
        outcome: Some(String::new()),
        cancelled: true,
        runner: Some((CallId::fresh(), i64::MAX)),
        created_micros: -1,
        ..task(approval)
    };
    done!(store.add_task(&plain));
    done!(store.add_task(&whole));
    let other = added(store).await;
    assert_eq!(read(store, &plain.id).await, plain);
    assert_eq!(read(store, &whole.id).await, whole);
    let of = done!(store.task_of(approval));
    assert_eq!(of, [whole, plain.clone()], "oldest first");
    assert_eq!(done!(store.task_of(other.approval)), [other]);

    let twice = TaskRecord {
        call: "another".to_owned(),
        ..plain.clone()
    };
    refused_as!(store.add_task(&twice) => Exists { .. });
    assert_eq!(read(store, &plain.id).await, plain);
}

async fn run_by_one_at_a_time(store: &Store) {
    let (one, other) = (CallId::fresh(), CallId::fresh());
    let mut task = added(store).await;
    let id = &task.id.clone();
    let claim = async |runner, now, until| done!(store.claim_task(id, runner, now, until));
    let renew = async |runner, until| done!(store.renew_task(id, runner, until));
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
        !done!(store.finish_task(id, Some(one), "late", 50)),
        "and whoever lost it says nothing any more"
    );
    task.runner = Some((other, 60));
    task.updated_micros = 41;
    assert_eq!(read(store, id).await, task);
    assert!(!claim(one, 1_000, 2_000).await, "it has expired");
    assert!(claim(one, 999, 2_000).await);

    let nobody = TaskId::fresh();
    assert!(!done!(store.claim_task(&nobody, one, 0, 1)));
    assert!(!done!(store.renew_task(&nobody, one, 1)));
    assert!(!done!(store.finish_task(&nobody, None, "x", 1)));
    assert!(!done!(store.cancel_task(&nobody, 1)));
}

async fn ended_once(store: &Store) {
    let runner = CallId::fresh();
    // An outcome stays, whatever comes after it.
    let mut done = added(store).await;
    let id = &done.id.clone();
    assert!(done!(store.claim_task(id, runner, 20, 30)));
    let finish = async |runner, outcome: &str| store.finish_task(id, runner, outcome, 25).await;
    assert!(!done!(finish(None, "denied")), "somebody runs it");
    assert!(done!(finish(Some(runner), "result")));
    for again in [None, Some(runner), Some(CallId::fresh())] {
        assert!(!done!(finish(again, "other")), "{again:?}");
    }
    assert!(!done!(store.cancel_task(id, 40)));
    assert!(!done!(store.renew_task(id, runner, 40)));
    assert!(!done!(store.claim_task(id, CallId::fresh(), 40, 50)));
    done.outcome = Some("result".to_owned());
    done.call = String::new();
    done.runner = Some((runner, 30));
    done.updated_micros = 25;
    assert_eq!(read(store, id).await, done);

    // What is taken back stays so, and nothing that was under way comes of it.
    let mut back = added(store).await;
    let id = &back.id.clone();
    assert!(done!(store.claim_task(id, runner, 20, 30)));
    assert!(done!(store.cancel_task(id, 22)));
    assert!(done!(store.cancel_task(id, 23)), "as it is already");
    assert!(!done!(store.renew_task(id, runner, 40)));
    let late = store.finish_task(id, Some(runner), "result", 25).await;
    assert!(!late.unwrap());
    assert!(!done!(store.claim_task(id, CallId::fresh(), 40, 50)));
    back.cancelled = true;
    back.call = String::new();
    back.runner = Some((runner, 30));
    back.updated_micros = 22;
    assert_eq!(read(store, id).await, back);

    // An unclaimed task can be ended by any process, for example when the call was denied.
    let denied = added(store).await;
    let id = &denied.id;
    let strange = store.finish_task(id, Some(runner), "result", 30).await;
    assert!(!strange.unwrap(), "it was never claimed");
    assert!(done!(store.finish_task(id, None, "denied", 30)));
    assert_eq!(read(store, id).await.outcome.as_deref(), Some("denied"));
}

async fn bounded(store: &Store) {
    let most = "x".repeat(TASK_TEXT_MAX);
    let over = format!("{most}x");
    let size = "has 33554433 bytes, and at most 33554432 are kept; make it shorter";
    let mut large = task(ApprovalId::fresh());
    let id = &large.id.clone();
    large.call.clone_from(&over);
    refused!(store.add_task(&large) => format!("the call of task `{id}` {size}"));
    large.call = most;
    large.outcome = Some(over.clone());
    let sentence = format!("the outcome of task `{id}` {size}");
    refused!(store.add_task(&large) => sentence);
    assert_eq!(done!(store.task(id)), None);

    large.outcome = None;
    done!(store.add_task(&large));
    refused!(store.finish_task(id, None, &over, 20) => sentence);
    assert_eq!(read(store, id).await, large);
    assert!(done!(store.finish_task(id, None, &large.call, 20)));
    let kept = read(store, id).await.outcome;
    assert!(kept.is_some_and(|kept| kept == large.call));
}

async fn pruned(store: &Store) {
    let early = TaskRecord {
        expires_micros: 500,
        ..task(ApprovalId::fresh())
    };
    done!(store.add_task(&early));
    assert_eq!(done!(store.prune_tasks(499)), 0);
    assert_eq!(done!(store.prune_tasks(500)), 1);
    assert_eq!(done!(store.task(&early.id)), None);
    let rest = done!(store.prune_tasks(1_000));
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
    refused!(
        store.add_task(&task(ApprovalId::fresh())) =>
        "there are 10000 tasks already, and more are not kept; answer the questions that they \
         wait for, or wait until some have expired"
    );
    assert_eq!(done!(store.prune_tasks(1_999)), 1);
    added(store).await;
    let all = u64::try_from(TASKS_MAX).unwrap();
    assert_eq!(done!(store.prune_tasks(2_000)), all);
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
        refused!(case.store.task(&task.id) => contains expect);
    }
}

/// Runs the same thing 64 times at once; returns how often it counted.
async fn counted<F>(handles: &[Store; 2], attempt: impl Fn(Store, usize) -> F) -> usize
where
    F: Future<Output = Result<bool, StoreError>> + Send + 'static,
{
    let attempts = at_once(handles, 64, attempt).await;
    attempts
        .into_iter()
        .filter(|counted| *counted.as_ref().unwrap())
        .count()
}

/// Of many who do the same at once, through two handles as two processes have them, one does.
pub(crate) async fn task_races(case: StoreCase) {
    let handles = &case.handles().await;
    for round in 0..5 {
        let task = added(&case.store).await;
        let claimed = counted(handles, |store, _| {
            let id = task.id.clone();
            async move { store.claim_task(&id, CallId::fresh(), 20, 30).await }
        });
        assert_eq!(claimed.await, 1, "round {round}");

        // Of many who find it abandoned, one takes it over.
        let claimed = counted(handles, |store, _| {
            let id = task.id.clone();
            async move { store.claim_task(&id, CallId::fresh(), 30, 40).await }
        });
        assert_eq!(claimed.await, 1, "round {round}");

        // The runner's outcome and a client that takes it back: one of them counts.
        let runner = read(&case.store, &task.id).await.runner;
        let runner = runner.expect("somebody runs it").0;
        let ended = counted(handles, |store, at| {
            let id = task.id.clone();
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
