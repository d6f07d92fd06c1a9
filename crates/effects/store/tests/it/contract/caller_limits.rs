//! Limits per caller, which do not affect other callers.

use candor_model::{Approval, ApprovalId, CallId, Digest, PrincipalKey, TaskId, TaskRecord};
use candor_store::{CallerAllowance, CallerKept, SMALL_OUTCOME_MAX, Store};

use crate::{
    approval_samples::{ANSWERED, ASKED, OVER, ask, decide, no, question},
    case::{StoreCase, done, refused},
};

/// A question of a caller about its call number `number`, with a card of so many bytes.
fn asked(caller: &str, number: usize, bytes: usize) -> Approval {
    let mut wanted = question("shop.pay");
    caller.clone_into(&mut wanted.binding.principal);
    wanted.binding.arguments = Digest::of(number.to_string());
    wanted.card = format!("\"{}\"", "x".repeat(bytes - 2));
    wanted
}

/// A task of a caller with a call of so many bytes.
fn task(caller: &str, bytes: usize) -> TaskRecord {
    TaskRecord {
        id: TaskId::fresh(),
        principal: caller.to_owned(),
        approval: ApprovalId::fresh(),
        call: "x".repeat(bytes),
        outcome: None,
        cancelled: false,
        runner: None,
        created_micros: ASKED,
        updated_micros: ASKED,
        expires_micros: OVER,
    }
}

async fn kept(store: &Store, caller: &str, now: i64) -> (u64, u64, u64) {
    let kept = store.caller_kept(&PrincipalKey::named(caller), now).await;
    let CallerKept {
        waiting,
        tasks,
        bytes,
    } = kept.expect("a count");
    (waiting, tasks, bytes)
}

/// One caller's excess is refused, and another is served; whatever ends makes room.
pub(crate) async fn caller_limits(case: StoreCase) {
    let allowance = CallerAllowance {
        waiting: 2,
        tasks: 2,
        bytes: 10_000,
    };
    let store = &case.store.clone().with_allowance(allowance);
    questions(store).await;
    tasks(store).await;
    bytes(store).await;
    outcomes(store).await;
}

async fn questions(store: &Store) {
    let first = ask(store, &asked("ann", 1, 10)).await;
    ask(store, &asked("ann", 2, 10)).await;
    refused!(
        store.ask_approval(&asked("ann", 3, 10), ASKED) =>
        "2 calls of `ann` wait for an answer, and 2 is the limit `limits.waiting_per_caller`; try \
         again when some have been answered or have expired"
    );
    // The same call meets its question, which needs no room; others are not concerned.
    done!(store.ask_approval(&asked("ann", 2, 10), ASKED));
    ask(store, &asked("bob", 1, 10)).await;
    assert_eq!(kept(store, "ann", ASKED).await, (2, 0, 20));

    // Answered, a question waits no more; nor does it when its time is over.
    decide(store, first.id, &no("")).await;
    assert_eq!(kept(store, "ann", ANSWERED).await, (1, 0, 10));
    ask(store, &asked("ann", 3, 10)).await;
    assert_eq!(kept(store, "ann", OVER).await, (0, 0, 0));
    let mut late = asked("ann", 4, 10);
    late.expires_micros = OVER + 10;
    done!(store.ask_approval(&late, OVER));
    let due = done!(store.expire_approvals(OVER + 10));
    assert_eq!(due.len(), 4);
}

async fn tasks(store: &Store) {
    let first = task("ann", 10);
    done!(store.add_task(&first));
    done!(store.add_task(&task("ann", 10)));
    refused!(
        store.add_task(&task("ann", 10)) =>
        "2 tasks are kept for `ann`, and 2 is the limit `limits.tasks_per_caller`; try again when \
         some have expired"
    );
    let ann = PrincipalKey::named("ann");
    store
        .check_task_room(&ann, 0, ASKED)
        .await
        .expect_err("it is full");
    done!(store.check_task_room(&ann, 0, OVER));
    done!(store.add_task(&task("bob", 10)));
    // What was taken back is kept until it expires, but its call is not.
    assert!(done!(store.cancel_task(&first.id, ANSWERED)));
    assert_eq!(kept(store, "ann", ANSWERED).await, (0, 2, 10));
    let mut late = task("ann", 10);
    (late.created_micros, late.expires_micros) = (OVER, OVER + 1);
    done!(store.add_task(&late));
    assert_eq!(done!(store.prune_tasks(OVER + 1)), 4);
    assert_eq!(kept(store, "ann", 0).await, (0, 0, 0));
}

async fn bytes(store: &Store) {
    ask(store, &asked("ann", 5, 4_000)).await;
    done!(store.add_task(&task("ann", 4_000)));
    let full = "8000 bytes are kept for waiting calls of `ann`, and 10000 is the limit \
                `limits.kept_bytes_per_caller`; send less, or try again when some of these calls \
                have ended or expired";
    refused!(store.ask_approval(&asked("ann", 6, 2_001), ASKED) => full);
    refused!(store.add_task(&task("ann", 2_001)) => full);
    ask(store, &asked("bob", 6, 10_000)).await;
    ask(store, &asked("ann", 6, 2_000)).await;
    assert_eq!(kept(store, "ann", ASKED).await, (2, 1, 10_000));
    done!(store.expire_approvals(OVER));
    done!(store.prune_tasks(OVER));
}

/// A result takes the place of its call, as far as there is room.
async fn outcomes(store: &Store) {
    let wanted = task("ann", 5_000);
    done!(store.add_task(&wanted));
    done!(store.add_task(&task("ann", 3_000)));
    let runner = CallId::fresh();
    assert!(done!(store.claim_task(&wanted.id, runner, ASKED, ANSWERED)));
    let finish = async |outcome: &str| {
        store
            .finish_task(&wanted.id, Some(runner), outcome, ASKED)
            .await
    };
    refused!(finish(&"x".repeat(7_001)) => contains "3000 bytes are kept for waiting calls of `ann`");
    assert!(done!(finish(&"x".repeat(7_000))));
    assert_eq!(kept(store, "ann", ASKED).await, (0, 2, 10_000));
    let read = done!(store.task(&wanted.id)).expect("a task");
    assert_eq!(read.call, "", "a call is not kept longer than it is needed");

    // A sentence can always be kept.
    let small = task("eve", 9_999);
    done!(store.add_task(&small));
    done!(store.add_task(&task("eve", 1)));
    let sentence = "x".repeat(SMALL_OUTCOME_MAX);
    assert!(done!(store.finish_task(&small.id, None, &sentence, ASKED)));
}
