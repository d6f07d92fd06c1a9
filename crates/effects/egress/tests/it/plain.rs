//! Requests and replies without anything odd about them.

use bytes::Bytes;
use http::{HeaderValue, Method};

use crate::server::{answer, reply, serve};
use crate::world::{bounds, client, fetch, get, soon, with};

#[tokio::test]
async fn a_reply_comes_back_whole() {
    let server = answer(reply(
        "200 OK",
        "content-type: text/plain\r\nx-a: 1\r\n",
        "hello",
    ))
    .await;
    let response = fetch(&server.url("/x?q=1#f")).await.expect("a response");
    assert_eq!(response.status, 200);
    assert_eq!(response.body, "hello");
    assert_eq!(response.cut, None);
    assert_eq!(response.headers["x-a"], "1");
    assert!(!response.headers.contains_key("content-length"));
    assert_eq!(
        server.requests(),
        [format!(
            "GET /x?q=1 HTTP/1.1\r\nuser-agent: candor/test\r\naccept: */*\r\n\
             accept-encoding: gzip, deflate\r\nhost: {}\r\n\r\n",
            server.authority
        )]
    );
}

#[tokio::test]
async fn bodies_are_framed_in_every_way() {
    let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    let cases = [
        (format!("{chunked}5\r\nhello\r\n0\r\n\r\n"), "hello"),
        (
            format!("{chunked}3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nx-trailer: 1\r\n\r\n"),
            "hello",
        ),
        (format!("{chunked}0\r\n\r\n"), ""),
        (
            "HTTP/1.1 200 OK\r\n\r\nuntil the end".to_owned(),
            "until the end",
        ),
        ("HTTP/1.0 200 OK\r\n\r\nold".to_owned(), "old"),
        (
            "HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok".to_owned(),
            "ok",
        ),
        ("HTTP/1.1 204 No Content\r\n\r\n".to_owned(), ""),
        (
            "HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n".to_owned(),
            "",
        ),
        (
            format!(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n{}",
                reply("200 OK", "", "late")
            ),
            "late",
        ),
    ];
    for (text, expect) in cases {
        let server = answer(text.clone()).await;
        let response = fetch(&server.url("/")).await.expect("a response");
        assert_eq!(
            (&*response.body, response.cut),
            (expect.as_bytes(), None),
            "{text}"
        );
    }
}

#[tokio::test]
async fn every_status_is_an_answer() {
    for status in [
        "201 Created",
        "404 Not Found",
        "418 Teapot",
        "500 Oops",
        "599 Odd",
    ] {
        let server = answer(reply(status, "", "why")).await;
        let response = fetch(&server.url("/")).await.expect("a response");
        assert!(status.starts_with(response.status.as_str()));
        assert_eq!(response.body, "why");
    }
}

#[tokio::test]
async fn a_body_is_sent_with_its_length() {
    for (method, body, expect) in [
        (Method::POST, "a=1", "content-length: 3"),
        (Method::PUT, "", "content-length: 0"),
        (Method::DELETE, "why", "content-length: 3"),
    ] {
        let server = answer(reply("200 OK", "", "")).await;
        let request = with(method.clone(), &server.url("/"), body);
        soon(client().send(&request, &bounds()))
            .await
            .expect("sent");
        let seen = server.requests().concat();
        assert!(seen.starts_with(method.as_str()), "{seen}");
        assert!(
            seen.contains(expect) && seen.ends_with(&format!("\r\n\r\n{body}")),
            "{seen}"
        );
    }
}

#[tokio::test]
async fn a_head_has_no_body() {
    let server = serve(async |mut connection| {
        while connection.next_request().await.is_some() {
            let head =
                "HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 99999999\r\n\r\n";
            connection.send(head.as_bytes()).await;
        }
    })
    .await;
    let client = client();
    for _ in 0..2 {
        let request = with(Method::HEAD, &server.url("/"), "");
        let response = soon(client.send(&request, &bounds()))
            .await
            .expect("a response");
        assert!(response.body.is_empty() && response.cut.is_none());
        // What the body of a GET would be is what was asked for.
        assert_eq!(response.headers["content-length"], "99999999");
        assert_eq!(response.headers["content-encoding"], "br");
    }
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn what_belongs_to_the_connection_cannot_be_given() {
    let server = answer(reply("200 OK", "", "")).await;
    let mut request = get(&server.url("/"));
    request
        .headers
        .insert("host", HeaderValue::from_static("evil.example"));
    request
        .headers
        .insert("transfer-encoding", HeaderValue::from_static("chunked"));
    request
        .headers
        .insert("content-length", HeaderValue::from_static("999"));
    request
        .headers
        .insert("connection", HeaderValue::from_static("close"));
    request
        .headers
        .insert("x-mine", HeaderValue::from_static("kept"));
    request.body = Bytes::from_static(b"abc");
    soon(client().send(&request, &bounds()))
        .await
        .expect("a response");
    let seen = server.requests().concat();
    assert!(
        seen.contains(&format!("\r\nhost: {}\r\n", server.authority)),
        "{seen}"
    );
    assert!(seen.contains("\r\ncontent-length: 3\r\n") && seen.contains("\r\nx-mine: kept"));
    for absent in ["evil", "chunked", "999", "connection"] {
        assert!(!seen.contains(absent), "{seen}");
    }
}
