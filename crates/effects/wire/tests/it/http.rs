//! Streamable HTTP: requests, answers, refusals and sessions.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::response::Response;
use candor_model::McpRevision;
use candor_wire::link::{LinkEndpoint, LinkError, RequestHeaders, ServerLink};
use candor_wire::sse;

use crate::support::{
    LIMIT, LoopbackServer, SeenRequest, ask, ask_with, call, events, json, limits, method_of, open,
    open_http, reply, result_of, serve, spec, within,
};

type RequestLog = Arc<Mutex<Vec<SeenRequest>>>;

/// A server that remembers what it was asked.
async fn serve_logged(
    handler: impl Fn(&SeenRequest) -> Response + Clone + Send + Sync + 'static,
) -> (LoopbackServer, RequestLog) {
    let log = RequestLog::default();
    let kept = log.clone();
    let served = serve(move |seen| {
        kept.lock().expect("a log").push(seen.clone());
        handler(&seen)
    })
    .await;
    (served, log)
}

fn echo_method(seen: &SeenRequest) -> Response {
    let (id, method) = seen.message();
    id.map_or_else(
        || reply(202, "", ""),
        |id| json(result_of(id, &format!("\"{method}\""))),
    )
}

#[tokio::test]
async fn a_modern_request_carries_the_standard_headers_and_ours() {
    let (server, log) = serve_logged(echo_method).await;
    let given = [
        ("Authorization", "Bearer canary"),
        ("Accept", "text/html"),
        ("X-House", "blue"),
    ];
    let (link, _inbox) = open(&LinkEndpoint::Http(spec(&server.url, &given))).await;
    let params = [("Mcp-Param-Region".into(), "eu".into())];
    let trace = [("traceparent".into(), "00-abc".into())];
    let headers = RequestHeaders {
        protocol_version: Some(McpRevision::V2026_07_28),
        method: Some("tools/call"),
        name: Some("größe"),
        params: &params,
        trace: &trace,
    };
    let mut exchange = ask_with(&link, "tools/call", "{}", &headers)
        .await
        .expect("sent");
    assert_eq!(
        crate::support::result(&mut exchange)
            .await
            .expect("answered"),
        "\"tools/call\""
    );
    assert!(within(exchange.next()).await.is_none());

    let seen = log.lock().expect("a log").remove(0);
    let expect = [
        ("authorization", "Bearer canary"),
        ("accept", "application/json, text/event-stream"),
        ("content-type", "application/json"),
        ("x-house", "blue"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "=?base64?Z3LDtsOfZQ==?="),
        ("mcp-param-region", "eu"),
        ("traceparent", "00-abc"),
        ("mcp-session-id", ""),
    ];
    for (name, value) in expect {
        assert_eq!(seen.header(name), value, "{name}");
    }
    assert!(!format!("{link:?}").contains("canary"));
}

#[tokio::test]
async fn a_session_is_kept_and_its_end_is_noticed() {
    let initialized = Arc::new(AtomicUsize::new(0));
    let count = initialized.clone();
    let (server, log) = serve_logged(move |seen| {
        if seen.method == "GET" {
            return reply(405, "", "");
        }
        if seen.method == "DELETE" {
            return reply(204, "", "");
        }
        let (id, method) = seen.message();
        match (&*method, seen.header("mcp-session-id")) {
            ("initialize", "") => {
                let number = count.fetch_add(1, Ordering::SeqCst) + 1;
                let mut response = json(result_of(id.expect("an id"), "{}"));
                let session = format!("session-{number}").parse().expect("a value");
                response.headers_mut().insert("mcp-session-id", session);
                response
            }
            ("forget me", _) | (_, "") => reply(404, "text/plain", "no such session"),
            _ => echo_method(seen),
        }
    })
    .await;
    let (link, mut inbox) = open_http(&server.url).await;
    for session in ["session-1", "session-2"] {
        call(&link, "initialize", "{}").await.expect("a handshake");
        let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        link.send(note.into(), &RequestHeaders::default())
            .await
            .expect("accepted");
        link.session_started(McpRevision::V2025_11_25);
        assert_eq!(
            call(&link, "tools/list", "{}").await.expect("answered"),
            "\"tools/list\""
        );
        let last = log
            .lock()
            .expect("a log")
            .iter()
            .rfind(|it| it.method == "POST")
            .cloned();
        let last = last.expect("a request");
        assert_eq!(last.header("mcp-session-id"), session);
        assert_eq!(last.header("mcp-protocol-version"), "2025-11-25");
        if session == "session-1" {
            let error = call(&link, "forget me", "{}").await.expect_err("forgotten");
            assert!(matches!(error, LinkError::SessionExpired), "{error}");
            assert!(!error.request_was_sent());
        }
    }
    within(link.close()).await;
    let last = log.lock().expect("a log").pop().expect("a request");
    assert_eq!(
        (last.method.as_str(), last.header("mcp-session-id")),
        ("DELETE", "session-2")
    );
    assert!(within(inbox.next()).await.is_none());
    let late = call(&link, "tools/list", "{}").await.expect_err("closed");
    assert!(!late.request_was_sent(), "{late}");
}

