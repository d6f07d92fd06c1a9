//! Replies that lead elsewhere.

use candor_egress::{EgressError, ExchangeLimits};
use http::{HeaderValue, Method};

use crate::server::{RawServer, reply, route};
use crate::world::{ask, bounds, client, fetch, get, soon, told, with};

/// Every path but `/end` leads to the next letter: `/a` to `/b`, and so on; `/z` to itself.
async fn chain(status: &'static str) -> RawServer {
    route(move |line| {
        let path = line.split(' ').nth(1).expect("a path");
        match path {
            "/end" | "/" => reply("200 OK", "", "done"),
            "/z" => reply(status, "location: /z\r\n", "again"),
            "/c" => reply(status, "location: ./end#here\r\n", "last"),
            _ => {
                let next = char::from(path.as_bytes()[1] + 1);
                reply(status, &format!("location: /{next}\r\n"), "on")
            }
        }
    })
    .await
}

#[tokio::test]
async fn reads_are_sent_on() {
    for status in ["301 X", "302 X", "303 X", "307 X", "308 X"] {
        let server = chain(status).await;
        let mut request = get(&server.url("/a"));
        request
            .headers
            .insert("authorization", HeaderValue::from_static("Bearer hunter2"));
        let response = soon(client().send(&request, &bounds()))
            .await
            .expect("a response");
        assert_eq!(
            (response.status.as_u16(), &*response.body),
            (200, &b"done"[..])
        );
        assert_eq!(response.url.as_str(), server.url("/end"));
        let requests = server.requests();
        assert_eq!(requests.len(), 4);
        assert!(
            requests
                .iter()
                .all(|request| request.contains("Bearer hunter2"))
        );
    }
}

#[tokio::test]
async fn a_result_is_fetched_from_where_it_is() {
    let server = chain("303 See Other").await;
    let mut request = with(Method::POST, &server.url("/c"), "a=1");
    request
        .headers
        .insert("content-type", HeaderValue::from_static("text/plain"));
    let response = soon(client().send(&request, &bounds()))
        .await
        .expect("a response");
    assert_eq!(response.body, "done");
    assert_eq!(server.lines(), ["POST /c HTTP/1.1", "GET /end HTTP/1.1"]);
    let last = server.requests().pop().expect("a request");
    assert!(
        !last.contains("content-") && !last.contains("a=1"),
        "{last}"
    );
}

#[tokio::test]
async fn a_write_is_never_sent_twice() {
    for status in ["301 X", "302 X", "307 X", "308 X"] {
        let server = chain(status).await;
        let request = with(Method::POST, &server.url("/a"), "a=1");
        let response = soon(client().send(&request, &bounds()))
            .await
            .expect("a response");
        assert!(status.starts_with(response.status.as_str()));
        assert_eq!(response.headers["location"], "/b");
        assert_eq!(response.body, "on");
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_circle_ends() {
    let server = chain("302 Found").await;
    let error = fetch(&server.url("/z")).await.expect_err("a circle");
    assert_eq!(
        told(&error),
        format!("`{}` redirected more than 5 times", server.authority)
    );
    assert!(error.was_sent());
    assert_eq!(server.requests().len(), 6);
}

#[tokio::test]
async fn none_may_be_wanted() {
    let server = chain("302 Found").await;
    let none = ExchangeLimits {
        redirects: 0,
        ..bounds()
    };
    let response = soon(client().send(&get(&server.url("/a")), &none)).await;
    assert_eq!(response.expect("a response").status, 302);
    let exact = ExchangeLimits {
        redirects: 3,
        ..bounds()
    };
    let response = soon(client().send(&get(&server.url("/a")), &exact)).await;
    assert_eq!(response.expect("a response").status, 200);
}

#[tokio::test]
async fn another_origin_gets_nothing() {
    let other = chain("302 Found").await;
    let elsewhere = [
        other.url("/end?key=1"),
        format!("http://user:pw@{}/end", other.authority),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://0xA9FEA9FE/".to_owned(),
        "http://[fd00:ec2::254]/".to_owned(),
        "file:///etc/passwd".to_owned(),
    ];
    for place in elsewhere {
        let header = format!("location: {place}\r\n");
        let server = route(move |_| reply("302 Found", &header, "go")).await;
        let error = fetch(&server.url("/a?key=hunter2"))
            .await
            .expect_err("elsewhere");
        assert!(
            matches!(error, EgressError::RedirectElsewhere { .. }),
            "{error}"
        );
        assert!(error.was_sent());
        let text = told(&error);
        assert!(text.contains(&server.authority), "{text}");
        for secret in ["hunter2", "pw", "key=1", "passwd"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
    assert_eq!(other.connections(), 0);
    // The same machine under another name is another origin.
    let port = other.port();
    let header = format!("location: http://localhost:{port}/\r\n");
    let server = route(move |_| reply("302 Found", &header, "go")).await;
    ask(&client(), &server.url("/"))
        .await
        .expect_err("elsewhere");
    assert_eq!(other.connections(), 0);
}

#[tokio::test]
async fn what_fails_later_was_sent() {
    let server = route(|line| match line {
        "POST /do HTTP/1.1" => reply(
            "303 See Other",
            "location: /done\r\nconnection: close\r\n",
            "",
        ),
        _ => "garbage\r\n\r\n".to_owned(),
    })
    .await;
    let request = with(Method::POST, &server.url("/do"), "a=1");
    let error = soon(client().send(&request, &bounds()))
        .await
        .expect_err("garbage");
    assert!(
        matches!(error.root(), EgressError::Malformed { .. }),
        "{error}"
    );
    assert!(error.was_sent());
}
