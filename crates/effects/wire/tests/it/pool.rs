//! Connections that are used again, and those that must not be.

use std::sync::Arc;
use std::time::Duration;

use candor_wire::link::{LinkError, RequestHeaders};
use candor_wire::sse;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::raw::{RawConnection, RawRequest, RawServer, reply, serve_raw, serve_text};
use crate::support::{ask, call, limits, open_http, result, result_of, within};

/// The most connections that rest.
const MAX_IDLE: usize = 256;

/// Waits until the client keeps only so many connections.
async fn until_open(server: &RawServer, most: usize) {
    within(async {
        while server.open() > most {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_connection_serves_the_next_request() {
    let server = serve_text(|request| reply(request, "")).await;
    let (link, _inbox) = open_http(&server.url()).await;
    for _ in 0..5 {
        assert_eq!(call(&link, "x", "{}").await.expect("answered"), "1");
    }
    assert_eq!(server.opened(), 1);

    let requests = server.requests();
    let first = &requests[0];
    assert_eq!(first.line(), "POST /mcp HTTP/1.1");
    assert_eq!(first.header("host"), Some(&*server.address));
    let agent = concat!("candor/", env!("CARGO_PKG_VERSION"));
    assert_eq!(first.header("user-agent"), Some(agent));
    assert_eq!(first.header("accept-encoding"), None);
    drop(link);
    until_open(&server, 0).await;
}

#[tokio::test]
async fn a_connection_serves_again_after_a_stream_and_a_notification() {
    let server = serve_text(|request| {
        if !request.body.contains("\"id\"") {
            return "HTTP/1.1 202 Accepted\r\ncontent-length: 8\r\n\r\nAccepted".to_owned();
        }
        let event = sse::event(result_of(request.id(), "1").as_bytes());
        let event = String::from_utf8(event.to_vec()).expect("text");
        format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\
             \r\n\r\n{:x}\r\n{event}\r\n0\r\n\r\n",
            event.len()
        )
    })
    .await;
    let (link, _inbox) = open_http(&server.url()).await;
    for _ in 0..20 {
        assert_eq!(call(&link, "x", "{}").await.expect("answered"), "1");
        let note = r#"{"jsonrpc":"2.0","method":"note"}"#;
        let sent = link.send(note.into(), &RequestHeaders::default()).await;
        sent.expect("accepted");
    }
    assert_eq!(server.requests().len(), 40);
    // The end of a response is read while others use other connections.
    assert!(server.opened() < 6, "{}", server.opened());
}

#[tokio::test]
async fn a_connection_that_the_server_closed_is_replaced() {
    let server = serve_raw(async |mut connection: RawConnection| {
        let request = connection.request().await.expect("a request");
        connection.send(&reply(&request, "")).await;
    })
    .await;
    let (link, _inbox) = open_http(&server.url()).await;
    for expect in ["1", "2", "3"] {
        assert_eq!(call(&link, "x", "{}").await.expect("answered"), expect);
        // The end of the connection is on its way, and until it is here a request may cross it.
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let requests = server.requests();
    let connections: Vec<_> = requests.iter().map(|it| it.connection).collect();
    assert_eq!(connections, [1, 2, 3]);
}

#[tokio::test]
async fn a_request_that_was_written_is_not_sent_again() {
    let server = serve_raw(async |mut connection: RawConnection| {
        let first = connection.request().await.expect("a request");
        connection.send(&reply(&first, "")).await;
        // Read, and never answered.
        connection.request().await;
    })
    .await;
    let (link, _inbox) = open_http(&server.url()).await;
    call(&link, "x", "{}").await.expect("answered");
    let error = call(&link, "x", "{}").await.expect_err("no answer");
    assert!(matches!(error, LinkError::Closed { .. }), "{error:?}");
    assert!(error.request_was_sent());
    assert_eq!((server.requests().len(), server.opened()), (2, 1));
}

#[tokio::test]
async fn only_so_many_connections_rest() {
    const AT_ONCE: usize = 280;
    let all = Arc::new(Barrier::new(AT_ONCE));
    let server = serve_raw(move |mut connection: RawConnection| {
        let all = all.clone();
        async move {
            while let Some(request) = connection.request().await {
                if request.body.contains("together") {
                    all.wait().await;
                }
                connection.send(&reply(&request, "")).await;
            }
        }
    })
    .await;
    let (link, _inbox) = open_http(&server.url()).await;
    let mut calls = JoinSet::new();
    for _ in 0..AT_ONCE {
        let link = link.clone();
        calls.spawn(async move { call(&link, "together", "{}").await });
    }
    while let Some(answer) = within(calls.join_next()).await {
        answer.expect("no panic").expect("answered");
    }
    assert_eq!(server.opened(), AT_ONCE);
    until_open(&server, MAX_IDLE).await;
    assert_eq!(server.open(), MAX_IDLE);

    // One after the other they need one connection, the one that was used last.
    let first = call(&link, "x", "{}").await.expect("answered");
    for _ in 0..5 {
        assert_eq!(call(&link, "x", "{}").await.expect("answered"), first);
    }
    assert_eq!((server.opened(), server.open()), (AT_ONCE, MAX_IDLE));
}

#[tokio::test]
async fn a_response_that_is_not_read_takes_its_connection_along() {
    let server = serve_text(|request| {
        if request.body.contains("endless") {
            // The stream goes on, and nothing more comes.
            let stream = "content-type: text/event-stream\r\ntransfer-encoding: chunked";
            return format!("HTTP/1.1 200 OK\r\n{stream}\r\n\r\n3\r\n:\n\n\r\n");
        }
        if request.body.contains("silent") {
            return String::new();
        }
        if request.body.contains("large") {
            let length = 2 * limits().max_message;
            return format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{{");
        }
        reply(request, "")
    })
    .await;
    let (link, _inbox) = open_http(&server.url()).await;
    let mut exchange = ask(&link, "endless", "{}").await.expect("sent");
    let read = tokio::time::timeout(Duration::from_millis(50), exchange.next()).await;
    assert!(read.is_err(), "there is no message in it");
    drop(exchange);
    until_open(&server, 0).await;
    assert_eq!(call(&link, "x", "{}").await.expect("answered"), "2");

    let error = call(&link, "large", "{}").await.expect_err("too large");
    assert!(matches!(error, LinkError::TooLarge { .. }), "{error:?}");
    until_open(&server, 0).await;
    assert_eq!(call(&link, "x", "{}").await.expect("answered"), "3");

    // So does a request that is given up before its answer.
    let asked = tokio::time::timeout(Duration::from_millis(50), ask(&link, "silent", "{}"));
    assert!(asked.await.is_err(), "there is no answer");
    until_open(&server, 0).await;
}

#[tokio::test]
async fn a_server_may_close_after_every_answer() {
    let old = |request: &RawRequest| {
        let body = result_of(request.id(), &request.connection.to_string());
        format!("HTTP/1.0 200 OK\r\n\r\n{body}")
    };
    let server = serve_raw(move |mut connection: RawConnection| async move {
        let request = connection.request().await.expect("a request");
        let answer = if request.body.contains("old") {
            old(&request)
        } else {
            reply(&request, "connection: close\r\n")
        };
        connection.send(&answer).await;
    })
    .await;
    let (link, _inbox) = open_http(&server.url()).await;
    for (method, expect) in [("old", "1"), ("new", "2"), ("old", "3"), ("new", "4")] {
        let answer = call(&link, method, "{}").await;
        assert_eq!(answer.expect("answered"), expect);
    }
}

#[tokio::test]
async fn a_connection_that_is_to_be_closed_is_not_used_again() {
    // The server says so and then waits for the client to do it.
    let server = serve_text(|request| reply(request, "connection: close\r\n")).await;
    let (link, _inbox) = open_http(&server.url()).await;
    for expect in ["1", "2", "3"] {
        assert_eq!(call(&link, "x", "{}").await.expect("answered"), expect);
    }
    until_open(&server, 0).await;
}

#[tokio::test]
async fn an_answer_may_come_before_the_request_is_there() {
    let server = serve_raw(async |mut connection: RawConnection| {
        connection.head().await.expect("a head");
        let answer = result_of(1, "\"early\"");
        let length = answer.len();
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
        connection.send(&format!("{head}{answer}")).await;
        // The rest of the request is never read.
        std::future::pending::<()>().await;
    })
    .await;
    let (link, _inbox) = open_http(&server.url()).await;
    let params = format!("{{\"x\":\"{}\"}}", "x".repeat(16 * 1024 * 1024));
    let answer = call(&link, "x", &params).await;
    assert_eq!(answer.expect("answered"), "\"early\"");
    // The connection is still full of the first request.
    let second = call(&link, "x", "{}").await.expect_err("the id is 1");
    assert!(second.to_string().contains("no answer to"), "{second}");
    assert_eq!(server.opened(), 2);
}

#[tokio::test]
async fn a_head_that_is_none_is_told() {
    let cases = [
        (
            "hello, here I am\r\n\r\n".to_owned(),
            "not valid HTTP: invalid HTTP version",
        ),
        (
            "HTTP/1.1 abc OK\r\n\r\n".to_owned(),
            "not valid HTTP: invalid response status",
        ),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n".to_owned(),
            "not valid HTTP: its length is not one number",
        ),
        (
            "HTTP/1.1 200 OK\r\nbad header\r\n\r\n".to_owned(),
            "not valid HTTP: invalid header name",
        ),
        (
            format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "x".repeat(1024 * 1024)),
            "its headers are longer than 65536 bytes",
        ),
        (
            format!("HTTP/1.1 200 OK\r\n{}\r\n", "x: y\r\n".repeat(1000)),
            "not valid HTTP: too many headers",
        ),
        (
            "HTTP/1.1 200 OK\r\nco".to_owned(),
            "the connection ended before the response was complete",
        ),
    ];
    for (head, expect) in cases {
        let shown = head.chars().take(60).collect::<String>();
        let server = serve_raw(move |mut connection: RawConnection| {
            let head = head.clone();
            async move {
                connection.request().await;
                connection.send(&head).await;
            }
        })
        .await;
        let (link, _inbox) = open_http(&server.url()).await;
        let error = call(&link, "x", "{}").await.expect_err("no head");
        let text = error.to_string();
        assert!(text.contains(expect), "{shown:?}: {text}");
        assert!(text.starts_with("the connection is closed: "), "{text}");
        assert!(error.request_was_sent());
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_is_told() {
    let server = serve_raw(async |mut connection: RawConnection| {
        connection.request().await;
        connection
            .send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{")
            .await;
    })
    .await;
    let (link, _inbox) = open_http(&server.url()).await;
    let mut error = call(&link, "x", "{}").await.expect_err("half an answer");
    for number in 2..4 {
        assert_eq!(server.opened(), number - 1);
        let text = error.to_string();
        assert!(
            text.contains("the connection ended before the response was complete"),
            "{text}"
        );
        assert!(error.request_was_sent());
        error = call(&link, "x", "{}").await.expect_err("half an answer");
    }
}

#[tokio::test]
async fn an_answer_and_then_silence_ends_the_exchange() {
    let server = serve_text(|request| {
        let event = sse::event(result_of(request.id(), "1").as_bytes());
        let event = String::from_utf8(event.to_vec()).expect("text");
        let stream = "content-type: text/event-stream\r\ntransfer-encoding: chunked";
        // The answer is there, the end of the stream is not.
        let length = event.len();
        format!("HTTP/1.1 200 OK\r\n{stream}\r\n\r\n{length:x}\r\n{event}\r\n")
    })
    .await;
    let (link, _inbox) = open_http(&server.url()).await;
    for number in 1..4 {
        let mut exchange = ask(&link, "x", "{}").await.expect("sent");
        assert_eq!(result(&mut exchange).await.expect("answered"), "1");
        assert!(within(exchange.next()).await.is_none());
        // Each of them waits for the rest, so the next request has its own.
        assert_eq!(server.opened(), number);
    }
}