#[tokio::test]
async fn refusals_are_answers_where_they_can_be() {
    let server = serve(|seen: SeenRequest| {
        let (id, method) = seen.message();
        let error = r#""error":{"code":-32020,"message":"no"}"#;
        let id = id.map_or_else(|| "null".to_owned(), |id| id.to_string());
        match &*method {
            "mine" => reply(
                400,
                "application/json",
                format!(r#"{{"jsonrpc":"2.0","id":{id},{error}}}"#),
            ),
            "nobody's" => reply(
                400,
                "application/json",
                format!(r#"{{"jsonrpc":"2.0","id":null,{error}}}"#),
            ),
            "another's" => reply(
                404,
                "application/json",
                format!(r#"{{"jsonrpc":"2.0","id":99,{error}}}"#),
            ),
            "a page" => reply(
                503,
                "text/html",
                format!("<b>{} {}", seen.header("authorization"), "ü".repeat(900)),
            ),
            "nothing" => reply(401, "", ""),
            "accepted" => reply(202, "", ""),
            "text" => reply(200, "text/plain", "hello"),
            _ => reply(
                200,
                "text/html",
                "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":1}",
            ),
        }
    })
    .await;
    let given = [("Authorization", "Bearer canary-4711")];
    let (link, _inbox) = open(&LinkEndpoint::Http(spec(&server.url, &given))).await;
    for method in ["mine", "nobody's"] {
        let answer = call(&link, method, "{}").await.expect("an answer");
        assert_eq!(answer, r#"{"code":-32020,"message":"no"}"#);
    }
    let errors = [
        ("another's", "HTTP status 404: `{\"jsonrpc\"", false),
        ("a page", "HTTP status 503: `<b>**** üüü", true),
        ("nothing", "the server answered with HTTP status 401", false),
        ("accepted", "an empty body with HTTP status 202", true),
        ("text", "not JSON", true),
        ("wrong id", "no answer to the request", true),
    ];
    for (method, expect, sent) in errors {
        let error = call(&link, method, "{}").await.expect_err("refused");
        assert!(error.to_string().contains(expect), "{method}: {error}");
        assert_eq!(error.request_was_sent(), sent, "{method}");
        assert!(!format!("{error:?}").contains("canary"), "{error:?}");
        if let LinkError::Status { body, .. } = error {
            assert!(body.chars().count() <= 500);
        }
    }
    let note = r#"{"jsonrpc":"2.0","method":"nothing"}"#;
    let error = link
        .send(note.into(), &RequestHeaders::default())
        .await
        .expect_err("refused");
    assert!(matches!(error, LinkError::Status { status: 401, .. }));
}

#[tokio::test]
async fn a_batch_of_answers_is_read() {
    let server = serve(|seen: SeenRequest| {
        let id = seen.message().0.expect("an id");
        let note = r#"{"jsonrpc":"2.0","method":"note"}"#;
        json(format!(
            "[{},{},{note},{{}}]",
            result_of(99, "1"),
            result_of(id, "2")
        ))
    })
    .await;
    let (link, _inbox) = open_http(&server.url).await;
    let mut exchange = ask(&link, "x", "{}").await.expect("sent");
    let first = within(exchange.next())
        .await
        .expect("a message")
        .expect("no error");
    assert_eq!(method_of(&first), "note");
    assert_eq!(
        crate::support::result(&mut exchange)
            .await
            .expect("answered"),
        "2"
    );
}

#[tokio::test]
async fn answers_over_the_limit_are_refused() {
    let server = serve(|seen: SeenRequest| {
        let (id, method) = seen.message();
        let big = result_of(
            id.expect("an id"),
            &format!("\"{}\"", "x".repeat(2 * LIMIT)),
        );
        match &*method {
            "known length" => json(big),
            "unknown length" => {
                let mut response = events([big]);
                let kind = "application/json".parse().expect("a value");
                response.headers_mut().insert("content-type", kind);
                response
            }
            _ => events([sse::event(big.as_bytes())]),
        }
    })
    .await;
    let (link, _inbox) = open_http(&server.url).await;
    for method in ["known length", "unknown length", "event"] {
        let error = call(&link, method, "{}").await.expect_err("too large");
        assert!(
            matches!(error, LinkError::TooLarge { limit: LIMIT }),
            "{method}: {error}"
        );
    }
}

#[tokio::test]
async fn redirects_stay_with_the_server() {
    let (elsewhere, log) = serve_logged(echo_method).await;
    let target = elsewhere.url.clone();
    let server = serve(move |seen: SeenRequest| {
        let to = |url: &str| {
            let mut response = reply(307, "", "");
            response
                .headers_mut()
                .insert("location", url.parse().expect("a value"));
            response
        };
        match (&*seen.path, &*seen.message().1) {
            ("/moved", _) => echo_method(&seen),
            (_, "near") => to("/moved"),
            (_, "round") => to("/round"),
            _ => to(&target),
        }
    })
    .await;
    let (link, _inbox) = open(&LinkEndpoint::Http(spec(
        &server.url,
        &[("X-Key", "canary")],
    )))
    .await;
    assert_eq!(
        call(&link, "near", "{}").await.expect("answered"),
        "\"near\""
    );
    let error = call(&link, "far", "{}").await.expect_err("refused");
    assert!(
        error.to_string().contains("which is another server"),
        "{error}"
    );
    let error = call(&link, "round", "{}").await.expect_err("refused");
    assert!(error.to_string().contains("too many redirects"), "{error}");
    assert!(
        log.lock().expect("a log").is_empty(),
        "the key has not left the server"
    );
}

#[tokio::test]
async fn an_absent_server_is_told_without_its_credentials() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let url = format!("http://me:canary@{address}/mcp?key=canary");
    let (link, _inbox) = open_http(&url).await;
    let error = call(&link, "x", "{}").await.expect_err("nobody there");
    assert_eq!(
        error.to_string(),
        format!("cannot connect to `http://{address}/mcp?key=****`")
    );
    assert!(!error.request_was_sent());
    assert!(
        !format!("{error:?} {link:?}").contains("canary"),
        "{error:?} {link:?}"
    );
}

#[tokio::test]
async fn a_login_in_the_url_is_sent_as_a_header() {
    let (server, log) = serve_logged(echo_method).await;
    let url = server.url.replace("http://", "http://me:p%40s+s@");
    let (link, _inbox) = open_http(&url).await;
    call(&link, "x", "{}").await.expect("answered");
    // "me:p@s+s" in Base64.
    assert_eq!(
        log.lock().expect("a log")[0].header("authorization"),
        "Basic bWU6cEBzK3M="
    );
}

#[tokio::test]
async fn a_bad_endpoint_is_refused_at_once() {
    let cases = [
        (
            spec("ftp://a.example/", &[]),
            "`ftp://a.example/` is not an http or https URL",
        ),
        (
            spec("http://a.example/", &[("bad name", "x")]),
            "`bad name` is not a header name",
        ),
        (
            spec("http://a.example/", &[("x-key", "canary\n")]),
            "the value of the header `x-key` has characters that no header can have",
        ),
    ];
    for (spec, expect) in cases {
        let error = ServerLink::open(&LinkEndpoint::Http(spec), &limits())
            .await
            .expect_err("invalid");
        assert_eq!(error.to_string(), expect);
    }
}
