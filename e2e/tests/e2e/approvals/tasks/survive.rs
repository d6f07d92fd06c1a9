//! Tasks outlive the gateway that began them, and one that another process has.

use candor_testkit::{assert_contains, wait_until};
use serde_json::json;

use super::{WAYS, becomes, begin, get, tasks, words};
use crate::approvals::kit::{ApprovalGateway, ConcurrentClient, MODERN, pair};

/// A gateway dies while an approval is pending: the next one makes the call.
#[tokio::test(flavor = "multi_thread")]
async fn a_task_outlives_the_gateway() {
    let stage = ApprovalGateway::open("").await;
    let arguments = json!({"path": "a"});
    let mut wire = stage.wire_with(WAYS[0], &tasks()).await;
    let id = begin(&mut wire, "s_wipe", &arguments).await;
    let question = stage.approver().only_pending().await;
    let stage = stage.die(|_| ()).await;
    let mut wire = stage.wire_with(WAYS[0], &tasks()).await;
    assert_eq!(get(&mut wire, &id).await["status"], "working");
    stage.approver().approve(&question).await;
    let task = becomes(&mut wire, &id, "completed").await;
    assert_eq!(words(&task), arguments.to_string());

    // The same with an answer that is given while nothing is served.
    let id = begin(&mut wire, "s_wipe", &arguments).await;
    let question = stage.approver().only_pending().await;
    let stage = stage
        .die(|folder| {
            let args = ["approvals", "approve", &question, "--data", "data"];
            let output = candor_testkit::candor::run(folder, &args);
            assert!(output.status.success(), "{output:?}");
        })
        .await;
    let mut wire = stage.wire_with(WAYS[0], &tasks()).await;
    let task = becomes(&mut wire, &id, "completed").await;
    assert_eq!(words(&task), arguments.to_string());
    assert_eq!(stage.calls("wipe"), 2);
}

/// A gateway dies while it makes the call: whether it took effect is unknown, and is called so.
/// The call is not made again.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_was_lost_has_an_unknown_outcome() {
    let stage = ApprovalGateway::open("").await;
    let mut wire = stage.wire_with(WAYS[0], &tasks()).await;
    let id = begin(&mut wire, "s_slow", &json!({})).await;
    stage
        .approver()
        .approve(&stage.approver().only_pending().await)
        .await;
    wait_until("the source is at it", async || stage.calls("slow") == 1).await;
    let stage = stage.die(|_| ()).await;
    let mut wire = stage.wire_with(WAYS[0], &tasks()).await;
    // For as long as the process that died had promised to be at it, it may be.
    let task = becomes(&mut wire, &id, "failed").await;
    let says = task["error"]["message"].as_str().expect("a sentence");
    assert_contains(&says, "whether the call took effect is unknown");
    assert_eq!(get(&mut wire, &id).await["error"], task["error"]);
    assert_eq!(stage.calls("slow"), 1, "it was not made again");
}

/// A task is there at every replica, and one of them makes the call.
#[tokio::test(flavor = "multi_thread")]
async fn a_task_is_there_at_every_replica() {
    let Some(pair) = pair("").await else { return };
    let (here, there) = pair.approvers();
    let mut one = ConcurrentClient::http(pair.replicas.one.url(), MODERN, &tasks(), None).await;
    let mut two = ConcurrentClient::http(pair.replicas.two.url(), MODERN, &tasks(), None).await;
    for round in 0..5 {
        let arguments = json!({"round": round});
        let id = begin(&mut one, "s_wipe", &arguments).await;
        assert_eq!(get(&mut two, &id).await["status"], "working");
        let question = there.only_pending().await;
        there.approve(&question).await;
        let task = becomes(&mut two, &id, "completed").await;
        assert_eq!(words(&task), arguments.to_string());
        assert_eq!(get(&mut one, &id).await["result"], task["result"]);
        assert_eq!(pair.upstream.calls("wipe"), round + 1);
    }
    // The replica that began it is gone before the approval.
    let id = begin(&mut one, "s_wipe", &json!({"round": "last"})).await;
    let question = here.only_pending().await;
    drop(pair.replicas.one.kill());
    there.approve(&question).await;
    becomes(&mut two, &id, "completed").await;
    assert_eq!(pair.upstream.calls("wipe"), 6);
}

/// A person has a day, however short others must wait.
#[tokio::test(flavor = "multi_thread")]
async fn a_task_waits_longer_than_a_call() {
    let (stage, approver) =
        ApprovalGateway::with_approver("[policy]\napproval_timeout = \"1s\"\n").await;
    let mut wire = stage.wire_with(WAYS[0], &tasks()).await;
    let id = begin(&mut wire, "s_wipe", &json!({})).await;
    let question = approver.only_pending().await;
    // Longer than a call that waits would have.
    let mut short = stage.wire_with(WAYS[0], &json!({})).await;
    let done = short.called("s_wipe", &json!({"path": "other"})).await;
    done.refused();
    assert_eq!(approver.approval(&question).await["state"], "pending");
    approver.approve(&question).await;
    becomes(&mut wire, &id, "completed").await;
}
