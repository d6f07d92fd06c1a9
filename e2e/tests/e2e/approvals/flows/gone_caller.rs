//! Callers that go away while a person is asked: the question ends with the last of them.

use candor_testkit::{ApiClient, assert_contains, wait_until};
use serde_json::{Value, json};

use crate::approvals::kit::{
    ApprovalGateway, COMING_BACK, ClientKind, ClientTransport, ConcurrentClient, MODERN,
    ON_THE_LINE, PendingRequest, until, yes,
};

/// What clients say who cannot be asked, so that their calls wait with an open connection.
fn mute() -> Value {
    json!({})
}

/// Waits until a question has ended because its caller has gone, and looks at it from everywhere.
async fn is_abandoned(stage: &ApprovalGateway, id: &str) {
    let approver = stage.approver();
    let shown = approver.becomes(id, "abandoned").await;
    assert!(shown.get("verdict").is_none_or(Value::is_null), "{shown}");
    let refusal = "the client that made this call has gone";
    assert_contains(&approver.cannot_approve(id, 409).await, refusal);
    let body = json!({"decision": "approve", "scope": "always"});
    assert_contains(&approver.decide(id, &body).await.refused(409), refusal);
    assert!(approver.standing().await.is_empty(), "nothing was granted");
    assert!(approver.all_pending().await.is_empty());
    let listed = approver.approvals("abandoned").await;
    assert!(listed.iter().any(|one| one["id"] == id), "{listed:?}");

    let shown = stage.run(&["approvals", "show", id]);
    assert_contains(&shown, "abandoned: the caller disconnected at");
    let listed = stage.run(&["approvals", "list", "--state", "abandoned"]);
    assert_contains(&listed, "abandoned");

    let call = until("the call on file", async || {
        let calls = approver.calls(&format!("approval={id}")).await;
        calls.into_iter().next()
    })
    .await;
    assert_eq!(call["outcome"], "cancelled", "{call}");
    assert_contains(&call["detail"], "before the call was decided");
}

async fn begun(
    stage: &ApprovalGateway,
    way: ClientKind,
    arguments: &Value,
) -> (ConcurrentClient, PendingRequest) {
    let mut wire = stage.wire(way).await;
    let asked = wire.asked("s_wipe", arguments).await;
    let (flight, _) = asked.flight.expect("a call on the line");
    (wire, flight)
}

/// A client that hangs up, one that takes its call back, and one that ends its session.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_ends_when_its_caller_goes() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let over_http = |way: &ClientKind| way.0 == ClientTransport::Http;
    for way in ON_THE_LINE.into_iter().filter(over_http) {
        let arguments = way.arguments();
        let (_wire, flight) = begun(&stage, way, &arguments).await;
        let hung_up = approver.only_pending().await;
        drop(flight);
        is_abandoned(&stage, &hung_up).await;

        let (mut wire, flight) = begun(&stage, way, &arguments).await;
        let taken_back = approver.only_pending().await;
        assert_ne!(taken_back, hung_up, "the same call asks anew");
        let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": {"requestId": flight.id(), "reason": "timeout"}});
        wire.post(&cancelled).await;
        is_abandoned(&stage, &taken_back).await;

        let (wire, _flight) = begun(&stage, way, &arguments).await;
        let session_ended = approver.only_pending().await;
        wire.end_session().await;
        is_abandoned(&stage, &session_ended).await;
    }
    assert_eq!(stage.calls("wipe"), 0);
}

/// A client of the modern era that cannot be asked has to wait, and is gone when it hangs up.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_cannot_come_back_is_gone() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let way = ClientKind(ClientTransport::Http, MODERN);
    let mut wire = stage.wire_with(way, &mute()).await;
    let flight = wire.call("s_wipe", &json!({"path": "a"})).await;
    let id = approver.only_pending().await;
    drop(flight);
    is_abandoned(&stage, &id).await;
}

/// The client of `candor stdio` takes its call back.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_over_stdio_is_gone() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let (mut wire, flight) = begun(&stage, ON_THE_LINE[3], &json!({"path": "a"})).await;
    let id = approver.only_pending().await;
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": flight.id()}});
    wire.post(&cancelled).await;
    is_abandoned(&stage, &id).await;
}

/// Two clients wait for one question: it ends with the second.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_caller_ends_the_question() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let arguments = json!({"path": "a"});
    let (_one, first) = begun(&stage, ON_THE_LINE[0], &arguments).await;
    let id = approver.only_pending().await;
    let (_two, second) = begun(&stage, ON_THE_LINE[1], &arguments).await;
    assert_eq!(approver.only_pending().await, id, "it is the same question");
    drop(first);
    wait_until("the first call on file", async || {
        approver.calls(&format!("approval={id}")).await.len() == 1
    })
    .await;
    assert_eq!(approver.approval(&id).await["state"], "pending");
    drop(second);
    is_abandoned(&stage, &id).await;
}

/// Whoever has been told to come back can do so, also when another client has hung up meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_has_not_gone() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let arguments = json!({"path": "a"});
    let mut modern = stage.wire(COMING_BACK[0]).await;
    let asked = modern.asked("s_wipe", &arguments).await;
    let id = approver.only_pending().await;
    let (_wire, flight) = begun(&stage, ON_THE_LINE[1], &arguments).await;
    drop(flight);
    wait_until("the other call on file", async || {
        cancelled(&approver, &id).await == 1
    })
    .await;
    assert_eq!(approver.approval(&id).await["state"], "pending");
    let done = modern.say(asked, &yes()).await;
    assert_eq!(done.fine(), arguments.to_string());
    approver.becomes(&id, "consumed").await;
}

/// A client can say that it comes back, although it is not told to.
#[tokio::test(flavor = "multi_thread")]
async fn who_says_that_it_comes_back_has_not_gone() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let arguments = json!({"path": "a"});
    let back = json!({"_meta": {"dev.candor/comes-back": true}});
    let mut wire = stage.wire_with(ON_THE_LINE[1], &mute()).await;
    let flight = wire.call_with("s_wipe", &arguments, &back).await;
    let id = approver.only_pending().await;
    drop(flight);
    wait_until("the call on file", async || {
        cancelled(&approver, &id).await == 1
    })
    .await;
    approver.approve(&id).await;
    assert_eq!(
        wire.called("s_wipe", &arguments).await.fine(),
        arguments.to_string()
    );
    approver.becomes(&id, "consumed").await;
}

async fn cancelled(approver: &ApiClient, id: &str) -> usize {
    let filter = format!("outcome=cancelled&approval={id}");
    approver.calls(&filter).await.len()
}
