//! Calls that are made again: after their client was gone, with other arguments, with a state
//! that was used.

use candor_testkit::assert_contains;
use serde_json::json;

use crate::approvals::kit::{
    ApprovalGateway, COMING_BACK, ClientKind, ClientTransport, ConcurrentClient, ON_THE_LINE,
    PendingRequest, asked_ways, yes,
};

/// The client of a call goes away.
fn gone(flight: Option<PendingRequest>, wire: ConcurrentClient) {
    drop(flight);
    drop(wire);
}

/// Every way in which nobody hears that a client has gone: it is to come back, or its gateway
/// was killed with it.
fn unheard_ways() -> impl Iterator<Item = ClientKind> {
    asked_ways().filter(|way| way.is_modern() || way.0 == ClientTransport::Stdio)
}

/// The approval outlives a client that comes back. A client that makes the same call gets it; a
/// yes that came meanwhile is used.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_outlives_a_client_that_comes_back() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for (count, way) in (0..).zip(unheard_ways()) {
        let arguments = way.arguments();
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = approver.only_pending().await;
        gone(asked.flight.map(|(flight, _)| flight), wire);
        assert_eq!(approver.approval(&id).await["state"], "pending", "{way:?}");

        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        assert_eq!(approver.only_pending().await, id, "it is the same question");
        gone(asked.flight.map(|(flight, _)| flight), wire);

        approver.approve(&id).await;
        assert_eq!(stage.calls("wipe"), count, "nobody waits for it: {way:?}");
        let mut wire = stage.wire(way).await;
        let done = wire.called("s_wipe", &arguments).await;
        assert_eq!(done.fine(), arguments.to_string(), "{way:?}");
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        assert_eq!(approver.approval(&id).await["state"], "consumed", "{way:?}");
    }
}

/// A yes is for the arguments that were shown.
#[tokio::test(flavor = "multi_thread")]
async fn a_yes_is_for_the_arguments_that_were_shown() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let others = json!({"path": "/"});
    for (count, way) in (0..).zip(unheard_ways()) {
        let arguments = way.arguments();
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = approver.only_pending().await;
        gone(asked.flight.map(|(flight, _)| flight), wire);
        approver.approve(&id).await;

        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &others).await;
        let other = approver.only_pending().await;
        assert_ne!(other, id, "{way:?}");
        assert_eq!(stage.calls("wipe"), count, "{way:?}");
        wire.say(asked, &json!({"action": "decline"}))
            .await
            .refused();
        // The same in other words is the same.
        let spelled = json!({"path": arguments["path"]});
        wire.called("s_wipe", &spelled).await.fine();
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
    }
}

/// A state is about one call: with another one it is refused, and not used up by that.
#[tokio::test(flavor = "multi_thread")]
async fn a_state_counts_for_its_call_only() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for (count, way) in (0..).zip(COMING_BACK) {
        let arguments = way.arguments();
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        let back = asked.back(&yes());
        for (tool, arguments) in [
            ("s_wipe", json!({"path": "/"})),
            ("s_wipe", json!({})),
            ("s_slow", arguments.clone()),
        ] {
            let done = wire.called_with(tool, &arguments, &back).await;
            assert!(done.error().contains("about another call"), "{done:?}");
        }
        assert_eq!(
            approver.approval(&approver.only_pending().await).await["state"],
            "pending"
        );
        let done = wire.called_with("s_wipe", &arguments, &back).await;
        done.fine();
        let again = wire.called_with("s_wipe", &arguments, &back).await;
        assert!(again.error().contains("it was used before"), "{again:?}");
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        assert_eq!(stage.calls("slow"), 0);
    }
}

/// Two identical calls share a question, and a yes is for one of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_yes_for_one_call_is_for_one_call() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for (count, way) in (0..).zip(
        ON_THE_LINE
            .into_iter()
            .filter(|way| way.0 == ClientTransport::Http),
    ) {
        let arguments = way.arguments();
        let (mut one, mut two) = (stage.wire(way).await, stage.wire(way).await);
        let first = one.asked("s_wipe", &arguments).await;
        let second = two.asked("s_wipe", &arguments).await;
        let id = approver.only_pending().await;
        let first = one.say(first, &yes()).await;
        let (flight, _) = second.flight.expect("a question on the line");
        let second = flight.done().await;
        let (made, used): (Vec<_>, Vec<_>) = [first, second]
            .into_iter()
            .partition(|done| done.result()["isError"] != true);
        assert_eq!((made.len(), used.len()), (1, 1), "{made:?} {used:?}");
        let words = used[0].refused();
        assert_contains(&words, "another call with the same arguments");
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        assert_eq!(approver.approval(&id).await["state"], "consumed");
    }
}
