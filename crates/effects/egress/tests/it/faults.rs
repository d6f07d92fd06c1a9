//! Servers that are not there, break off, or speak nonsense.

use std::sync::Arc;
use std::time::Duration;

use candor_egress::{
    AddressLookup, AddressResolver, EgressClient, EgressError, EgressSettings, ExchangeLimits,
};
use tokio::net::TcpSocket;

use crate::server::{answer, reply, serve};
use crate::world::{ask, bounds, client, fetch, get, soon, spec, told};

/// A name server that never answers.
struct SilentResolver;

impl AddressResolver for SilentResolver {
    fn resolve<'a>(&'a self, _: &'a str) -> AddressLookup<'a> {
        Box::pin(std::future::pending())
    }
}

fn nervous() -> EgressSettings {
    EgressSettings {
        connect_timeout: Duration::from_millis(100),
        ..spec()
    }
}

#[tokio::test]
async fn nobody_is_there() {
    // Bound, so that no other process gets the port, but not listening.
    let socket = TcpSocket::new_v4().expect("a socket");
    let here = "127.0.0.1:0".parse().expect("an address");
    socket.bind(here).expect("a port");
    let authority = socket.local_addr().expect("an address").to_string();
    let error = fetch(&format!("http://{authority}/?key=hunter2")).await;
    let error = error.expect_err("nobody");
    let text = told(&error);
    assert!(
        text.starts_with(&format!("cannot connect to `{authority}`: ")),
        "{text}"
    );
    assert!(
        text.contains("refused") && !text.contains("hunter2"),
        "{text}"
    );
    assert!(!error.was_sent());
}

#[tokio::test]
async fn a_name_that_takes_too_long_was_never_asked() {
    let cases = [
        (nervous(), bounds(), "100ms"),
        (
            spec(),
            ExchangeLimits {
                timeout: Duration::from_millis(150),
                ..bounds()
            },
            "150ms",
        ),
    ];
    for (spec, bounds, limit) in cases {
        let client = EgressClient::with_resolver(spec, Arc::new(SilentResolver)).expect("a client");
        let error = soon(client.send(&get("http://slow.test/"), &bounds)).await;
        let error = error.expect_err("no connection");
        assert_eq!(
            told(&error),
            format!("no connection to `slow.test` within {limit}")
        );
        assert!(!error.was_sent());
    }
}

#[tokio::test]
async fn a_handshake_that_takes_too_long_is_no_connection() {
    let server = serve(async |mut connection| {
        connection.bytes().await;
        connection.closed().await;
    })
    .await;
    let client = EgressClient::new(nervous()).expect("a client");
    let url = format!("https://{}/", server.authority);
    let error = ask(&client, &url).await.expect_err("no handshake");
    assert!(
        matches!(error, EgressError::ConnectTimedOut { .. }),
        "{}",
        told(&error)
    );
    assert!(!error.was_sent());
}

#[tokio::test]
async fn a_server_that_knows_no_tls_gets_nothing() {
    let server = serve(async |mut connection| {
        let hello = connection.bytes().await;
        assert_eq!(hello[0], 22, "a handshake");
        connection
            .send(reply("400 Bad Request", "", "no").as_bytes())
            .await;
        connection.closed().await;
    })
    .await;
    let url = format!("https://{}/?key=hunter2", server.authority);
    let error = fetch(&url).await.expect_err("no TLS");
    let text = told(&error);
    let expect = format!("no secure connection to `{}`: ", server.authority);
    assert!(
        text.starts_with(&expect) && !text.contains("hunter2"),
        "{text}"
    );
    assert!(!error.was_sent());
}

#[tokio::test]
async fn nonsense_is_an_error() {
    let many = "x: y\r\n".repeat(101);
    let huge = format!("x: {}\r\n", "y".repeat(1_000_000));
    let head = "HTTP/1.1 200 OK\r\n";
    let cases = [
        ("hello\r\n\r\n".to_owned(), "something that is not HTTP"),
        (
            "SSH-2.0-OpenSSH_9.2\r\n\r\n".to_owned(),
            "something that is not HTTP",
        ),
        (
            "HTTP/1.1 2000 OK\r\n\r\n".to_owned(),
            "something that is not HTTP",
        ),
        (
            "HTTP/9.9 200 OK\r\n\r\n".to_owned(),
            "something that is not HTTP",
        ),
        (
            format!("{head}a b: c\r\n\r\n"),
            "something that is not HTTP",
        ),
        (
            format!("{head}content-length: -1\r\n\r\n"),
            "something that is not HTTP",
        ),
        (
            format!("{head}content-length: 1\r\ncontent-length: 2\r\n\r\nx"),
            "something that is not HTTP",
        ),
        (
            format!("{head}{many}\r\n"),
            "more than 65536 bytes or 100 lines of headers",
        ),
        (
            format!("{head}{huge}\r\n"),
            "more than 65536 bytes or 100 lines of headers",
        ),
        (
            "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n".into(),
            "switched to another protocol without being asked",
        ),
        (String::new(), "broke before the answer was complete"),
        (
            "HTTP/1.1 200".to_owned(),
            "broke before the answer was complete",
        ),
        (
            format!("{head}content-length: 9\r\n\r\nhalf"),
            "broke before the answer was complete",
        ),
        (
            format!("{head}transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n"),
            "broke before the answer was complete",
        ),
        (
            format!("{head}transfer-encoding: chunked\r\n\r\nzz\r\nhalf\r\n"),
            "broke before the answer was complete",
        ),
    ];
    for (text, expect) in cases {
        let server = answer(text.clone()).await;
        let error = fetch(&server.url("/?key=hunter2")).await.expect_err(expect);
        let said = told(&error);
        assert!(
            said.contains(expect) && said.contains(&server.authority),
            "{said}"
        );
        assert!(!said.contains("hunter2"), "{said}");
        assert!(error.was_sent(), "{said}");
    }
}

#[tokio::test]
async fn a_request_that_is_given_up_is_over() {
    let (sender, mut gone) = tokio::sync::mpsc::unbounded_channel();
    let server = serve(move |mut connection| {
        let sender = sender.clone();
        async move {
            connection.request().await;
            sender.send("asked").expect("somebody listens");
            connection.closed().await;
            sender.send("gone").expect("somebody listens");
        }
    })
    .await;
    let client = client();
    let request = get(&server.url("/"));
    let bounds = bounds();
    tokio::select! {
        answer = client.send(&request, &bounds) => panic!("{answer:?}"),
        heard = soon(gone.recv()) => assert_eq!(heard, Some("asked")),
    }
    assert_eq!(soon(gone.recv()).await, Some("gone"));
}

#[tokio::test]
async fn a_client_must_have_a_name_that_can_be_sent() {
    let spec = EgressSettings {
        user_agent: "candor\r\nx: y".to_owned(),
        ..spec()
    };
    let error = EgressClient::new(spec).expect_err("no header value");
    assert_eq!(
        error.to_string(),
        "`candor\\r\\nx: y` cannot be a user agent"
    );
}
