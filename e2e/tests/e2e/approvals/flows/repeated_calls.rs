//! Calls that are made again: after their client was gone, with other arguments, with a state
//! that was used.

use candor_testkit::ApiClient;
use serde_json::json;

use crate::approvals::kit::{
    ApprovalGateway, COMING_BACK, ClientKind, ClientTransport, ConcurrentClient, ON_THE_LINE,
    PendingRequest, asked_ways, until, yes,
};

/// The client of a call goes away, and the gateway has noticed.
async fn gone(
    desk: &ApiClient,
    way: ClientKind,
    flight: Option<PendingRequest>,
    wire: ConcurrentClient,
) {
    let cancelled = async || desk.calls("outcome=cancelled").await.len();
    let before = cancelled().await;
    drop(flight);
    drop(wire);
    if way.0 == ClientTransport::Http && !way.is_modern() {
        until("the call given up", async || {
            (cancelled().await > before).then_some(())
        })
        .await;
    }
}

/// The approval outlives its client. A client that makes the same call gets it; a yes that came
/// meanwhile is used.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_outlives_its_client() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
    for (count, way) in (0..).zip(asked_ways()) {
        let arguments = way.arguments();
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = desk.only_pending().await;
        gone(&desk, way, asked.flight.map(|(flight, _)| flight), wire).await;
        assert_eq!(desk.approval(&id).await["state"], "pending", "{way:?}");

        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        assert_eq!(desk.only_pending().await, id, "it is the same question");
        gone(&desk, way, asked.flight.map(|(flight, _)| flight), wire).await;

        desk.approve(&id).await;
        assert_eq!(stage.calls("wipe"), count, "nobody waits for it: {way:?}");
        let mut wire = stage.wire(way).await;
        let done = wire.call("s_wipe", &arguments).await.done().await;
        assert_eq!(done.fine(), arguments.to_string(), "{way:?}");
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        assert_eq!(desk.approval(&id).await["state"], "consumed", "{way:?}");
    }
}

/// A yes is for the arguments that were shown.
#[tokio::test(flavor = "multi_thread")]
async fn a_yes_is_for_the_arguments_that_were_shown() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
    let others = json!({"path": "/"});
    for (count, way) in (0..).zip(asked_ways()) {
        let arguments = way.arguments();
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = desk.only_pending().await;
        gone(&desk, way, asked.flight.map(|(flight, _)| flight), wire).await;
        desk.approve(&id).await;

        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &others).await;
        let other = desk.only_pending().await;
        assert_ne!(other, id, "{way:?}");
        assert_eq!(stage.calls("wipe"), count, "{way:?}");
        wire.say(asked, &json!({"action": "decline"}))
            .await
            .refused();
        // The same in other words is the same.
        let spelled = json!({"path": arguments["path"]});
        wire.call("s_wipe", &spelled).await.done().await.fine();
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
    }
}

/// A state is about one call: with another one it is refused, and not used up by that.
#[tokio::test(flavor = "multi_thread")]
async fn a_state_counts_for_its_call_only() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
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
            let done = wire.call_with(tool, &arguments, &back).await.done().await;
            assert!(done.error().contains("about another call"), "{done:?}");
        }
        assert_eq!(
            desk.approval(&desk.only_pending().await).await["state"],
            "pending"
        );
        let done = wire
            .call_with("s_wipe", &arguments, &back)
            .await
            .done()
            .await;
        done.fine();
        let again = wire
            .call_with("s_wipe", &arguments, &back)
            .await
            .done()
            .await;
        assert!(again.error().contains("it was used before"), "{again:?}");
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        assert_eq!(stage.calls("slow"), 0);
    }
}

/// Two identical calls share a question, and a yes is for one of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_yes_for_one_call_is_for_one_call() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
    for (count, way) in (0..).zip(
        ON_THE_LINE
            .into_iter()
            .filter(|way| way.0 == ClientTransport::Http),
    ) {
        let arguments = way.arguments();
        let (mut one, mut two) = (stage.wire(way).await, stage.wire(way).await);
        let first = one.asked("s_wipe", &arguments).await;
        let second = two.asked("s_wipe", &arguments).await;
        let id = desk.only_pending().await;
        let first = one.say(first, &yes()).await;
        let (flight, _) = second.flight.expect("a question on the line");
        let second = flight.done().await;
        let (made, used): (Vec<_>, Vec<_>) = [first, second]
            .into_iter()
            .partition(|done| done.result()["isError"] != true);
        assert_eq!((made.len(), used.len()), (1, 1), "{made:?} {used:?}");
        let words = used[0].refused();
        assert!(
            words.contains("another call with the same arguments"),
            "{words}"
        );
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        assert_eq!(desk.approval(&id).await["state"], "consumed");
    }
}
