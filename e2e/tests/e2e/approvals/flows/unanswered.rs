//! Approvals that are never answered, and clients that cannot be asked.

use std::time::Duration;

use candor_testkit::{assert_contains, assert_contains_for, wait_until};
use serde_json::json;

use crate::approvals::kit::{
    ApprovalGateway, COMING_BACK, ClientKind, ClientTransport, MODERN, ON_THE_LINE, forms, yes,
};

/// As short as it may be.
const SHORT: &str = "[policy]\napproval_timeout = \"1s\"\n";

/// Short, and long enough to answer in time on a busy machine.
const LONGER: &str = "[policy]\napproval_timeout = \"5s\"\n";

/// Clients that cannot be asked, whatever they say they can do.
fn unable() -> [(ClientKind, serde_json::Value); 7] {
    [
        (ClientKind(ClientTransport::Http, "2024-11-05"), forms()),
        (ClientKind(ClientTransport::Http, "2025-03-26"), forms()),
        (ClientKind(ClientTransport::Stdio, "2025-03-26"), forms()),
        (ClientKind(ClientTransport::Http, "2025-06-18"), json!({})),
        (
            ClientKind(ClientTransport::Stdio, "2025-11-25"),
            json!({"sampling": {}}),
        ),
        (ClientKind(ClientTransport::Http, MODERN), json!({})),
        (
            ClientKind(ClientTransport::Stdio, MODERN),
            json!({"elicitation": 5}),
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_cannot_be_asked_waits_for_others() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for (count, (way, able)) in (0..).zip(unable()) {
        let mut wire = stage.wire_with(way, &able).await;
        let flight = wire.call("s_wipe", &way.arguments()).await;
        let id = approver.only_pending().await;
        assert_eq!(stage.calls("wipe"), count, "{way:?}");
        approver.approve(&id).await;
        assert_eq!(flight.done().await.fine(), way.arguments().to_string());
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");

        let flight = wire.call("s_wipe", &way.arguments()).await;
        approver
            .deny(&approver.only_pending().await, "once is enough")
            .await;
        let done = flight.done().await;
        assert_contains_for(&way, done.refused(), "once is enough");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_nobody_answers_is_not_made() {
    let (stage, approver) = ApprovalGateway::with_approver(SHORT).await;
    let asked = ON_THE_LINE.map(|way| (way, forms()));
    for (way, able) in asked.into_iter().chain(unable()) {
        let mut wire = stage.wire_with(way, &able).await;
        let mut flight = wire.call("s_wipe", &way.arguments()).await;
        if able == forms() && ON_THE_LINE.contains(&way) {
            flight.question().await;
        }
        let done = flight.done().await;
        let words = done.refused();
        for part in [
            "`s.wipe` was not called: it needs a person's approval (destructive",
            "no decision was made within 1 s",
            "`candor approvals watch --data ",
            "made again with the same arguments",
        ] {
            assert!(words.contains(part), "{way:?}: {part} in {words}");
        }
        if way.0 == ClientTransport::Http {
            let page = stage.gateway.page_url("/approvals");
            assert!(words.contains(&page), "{way:?}: {page} in {words}");
        }
    }
    assert_eq!(stage.calls("wipe"), 0);
    wait_until("all of them expired", async || {
        approver.approvals("expired").await.len() == 11
            && approver.approvals("any").await.len() == 11
    })
    .await;
}

/// Late answers count nowhere, and the next call asks anew.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_after_the_time_is_too_late() {
    let (stage, approver) = ApprovalGateway::with_approver(LONGER).await;
    for way in COMING_BACK {
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &way.arguments()).await;
        let id = approver.only_pending().await;
        approver.becomes(&id, "expired").await;
        assert_contains(&approver.cannot_approve(&id, 409).await, "is over");
        let done = wire.say(asked, &yes()).await;
        let words = done.refused();
        assert!(words.contains("no decision was made within 5 s"), "{words}");
        let asked = wire.asked("s_wipe", &way.arguments()).await;
        assert_ne!(approver.only_pending().await, id, "it is another question");
        wire.say(asked, &yes()).await.fine();
    }
    assert_eq!(stage.calls("wipe"), 2);
}

/// An unused approval expires.
#[tokio::test(flavor = "multi_thread")]
async fn a_yes_that_is_not_used_in_time_is_over() {
    let (stage, approver) = ApprovalGateway::with_approver(LONGER).await;
    let way = COMING_BACK[0];
    let mut wire = stage.wire(way).await;
    wire.asked("s_wipe", &way.arguments()).await;
    let id = approver.only_pending().await;
    let decided = approver.approve(&id).await;
    assert_eq!(decided["state"], "approved");
    // From the answer on, it has the same time again.
    let shown = approver.becomes(&id, "expired").await;
    assert_eq!(shown["verdict"]["decision"], "approve", "{shown}");
    let asked = wire.asked("s_wipe", &way.arguments()).await;
    assert_ne!(approver.only_pending().await, id);
    wire.say(asked, &yes()).await.fine();
    assert_eq!(stage.calls("wipe"), 1);
}

/// A gateway that is asked to stop does not wait for people.
#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_stops_does_not_wait_for_people() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let mut wire = stage.wire(ON_THE_LINE[1]).await;
    let asked = wire.asked("s_wipe", &json!({})).await;
    approver.only_pending().await;
    let (flight, _) = asked.flight.expect("a question on the line");
    let begun = std::time::Instant::now();
    let stopped = tokio::task::spawn_blocking(move || stage.gateway.stop());
    let (_folder, clean) = stopped.await.expect("an end");
    assert!(clean, "it ended well");
    // A call waits for a person for five minutes.
    let took = begun.elapsed();
    assert!(took < Duration::from_mins(2), "took {took:?}");
    drop(flight);
}
