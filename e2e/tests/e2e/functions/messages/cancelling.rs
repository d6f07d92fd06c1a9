//! A call is cancelled: the function is told, and the next call goes well.

use candor_testkit::wait_until;
use serde_json::{Value, json};

use super::stage;
use crate::approvals::kit::{ConcurrentClient, PendingRequest};
use crate::functions::kit::{FunctionGateway, KernelProcess};

/// How a client takes its call back.
#[derive(Clone, Copy, Debug)]
enum CancelMethod {
    /// It says so.
    Told,
    /// It breaks the connection.
    Gone,
}

/// What a client of each era does.
const WAYS: [(&str, CancelMethod); 2] = [
    ("2025-11-25", CancelMethod::Told),
    ("2026-07-28", CancelMethod::Gone),
];

/// Begins a call that waits, and comes back when it does.
async fn waiting(wire: &mut ConcurrentClient, deaf: bool) -> PendingRequest {
    let about = json!({"_meta": {"progressToken": 1}});
    let arguments = json!({"deaf": deaf});
    let mut flight = wire.call_with("f_wait", &arguments, &about).await;
    flight.notified("notifications/progress").await;
    flight
}

async fn take_back(wire: &mut ConcurrentClient, flight: PendingRequest, back: CancelMethod) {
    if matches!(back, CancelMethod::Told) {
        let params = json!({"requestId": flight.id(), "reason": "no longer wanted"});
        let method = "notifications/cancelled";
        wire.post(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }
    // In the modern era this is how it is said.
    drop(flight);
}

async fn wire(stage: &FunctionGateway, revision: &'static str) -> ConcurrentClient {
    ConcurrentClient::http(stage.gateway.url(), revision, &json!({}), None).await
}

/// The workers of a stage with room for one.
fn only(stage: &FunctionGateway) -> KernelProcess {
    let workers = stage.workers();
    assert_eq!(workers.len(), 1, "{workers:?}");
    workers[0]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_that_listens_ends_by_itself() {
    for (revision, back) in WAYS {
        let stage = stage("workers = 1\n").await;
        let mut wire = wire(&stage, revision).await;
        let flight = waiting(&mut wire, false).await;
        let worker = only(&stage);
        take_back(&mut wire, flight, back).await;

        // There is one worker, so the next call waits for the end of this one.
        let done = wire.called("f_told", &json!({})).await;
        assert_eq!(done.fine(), "1", "{revision} {back:?}");
        assert_eq!(only(&stage), worker, "{revision} {back:?}: the same worker");
        let calls = stage.calls("f", "wait", 1).await;
        assert_eq!(calls[0]["outcome"], "cancelled", "{revision}: {}", calls[0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_that_does_not_listen_is_ended() {
    for (revision, back) in WAYS {
        let stage = stage("workers = 1\n").await;
        let mut wire = wire(&stage, revision).await;
        let flight = waiting(&mut wire, true).await;
        let worker = only(&stage);
        take_back(&mut wire, flight, back).await;

        let done = wire.called("f_told", &json!({})).await;
        assert_eq!(done.fine(), "0", "{revision} {back:?}: a new worker");
        assert_ne!(only(&stage), worker, "{revision} {back:?}");
        wait_until("the end of the worker", async || {
            worker.status("State").is_none()
        })
        .await;
    }
}

/// Others do not notice.
#[tokio::test(flavor = "multi_thread")]
async fn only_that_call_ends() {
    let stage = stage("").await;
    let mut one = wire(&stage, "2025-11-25").await;
    let mut other = wire(&stage, "2025-11-25").await;
    let taken_back = waiting(&mut one, false).await;
    let kept = waiting(&mut other, false).await;
    take_back(&mut one, taken_back, CancelMethod::Told).await;
    let calls = stage.calls("f", "wait", 1).await;
    assert_eq!(calls.len(), 1, "{calls:?}");
    let done = one.called("f_steps", &json!({})).await;
    assert_eq!(done.fine(), "arrived");
    assert_eq!(
        stage.calls("f", "wait", 1).await.len(),
        1,
        "the other waits"
    );
    take_back(&mut other, kept, CancelMethod::Told).await;
    let calls = stage.calls("f", "wait", 2).await;
    let outcomes: Vec<&Value> = calls.iter().map(|call| &call["outcome"]).collect();
    assert_eq!(outcomes, ["cancelled", "cancelled"], "{calls:?}");
}
