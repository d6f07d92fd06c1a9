use super::*;

fn request(method: Method, url: &str, headers: &[(&'static str, &'static str)]) -> EgressRequest {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.append(*name, HeaderValue::from_static(value));
    }
    EgressRequest {
        method,
        url: Url::parse(url).expect("a URL"),
        headers: map,
        body: Bytes::new(),
    }
}

/// The headers that go out, one a line, in the order of the alphabet.
fn sent(request: &EgressRequest) -> String {
    let agent = HeaderValue::from_static("candor/0");
    let prepared = request.prepare(&agent).expect("sendable");
    let mut lines: Vec<_> = prepared
        .headers()
        .iter()
        .map(|(name, value)| format!("{name}: {}", value.to_str().expect("text")))
        .collect();
    lines.sort();
    lines.join("\n")
}

#[test]
fn headers_of_the_connection_are_ours() {
    let given = request(
        Method::GET,
        "http://a.example/",
        &[
            ("host", "evil.example"),
            ("content-length", "7"),
            ("transfer-encoding", "chunked"),
            ("connection", "upgrade"),
            ("upgrade", "websocket"),
            ("keep-alive", "1"),
            ("te", "gzip"),
            ("trailer", "x"),
            ("expect", "100-continue"),
            ("proxy-connection", "close"),
            ("proxy-authorization", "Basic x"),
            ("http2-settings", "x"),
            ("accept-encoding", "br"),
            ("x-one", "a"),
            ("x-one", "b"),
        ],
    );
    assert_eq!(
        sent(&given),
        "accept-encoding: gzip, deflate\naccept: */*\nuser-agent: candor/0\nx-one: a\nx-one: b"
    );
}

#[test]
fn what_the_caller_says_counts() {
    let given = request(
        Method::GET,
        "http://a.example/",
        &[
            ("accept", "text/csv"),
            ("user-agent", "me"),
            ("range", "bytes=0-9"),
        ],
    );
    assert_eq!(
        sent(&given),
        "accept: text/csv\nrange: bytes=0-9\nuser-agent: me"
    );
}

#[test]
fn an_empty_body_is_named_where_one_is_expected() {
    for (method, named) in [
        (Method::POST, true),
        (Method::PUT, true),
        (Method::PATCH, true),
        (Method::DELETE, false),
        (Method::GET, false),
    ] {
        let given = request(method.clone(), "http://a.example/", &[]);
        assert_eq!(
            sent(&given).contains("content-length: 0"),
            named,
            "{method}"
        );
    }
}

#[test]
fn what_cannot_be_sent_is_said() {
    let long = format!("http://a.example/?q={}", "x".repeat(70_000));
    let cases = [
        (
            Method::GET,
            "ftp://a.example/",
            "`ftp` is not a scheme of HTTP; use `http` or `https`",
        ),
        (
            Method::GET,
            "http://me:hunter2@a.example/",
            "the URL for `a.example` holds a user or a password; send an `authorization` header",
        ),
        (
            Method::GET,
            "http://:hunter2@a.example:8080/",
            "the URL for `a.example:8080` holds a user or a password; send an `authorization` \
             header",
        ),
        (
            Method::CONNECT,
            "http://a.example/",
            "the method `CONNECT` is not for requests",
        ),
        (
            Method::GET,
            &long,
            "the URL for `a.example` has 70020 bytes and cannot be sent",
        ),
    ];
    for (method, url, expect) in cases {
        let given = request(method, url, &[]);
        let agent = HeaderValue::from_static("x");
        let error = given.check().and_then(|()| given.prepare(&agent).map(drop));
        let error = error.expect_err("not sendable");
        assert_eq!((error.was_sent(), &*error.to_string()), (false, expect));
    }
}

#[test]
fn the_fragment_stays_here_and_the_rest_arrives() {
    let given = request(
        Method::GET,
        "http://a.example/a%2Fb/ü/{x}|y?q=a b&z=\"'<>{}|\\^`#secret",
        &[],
    );
    let agent = HeaderValue::from_static("x");
    let prepared = given.prepare(&agent).expect("sendable");
    assert_eq!(
        prepared.uri().to_string(),
        "http://a.example/a%2Fb/%C3%BC/%7Bx%7D|y?q=a%20b&z=%22%27%3C%3E{}|\\^`"
    );
}

#[test]
fn a_changed_method_leaves_the_body_behind() {
    let mut given = request(
        Method::POST,
        "http://a.example/",
        &[("content-type", "text/plain"), ("authorization", "x")],
    );
    given.body = Bytes::from_static(b"abc");
    let url = Url::parse("http://a.example/done").expect("a URL");
    let next = given.clone().redirected(Method::GET, url.clone());
    assert!(next.body.is_empty() && !next.headers.contains_key("content-type"));
    assert!(next.headers.contains_key("authorization"));
    assert_eq!(
        format!("{given:?}"),
        "Request { method: POST, host: \"a.example\", body: 3, .. }"
    );
}
