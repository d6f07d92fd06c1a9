//! What a card masks is kept sealed, shown to those who may decide, and written down.

use candor_testkit::canaries::{folder_bytes, holds};
use candor_testkit::{ApiClient, ServerEra, assert_contains};
use serde_json::{Value, json};

use crate::approvals::kit::{ApprovalGateway, ConcurrentClient, ON_THE_LINE, forms};

const CANARY: &str = "revealcanary0123456789";

fn arguments() -> Value {
    json!({"path": "a", "header": format!("Bearer {CANARY}")})
}

async fn reveal(api: &ApiClient, id: &str) -> candor_testkit::HttpAnswer {
    let path = format!("/approvals/{id}/reveal");
    api.post(&path, &json!({})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_masked_is_revealed_to_who_may_decide_and_written_down() {
    let holders = [
        ("bob", "viewer,caller"),
        ("eve", "viewer,editor"),
        ("ann", "approver"),
    ];
    let (stage, [bob, eve, ann]) = ApprovalGateway::guarded("", holders).await;
    let [bob_api, eve_api, ann_api] =
        [&bob, &eve, &ann].map(|token| ApiClient::new(&stage.gateway, Some(token)));
    let url = stage.gateway.url();
    let mut wire = ConcurrentClient::http(url, ON_THE_LINE[1].1, &forms(), Some(&bob)).await;
    let asked = wire.asked("s_wipe", &arguments()).await;
    assert!(!asked.shown().contains(CANARY), "{}", asked.shown());
    let id = ann_api.only_pending().await;

    // Not the caller, and nobody who may only look or edit.
    for api in [&bob_api, &eve_api] {
        assert_contains(&reveal(api, &id).await.refused(403), "approver");
    }
    assert_eq!(ann_api.approval(&id).await["reveals"], json!([]));

    let answer = reveal(&ann_api, &id).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_contains(&answer.fine()["text"], CANARY);
    let seen = bob_api.approval(&id).await;
    assert_eq!(seen["reveals"][0]["who"], "ann");
    assert_eq!(seen["state"], "pending");
    let changes = ann_api.read("/audit/changes?action=approvals.reveal").await;
    assert_eq!(changes["items"][0]["who"], "ann", "{changes}");
    // Lists, the history and the audit do not say what was seen.
    for path in ["/approvals?state=any", "/audit/changes", "/audit/calls"] {
        let page = ann_api.read(path).await.to_string();
        assert!(!page.contains(CANARY), "{path}");
    }

    // A decision forgets it.
    ann_api.approve(&id).await;
    let (flight, _) = asked.flight.expect("a call on the line");
    assert_contains(flight.done().await.fine(), CANARY);
    let refused = reveal(&ann_api, &id).await.refused(409);
    assert_contains(&refused, "no longer waits for a decision");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_masked_is_nowhere_in_plain() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let mut client = stage.gateway.client(ServerEra::Legacy).await;
    let waiting = tokio::spawn(async move {
        let arguments = arguments().to_string();
        client.call("s_wipe", &arguments).await.words()
    });
    let id = approver.only_pending().await;
    assert_contains(&reveal(&approver, &id).await.fine()["text"], CANARY);
    let said = stage.run(&["approvals", "show", &id, "--reveal"]);
    assert_contains(&said, CANARY);
    assert!(!stage.run(&["approvals", "show", &id]).contains(CANARY));
    // While it waits, and after it is denied.
    assert!(!holds(&folder_bytes(stage.gateway.folder()), CANARY));
    approver.deny(&id, "no").await;
    waiting.await.expect("a call");
    let log = stage.gateway.log();
    assert!(!log.contains(CANARY), "{log}");
    let (folder, _) = stage.gateway.stop();
    assert!(!holds(&folder_bytes(folder.path()), CANARY));
}
