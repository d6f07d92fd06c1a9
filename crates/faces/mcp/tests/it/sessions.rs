//! Where sessions come from and how they end.

use std::time::Duration;

use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use http::StatusCode;
use serde_json::json;

use crate::harness::{McpHarness, message};

fn upstream() -> candor_testkit::ServerHandle {
    script::serve_http(&ServerScript::simple(&[("plain", "{}")]), ServerEra::Legacy)
}

#[tokio::test]
async fn a_request_needs_a_session_that_exists() {
    let world = McpHarness::with(upstream(), |_, _| {}).await;
    let id = world.session("2025-11-25", json!({})).await;
    let ping = || world.post(message(1, "ping", json!({})));
    assert_eq!(ping().fault().await, (400, -32600));
    let text = ping().send().await.text().await;
    assert!(
        text.contains("`Mcp-Session-Id`"),
        "the way out is missing: {text}"
    );
    assert_eq!(ping().session("made-up").fault().await, (404, -32600));
    let at = |version| ping().session(&id).header("mcp-protocol-version", version);
    assert_eq!(at("2025-11-25").send().await.status, StatusCode::OK);
    assert_eq!(at("2024-11-05").send().await.status, StatusCode::OK);
    assert_eq!(at("1999-01-01").fault().await, (400, -32600));
    assert_eq!(at("2026-07-28").fault().await, (400, -32602));
    let news = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(world.post(&news).fault().await, (400, -32600));
    assert_eq!(
        world.post(&news).session("made-up").fault().await,
        (404, -32600)
    );
    let late = json!({"jsonrpc": "2.0", "id": "candor-99", "result": {}});
    assert_eq!(
        world.post(late).session(&id).send().await.status,
        StatusCode::ACCEPTED
    );
}

#[tokio::test]
async fn a_session_ends_when_its_client_says_so() {
    let world = McpHarness::with(upstream(), |_, _| {}).await;
    let id = world.session("2025-11-25", json!({})).await;
    let mut stream = world.bare("GET").session(&id).send().await;
    assert_eq!(
        world.bare("DELETE").send().await.status,
        StatusCode::METHOD_NOT_ALLOWED
    );
    assert_eq!(
        world.bare("DELETE").session(&id).send().await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(stream.event().await, None, "its stream ends with it");
    let ping = world.post(message(1, "ping", json!({}))).session(&id);
    assert_eq!(ping.fault().await, (404, -32600));
    assert_eq!(
        world.bare("DELETE").session(&id).send().await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        world.bare("GET").session(&id).send().await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn there_is_room_for_so_many() {
    let world = McpHarness::with(upstream(), |limits, _| limits.sessions = 1).await;
    let id = world.session("2025-11-25", json!({})).await;
    let full = || world.initialize("2025-11-25", json!({}));
    assert_eq!(full().fault().await, (503, -32603));
    let text = full().send().await.text().await;
    assert!(text.contains("`limits.sessions`"), "{text}");
    // Requests without a session are not concerned.
    assert_eq!(
        world.modern("tools/list", json!({})).send().await.status,
        StatusCode::OK
    );
    world.bare("DELETE").session(&id).send().await;
    assert_eq!(full().send().await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_silent_session_is_forgotten_but_not_one_that_listens() {
    // Long enough that a busy machine opens the stream in it.
    let idle = Duration::from_secs(2);
    let world = McpHarness::with(upstream(), |limits, _| limits.session_idle = idle).await;
    let listening = world.initialize("2025-11-25", json!({})).send().await;
    let listening = listening.header("mcp-session-id").expect("a session id");
    let _stream = world.bare("GET").session(&listening).send().await;
    let silent = world.initialize("2025-11-25", json!({})).send().await;
    let silent = silent.header("mcp-session-id").expect("a session id");
    tokio::time::sleep(idle + Duration::from_millis(100)).await;
    let ping = |id: &str| world.post(message(1, "ping", json!({}))).session(id);
    assert_eq!(ping(&silent).send().await.status, StatusCode::NOT_FOUND);
    assert_eq!(ping(&listening).send().await.status, StatusCode::OK);
}
