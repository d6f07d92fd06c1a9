//! What only a real connection shows.

use std::net::SocketAddr;
use std::time::Duration;

use candor_mcp::MessageConnectionEnd;
use candor_model::ApprovalState;
use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{BOTH, MODERN, McpHarness, message, with_timeout};
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

/// A `ping` of a modern client, as it is posted.
fn ping(id: u32) -> String {
    let body = json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/list", "params": {"_meta": {
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
        }},
    });
    let body = body.to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: {BOTH}\r\nMCP-Protocol-Version: {MODERN}\r\nMcp-Method: tools/list\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

async fn plain_world() -> McpHarness {
    McpHarness::of(&ServerScript::simple(&[("plain", "{}")]), ServerEra::Modern).await
}

#[tokio::test]
async fn requests_that_come_together_or_in_pieces_are_answered_in_order() {
    let world = plain_world().await;
    let (address, _served) = world.listen().await;
    let mut stream = connect(address).await;
    let all = [1, 2, 3].map(ping).concat();
    stream.write_all(all.as_bytes()).await.expect("open");
    let answers = read_until(&mut stream, r#""id":3,"#).await;
    let at = |id: &str| answers.find(id).expect(id);
    assert!(at(r#""id":1,"#) < at(r#""id":2,"#) && at(r#""id":2,"#) < at(r#""id":3,"#));
    for byte in ping(4).as_bytes() {
        stream.write_all(&[*byte]).await.expect("open");
        tokio::task::yield_now().await;
    }
    let answer = read_until(&mut stream, r#""id":4,"#).await;
    let heads = [answers, answer].concat();
    assert_eq!(heads.matches("HTTP/1.1 200 OK\r\n").count(), 4, "{heads}");
    assert_eq!(heads.matches("\r\ndate: ").count(), 4, "{heads}");
}

#[tokio::test]
async fn a_request_of_another_form_is_left_with_its_bytes() {
    let world = plain_world().await;
    let (address, served) = world.listen_for(Duration::from_mins(1)).await;
    let mut stream = connect(address).await;
    let other = "GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let both = ping(1) + other;
    stream.write_all(both.as_bytes()).await.expect("open");
    read_until(&mut stream, r#""id":1,"#).await;
    let MessageConnectionEnd::OtherRequest { unread, .. } = served.await.expect("no panic") else {
        panic!("it was closed");
    };
    assert_eq!(unread, other);
}

#[tokio::test]
async fn a_client_that_sends_nothing_or_half_a_request_is_let_go_of() {
    let world = plain_world().await;
    for sent in [
        "",
        "POS",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5",
    ] {
        let (address, served) = world.listen_for(Duration::from_millis(100)).await;
        let mut stream = connect(address).await;
        stream.write_all(sent.as_bytes()).await.expect("open");
        let end = with_timeout(served).await.expect("no panic");
        assert!(matches!(end, MessageConnectionEnd::Closed), "{sent:?}");
        let mut rest = String::new();
        with_timeout(stream.read_to_string(&mut rest))
            .await
            .expect("an end");
        assert_eq!(rest, "", "{sent:?}");
    }
}

#[tokio::test]
async fn a_slow_body_is_left_to_the_library_with_its_head() {
    let world = plain_world().await;
    let (address, served) = world.listen_for(Duration::from_millis(100)).await;
    let mut stream = connect(address).await;
    let sent = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhell";
    stream.write_all(sent.as_bytes()).await.expect("open");
    let end = with_timeout(served).await.expect("no panic");
    let MessageConnectionEnd::OtherRequest { unread, .. } = end else {
        panic!("it was closed");
    };
    assert_eq!(unread, sent);
}

#[tokio::test]
async fn a_gateway_that_stops_answers_what_it_has_and_closes() {
    let script = ServerScript::simple(&[("slow", r#"{"sleep_ms":1000}"#)]);
    let world = McpHarness::of(&script, ServerEra::Legacy).await;
    let id = world.session("2025-11-25", json!({})).await;
    // One at rest, and one with a call on its way.
    let (idle_address, idle) = world.listen_for(Duration::from_mins(1)).await;
    let _idle = connect(idle_address).await;
    let (address, served) = world.listen_for(Duration::from_mins(1)).await;
    let mut stream = connect(address).await;
    let call = message(1, "tools/call", json!({"name": "slow"}));
    stream
        .write_all(http(&call, &id).as_bytes())
        .await
        .expect("open");
    world.seen("tools/call").await;
    world.shutdown.cancel();
    for ended in [with_timeout(idle).await, with_timeout(served).await] {
        assert!(matches!(
            ended.expect("no panic"),
            MessageConnectionEnd::Closed
        ));
    }
    let mut answer = String::new();
    with_timeout(stream.read_to_string(&mut answer))
        .await
        .expect("an end");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    assert!(answer.contains(r#""id":1"#), "{answer}");
}

#[tokio::test]
async fn a_stream_is_sent_in_chunks_and_ends_with_its_client() {
    let script = ServerScript::simple(&[("hangs", r#"{"hang":true}"#)]);
    let upstream = script::serve_http(&script, ServerEra::Legacy);
    let world = McpHarness::with(upstream, |_, config| {
        config.patience = Duration::from_millis(10);
        config.keep_alive = Duration::from_millis(10);
    })
    .await;
    let (address, served) = world.listen_for(Duration::from_mins(1)).await;
    let id = world.session("2025-03-26", json!({})).await;
    let mut stream = connect(address).await;
    let call = message(1, "tools/call", json!({"name": "hangs"}));
    stream
        .write_all(http(&call, &id).as_bytes())
        .await
        .expect("open");
    let begun = read_until(&mut stream, "\r\n\r\n3\r\n:\n\n\r\n").await;
    assert!(
        begun.contains("\r\ntransfer-encoding: chunked\r\n"),
        "{begun}"
    );
    drop(stream);
    let end = with_timeout(served).await.expect("no panic");
    assert!(matches!(end, MessageConnectionEnd::Closed));
}
