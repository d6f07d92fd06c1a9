//! Streamable HTTP: answers and notifications as streams of events.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use candor_model::McpRevision;
use candor_wire::envelope::JsonRpcMessage;
use candor_wire::link::LinkError;
use candor_wire::sse;

use crate::support::{
    SeenRequest, ask, call, events, feed, json, method_of, open_http, reply, result, result_of,
    serve, within,
};

#[tokio::test]
async fn a_stream_is_read_in_whatever_pieces_it_comes() {
    let server = serve(|seen: SeenRequest| {
        let id = seen.message().0.expect("an id");
        let text = [
            "\u{feff}: hello\r\n\r\nretry: 5\r\n\r\n".to_owned(),
            "data: {\"jsonrpc\":\"2.0\",\r\ndata: \"method\":\"note\"}\r\n\r\n".to_owned(),
            "data: \n\nevent: other\ndata: {}\n\ndata: no JSON\n\n".to_owned(),
            "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"ping\"}\r\r"
                .to_owned(),
            format!("data: {}\n\n", result_of(id + 1, "\"of another\"")),
            format!("data: {}\n\n", result_of(id, "\"größe\"")),
            format!("data: {}\n\n", result_of(id, "\"again\"")),
        ]
        .concat();
        events(
            text.into_bytes()
                .chunks(3)
                .map(Bytes::copy_from_slice)
                .collect::<Vec<_>>(),
        )
    })
    .await;
    let (link, _inbox) = open_http(&server.url).await;
    let mut exchange = ask(&link, "x", "{}").await.expect("sent");
    for expect in ["note", "ping"] {
        let message = within(exchange.next())
            .await
            .expect("a message")
            .expect("no error");
        assert_eq!(method_of(&message), expect);
    }
    assert_eq!(result(&mut exchange).await.expect("answered"), "\"größe\"");
    assert!(within(exchange.next()).await.is_none());
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_taken_up_again() {
    let gets = Arc::new(AtomicUsize::new(0));
    let count = gets.clone();
    let server = serve(move |seen: SeenRequest| {
        if seen.method == "POST" {
            let note = r#"{"jsonrpc":"2.0","method":"first"}"#;
            return events([format!(
                "retry: 1\nid: e1\ndata: {note}\n\nid: e2\ndata:\n\ndata: cut"
            )]);
        }
        // The first attempt finds the server busy, the second gives more, the third the answer.
        match (
            count.fetch_add(1, Ordering::SeqCst),
            seen.header("last-event-id"),
        ) {
            (0, "e2") => reply(503, "", ""),
            (1, "e2") => events(["id: e3\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"second\"}\n\n"]),
            (2, "e3") => events([sse::event(result_of(1, "\"done\"").as_bytes())]),
            other => panic!("{other:?}"),
        }
    })
    .await;
    let (link, _inbox) = open_http(&server.url).await;
    let mut exchange = ask(&link, "x", "{}").await.expect("sent");
    for expect in ["first", "second"] {
        let message = within(exchange.next())
            .await
            .expect("a message")
            .expect("no error");
        assert_eq!(method_of(&message), expect);
    }
    assert_eq!(result(&mut exchange).await.expect("answered"), "\"done\"");
    assert_eq!(gets.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_stream_that_cannot_be_taken_up_is_an_unknown_outcome() {
    let server = serve(
        |seen: SeenRequest| match (seen.method.as_str(), seen.body.len()) {
            ("POST", _) if seen.message().1 == "no ids" => events([": nothing\n\n"]),
            ("POST", _) if seen.message().1 == "gone" => events(["retry: 1\nid: gone\ndata:\n\n"]),
            ("POST", _) => events(["retry: 1\nid: idle\ndata:\n\n"]),
            _ if seen.header("last-event-id") == "gone" => reply(404, "", ""),
            _ => events([": still nothing\n\n"]),
        },
    )
    .await;
    let (link, _inbox) = open_http(&server.url).await;
    for (method, expect) in [
        ("no ids", "the stream ended before the answer"),
        ("gone", "could not be taken up again (HTTP status 404)"),
        ("idle", "the stream ended before the answer"),
    ] {
        let mut exchange = ask(&link, method, "{}").await.expect("sent");
        let error = result(&mut exchange).await.expect_err("no answer");
        assert!(error.to_string().contains(expect), "{method}: {error}");
        assert!(error.request_was_sent());
        assert!(within(exchange.next()).await.is_none());
    }
}

#[tokio::test]
async fn a_server_that_is_gone_before_the_answer_is_an_unknown_outcome() {
    let server = serve(|_| events(["retry: 1\nid: 1\ndata:\n\n"])).await;
    let (link, _inbox) = open_http(&server.url).await;
    let mut exchange = ask(&link, "x", "{}").await.expect("sent");
    drop(server);
    let error = result(&mut exchange).await.expect_err("no answer");
    assert!(error.request_was_sent(), "{error}");
}

#[tokio::test]
async fn dropping_an_exchange_closes_its_stream() {
    let feeder = Arc::new(Mutex::new(None));
    let place = feeder.clone();
    let server = serve(move |_| {
        let (sender, response) = feed();
        sender.send(sse::comment()).expect("sent");
        *place.lock().expect("a place") = Some(sender);
        response
    })
    .await;
    let (link, _inbox) = open_http(&server.url).await;
    let exchange = ask(&link, "x", "{}").await.expect("sent");
    let sender = feeder.lock().expect("a place").take().expect("a stream");
    assert!(!sender.is_closed());
    drop(exchange);
    within(sender.closed()).await;
}

#[tokio::test]
async fn closing_the_link_ends_open_exchanges() {
    let server = serve(|_| {
        let (sender, response) = feed();
        // Never answered and never ended.
        std::mem::forget(sender);
        response
    })
    .await;
    let (link, _inbox) = open_http(&server.url).await;
    let mut exchange = ask(&link, "x", "{}").await.expect("sent");
    let (error, ()) = within(async { tokio::join!(result(&mut exchange), link.close()) }).await;
    assert_eq!(
        error.expect_err("closed").to_string(),
        "the connection is closed: it was ended on this side"
    );
    assert!(within(exchange.next()).await.is_none());
}

#[tokio::test]
async fn a_server_without_a_stream_for_notifications_is_fine() {
    let gets = Arc::new(tokio::sync::Semaphore::new(0));
    let count = gets.clone();
    let server = serve(move |seen: SeenRequest| {
        if seen.method == "GET" {
            count.add_permits(1);
            return reply(405, "text/plain", "no");
        }
        json(result_of(seen.message().0.expect("an id"), "1"))
    })
    .await;
    let (link, mut inbox) = open_http(&server.url).await;
    call(&link, "initialize", "{}").await.expect("answered");
    link.session_started(McpRevision::V2025_06_18);
    within(gets.acquire()).await.expect("asked once").forget();
    assert_eq!(call(&link, "x", "{}").await.expect("answered"), "1");
    assert!(inbox.why_closed().is_none());
    // Closing waits for the task of the stream, so a second attempt would show here.
    within(link.close()).await;
    assert_eq!(gets.available_permits(), 0);
    assert!(within(inbox.next()).await.is_none());
}

#[tokio::test]
async fn notifications_come_until_the_session_is_gone() {
    let gets = Arc::new(AtomicUsize::new(0));
    let count = gets.clone();
    let server = serve(move |seen: SeenRequest| {
        if seen.method == "POST" {
            let mut response = json(result_of(seen.message().0.expect("an id"), "1"));
            response
                .headers_mut()
                .insert("mcp-session-id", "s".parse().expect("a value"));
            return response;
        }
        assert_eq!(seen.header("mcp-session-id"), "s");
        assert_eq!(seen.header("mcp-protocol-version"), "2025-11-25");
        let note = |name: &str| format!("data: {{\"jsonrpc\":\"2.0\",\"method\":\"{name}\"}}\n\n");
        let stray = format!("data: {}\n\n", result_of(1, "\"stray\""));
        match (
            count.fetch_add(1, Ordering::SeqCst),
            seen.header("last-event-id"),
        ) {
            (0, "") => events([format!("retry: 1\nid: 7\n{}{stray}", note("one"))]),
            (1, "7") => reply(500, "", ""),
            (2, "7") => events([note("two")]),
            (3, "7") => reply(404, "", ""),
            other => panic!("{other:?}"),
        }
    })
    .await;
    let (link, mut inbox) = open_http(&server.url).await;
    call(&link, "initialize", "{}").await.expect("answered");
    link.session_started(McpRevision::V2025_11_25);
    for expect in ["one", "two"] {
        let message = within(inbox.next()).await.expect("a message");
        assert!(matches!(&message, JsonRpcMessage::Notification(note) if &*note.method == expect));
    }
    assert!(within(inbox.next()).await.is_none());
    assert!(matches!(
        inbox.why_closed(),
        Some(LinkError::SessionExpired)
    ));
}
