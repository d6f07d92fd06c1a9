//! The fixture over stdio.

use std::path::Path;

use serde_json::json;

use crate::support::{RawStdioServer, initialize, meta, modern, request, text};

#[test]
fn the_binary_is_found_beside_the_tests() {
    let built = Path::new(env!("CARGO_BIN_EXE_candor-fixture"))
        .canonicalize()
        .unwrap();
    assert_eq!(candor_testkit::fixture_bin().canonicalize().unwrap(), built);
}

#[tokio::test]
async fn both_eras_are_served_by_one_process() {
    let mut server = RawStdioServer::start(&["stdio"]);
    let found = server
        .exchange(&modern(1, "server/discover", json!({})))
        .await;
    assert_eq!(found["result"]["supportedVersions"], json!(["2026-07-28"]));
    let early = server.ask(2, "tools/list", &json!({})).await;
    assert_eq!(early["error"]["code"], -32600);

    let shaken = server.handshake("2025-03-26", &json!({})).await;
    assert_eq!(shaken["result"]["protocolVersion"], "2025-03-26");
    let again = server.exchange(&initialize("2025-11-25", &json!({}))).await;
    assert_eq!(again["error"]["code"], -32600);
    let legacy = server
        .ask(3, "tools/call", &json!({"name": "test_simple_text"}))
        .await;
    assert!(legacy["result"].get("resultType").is_none());
    let call = modern(4, "tools/call", json!({"name": "test_simple_text"}));
    assert_eq!(
        server.exchange(&call).await["result"]["resultType"],
        "complete"
    );

    let batch = json!([
        request(5, "ping", &json!({})),
        request(6, "ping", &json!({}))
    ]);
    assert_eq!(server.exchange(&batch).await.as_array().unwrap().len(), 2);
    assert_eq!(server.exchange(&json!([])).await["error"]["code"], -32600);
    server.send_text("not json").await.unwrap();
    assert_eq!(server.message().await["error"]["code"], -32700);
    assert_eq!(server.finish().await, Some(0));
}

#[tokio::test]
async fn progress_and_changes_come_between_the_answers() {
    let mut server = RawStdioServer::start(&["stdio", "--era", "legacy"]);
    server.handshake("2025-11-25", &json!({})).await;
    let params = json!({"name": "test_tool_with_progress", "_meta": {"progressToken": "p"}});
    server.send(&request(1, "tools/call", &params)).await;
    for progress in [0, 50, 100] {
        let message = server.message().await;
        assert_eq!(message["params"]["progress"], progress);
        assert_eq!(message["params"]["progressToken"], "p");
    }
    assert_eq!(server.message().await["id"], 1);
    let change = request(
        2,
        "tools/call",
        &json!({"name": "test_trigger_tool_change"}),
    );
    let notice = server.exchange(&change).await;
    assert_eq!(notice["method"], "notifications/tools/list_changed");
    assert_eq!(server.message().await["id"], 2);
}

#[tokio::test]
async fn a_cancelled_call_is_not_answered() {
    let mut server = RawStdioServer::start(&["stdio"]);
    server
        .handshake("2025-11-25", &json!({"sampling": {}}))
        .await;
    let params = json!({"name": "test_sampling", "arguments": {"prompt": "?"}});
    let question = server.ask(1, "tools/call", &params).await;
    assert_eq!(question["method"], "sampling/createMessage");
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    server.send(&cancel).await;
    // The next line answers the ping, so nothing was sent for the call.
    assert_eq!(server.ask(2, "ping", &json!({})).await["id"], 2);
}

#[tokio::test]
async fn a_subscription_ends_when_it_is_cancelled() {
    let mut server = RawStdioServer::start(&["stdio", "--era", "modern"]);
    let listen = modern(
        9,
        "subscriptions/listen",
        json!({"notifications": {"toolsListChanged": true}}),
    );
    let first = server.exchange(&listen).await;
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}});
    let last = server.exchange(&cancel).await;
    assert_eq!(last["id"], 9);
    assert_eq!(last["result"]["resultType"], "complete");
    let change = modern(
        10,
        "tools/call",
        json!({"name": "test_trigger_tool_change"}),
    );
    assert_eq!(server.exchange(&change).await["id"], 10);
}

#[tokio::test]
async fn a_modern_process_asks_by_results() {
    let mut server = RawStdioServer::start(&["stdio", "--era", "modern"]);
    let mut params = json!({
        "name": "test_elicitation",
        "arguments": {"message": "Who?"},
        "_meta": meta(&json!({"elicitation": {}})),
    });
    let asked = server.ask(1, "tools/call", &params).await;
    assert_eq!(asked["result"]["resultType"], "input_required");
    params["inputResponses"] = json!({"elicitation": {"action": "decline"}});
    let answer = server.ask(2, "tools/call", &params).await;
    assert!(text(&answer).contains("decline"), "{answer}");
}
