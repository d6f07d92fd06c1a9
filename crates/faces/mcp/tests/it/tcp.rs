//! What only a real connection shows.

use std::net::SocketAddr;

use candor_model::ApprovalState;
use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{BOTH, McpHarness, message, with_timeout};
use crate::people::careful;

fn http(body: &Value, session: &str) -> String {
    http_for(BOTH, body, session)
}

fn http_for(accept: &str, body: &Value, session: &str) -> String {
    let body = body.to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: {accept}\r\nMcp-Session-Id: {session}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

async fn connect(address: SocketAddr) -> TcpStream {
    with_timeout(TcpStream::connect(address))
        .await
        .expect("a connection")
}

/// Reads until the text holds something.
async fn read_until(stream: &mut TcpStream, end: &str) -> String {
    let mut text = String::new();
    let mut piece = [0; 4096];
    while !text.contains(end) {
        let size = with_timeout(stream.read(&mut piece))
            .await
            .expect("an open connection");
        assert_ne!(size, 0, "the connection was closed after: {text}");
        text.push_str(std::str::from_utf8(&piece[..size]).expect("text"));
    }
    text
}

#[tokio::test]
async fn a_connection_that_breaks_cancels_the_call() {
    let upstream = script::serve_http(
        &ServerScript::simple(&[("hangs", r#"{"hang":true}"#)]),
        ServerEra::Legacy,
    );
    let world = McpHarness::with(upstream, |_, config| {
        config.patience = std::time::Duration::from_mins(10);
    })
    .await;
    let (address, _served) = world.listen().await;
    let id = world.session("2025-11-25", json!({})).await;
    let mut stream = connect(address).await;
    let call = message(1, "tools/call", json!({"name": "hangs"}));
    with_timeout(stream.write_all(http(&call, &id).as_bytes()))
        .await
        .expect("an open connection");
    world.seen("tools/call").await;
    drop(stream);
    world.seen("notifications/cancelled").await;
}

#[tokio::test]
async fn a_connection_outlives_a_body_that_is_too_large() {
    let upstream = script::serve_http(&ServerScript::simple(&[("plain", "{}")]), ServerEra::Legacy);
    let world = McpHarness::with(upstream, |limits, _| limits.request_body = 50_000).await;
    let (address, _served) = world.listen().await;
    let id = world.session("2025-11-25", json!({})).await;
    let mut stream = connect(address).await;
    let large = message(1, "ping", json!({"x": "y".repeat(150_000)}));
    with_timeout(stream.write_all(http(&large, &id).as_bytes()))
        .await
        .expect("an open connection");
    let refused = read_until(&mut stream, "`limits.request_body`").await;
    assert!(refused.starts_with("HTTP/1.1 413 "), "{refused}");
    let ping = message(2, "ping", json!({}));
    with_timeout(stream.write_all(http(&ping, &id).as_bytes()))
        .await
        .expect("an open connection");
    let answer = read_until(&mut stream, r#""result":{}"#).await;
    assert!(answer.contains("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test]
async fn a_client_of_plain_answers_that_goes_while_it_waits_has_no_call() {
    let world = McpHarness::of(&careful(), ServerEra::Legacy).await;
    let (address, _served) = world.listen().await;
    let id = world
        .session("2025-11-25", json!({"elicitation": {}}))
        .await;
    let mut stream = connect(address).await;
    let call = message(1, "tools/call", json!({"name": "wipe"}));
    let request = http_for("application/json", &call, &id);
    with_timeout(stream.write_all(request.as_bytes()))
        .await
        .expect("an open connection");
    world.waiting().await;
    drop(stream);
    world.cancelled().await;
    assert_eq!(world.ended().await.state, ApprovalState::Abandoned);
    let plain = message(2, "tools/call", json!({"name": "plain"}));
    let mut reply = world.post(plain).session(&id).send().await;
    assert_eq!(reply.json().await["id"], 2);
    assert_eq!(world.upstream.calls("wipe"), 0);
}
