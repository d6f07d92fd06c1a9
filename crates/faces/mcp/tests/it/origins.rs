//! Who is let in, and with what.

use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use http::StatusCode;
use serde_json::json;

use crate::harness::{McpHarness, message};

async fn world() -> McpHarness {
    let upstream = script::serve_http(&ServerScript::simple(&[("plain", "{}")]), ServerEra::Legacy);
    McpHarness::with(upstream, |limits, config| {
        limits.request_body = 2_000;
        config.allowed_hosts = vec!["gateway.example".to_owned()];
        config.allowed_origins = vec!["https://app.example".to_owned()];
    })
    .await
}

#[tokio::test]
async fn strangers_are_turned_away_and_told_why() {
    let world = world().await;
    let ask = || world.modern("server/discover", json!({}));
    let ok = [
        ask()
            .header("host", "127.0.0.1:7333")
            .header("origin", "http://127.0.0.1:7333"),
        ask()
            .header("host", "gateway.example")
            .header("origin", "https://app.example"),
    ];
    for ask in ok {
        assert_eq!(ask.send().await.status, StatusCode::OK);
    }
    let evil = ask()
        .header("host", "evil.example.com")
        .header("origin", "http://evil.example.com");
    assert_eq!(evil.fault().await, (403, -32600));
    assert_eq!(
        ask()
            .header("origin", "http://evil.example.com")
            .fault()
            .await,
        (403, -32600)
    );
    for method in ["GET", "DELETE"] {
        let reply = world
            .bare(method)
            .header("host", "evil.example.com")
            .send()
            .await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{method}");
    }
}

#[tokio::test]
async fn forms_that_nobody_reads_are_refused() {
    let world = world().await;
    let ask = || world.modern("server/discover", json!({}));
    assert_eq!(
        ask().header("content-type", "text/plain").fault().await,
        (415, -32600)
    );
    assert_eq!(
        ask().header("accept", "text/html").fault().await,
        (406, -32600)
    );
    let mut stream = ask().header("accept", "text/event-stream").send().await;
    assert!(stream.is_stream());
    assert_eq!(stream.event().await.expect("the answer")["id"], 1);
    let id = world.session("2025-11-25", json!({})).await;
    let plain = world
        .bare("GET")
        .session(&id)
        .header("accept", "application/json");
    assert_eq!(plain.send().await.status, StatusCode::NOT_ACCEPTABLE);
}

#[tokio::test]
async fn a_body_has_a_limit_and_the_next_request_is_fine() {
    let world = world().await;
    let large = message(1, "ping", json!({"x": "y".repeat(3_000)}));
    assert_eq!(world.post(&large).fault().await, (413, -32600));
    let text = world.post(&large).send().await.text().await;
    assert!(text.contains("`limits.request_body`"), "{text}");
    assert_eq!(
        world.modern("tools/list", json!({})).send().await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn nothing_new_begins_while_the_gateway_goes() {
    let world = world().await;
    world.shutdown.cancel();
    assert_eq!(
        world.modern("tools/list", json!({})).fault().await,
        (503, -32603)
    );
    assert_eq!(
        world.initialize("2025-11-25", json!({})).fault().await,
        (503, -32603)
    );
}
