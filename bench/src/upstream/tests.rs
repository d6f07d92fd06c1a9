use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::Full;
use serde_json::{Value, json};

use super::*;
use crate::load::connection::KeepAliveConnection;
use crate::serve::LocalServer;
use crate::testing;

const MODERN: &str = "2026-07-28";

type HeaderList<'a> = [(&'a str, &'a str)];

struct UpstreamAnswer {
    status: StatusCode,
    headers: HeaderMap,
    body: Value,
}

async fn send(
    server: &LocalServer,
    method: Method,
    headers: &HeaderList<'_>,
    body: String,
) -> UpstreamAnswer {
    let authority = server.url.authority().unwrap();
    let mut request = Request::builder().method(method).uri("/mcp");
    for (name, value) in [&[("host", "localhost")][..], headers].concat() {
        request = request.header(name, value);
    }
    let request = request.body(Full::new(Bytes::from(body))).unwrap();
    let mut connection = KeepAliveConnection::open(authority).await.unwrap();
    let parts = connection.exchange(request).await.unwrap();
    UpstreamAnswer {
        status: parts.status,
        headers: parts.headers,
        body: serde_json::from_slice(&connection.body).unwrap_or(Value::Null),
    }
}

async fn post(server: &LocalServer, headers: &HeaderList<'_>, body: &Value) -> UpstreamAnswer {
    send(server, Method::POST, headers, body.to_string()).await
}

/// The headers that a request of the modern era needs.
fn modern_headers(method: &str) -> [(&str, &str); 3] {
    [
        ("mcp-protocol-version", MODERN),
        ("mcp-method", method),
        ("mcp-name", "echo"),
    ]
}

fn modern(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {}
    });
    json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": params})
}

/// Asks as the modern era does.
async fn ask(server: &LocalServer, method: &str, params: Value) -> UpstreamAnswer {
    post(server, &modern_headers(method), &modern(method, params)).await
}

fn echo(message: &Value) -> Value {
    json!({"name": "echo", "arguments": {"message": message}})
}

fn assert_refused(answer: &UpstreamAnswer, status: StatusCode, code: i32) {
    assert_eq!(answer.status, status, "{}", answer.body);
    assert_eq!(answer.body["error"]["code"], code);
}

#[tokio::test]
async fn the_modern_era_needs_no_handshake() {
    let server = testing::upstream(None, 3).await;
    let answer = ask(&server, "tools/call", echo(&json!("a \"quoted\" ü"))).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(
        answer.body,
        json!({"jsonrpc": "2.0", "id": "a", "result": {
            "content": [{"type": "text", "text": "a \"quoted\" ü"}], "isError": false,
            "resultType": "complete"
        }})
    );
    let answer = ask(&server, "tools/list", json!({})).await;
    assert_eq!(answer.body["result"]["tools"].as_array().unwrap().len(), 3);
    let answer = ask(&server, "server/discover", json!({})).await;
    assert_eq!(answer.body["result"]["supportedVersions"], json!([MODERN]));
    let answer = ask(&server, "resources/list", json!({})).await;
    assert_refused(&answer, StatusCode::NOT_FOUND, METHOD_NOT_FOUND);
}

#[tokio::test]
async fn headers_must_say_what_the_body_says() {
    let server = testing::upstream(Some(BenchEra::Modern), 1).await;
    let body = modern("tools/call", echo(&json!("x")));
    let right = modern_headers("tools/call");
    for missing in 0..right.len() {
        let mut headers = right.to_vec();
        headers.remove(missing);
        let answer = post(&server, &headers, &body).await;
        assert_refused(&answer, StatusCode::BAD_REQUEST, HEADER_MISMATCH);
        let mut headers = right.to_vec();
        headers[missing].1 = "other";
        let answer = post(&server, &headers, &body).await;
        assert_eq!(answer.body["error"]["code"], HEADER_MISMATCH);
        let text = answer.body["error"]["message"].as_str().unwrap();
        assert!(text.contains(right[missing].0), "{text}");
    }
}

#[tokio::test]
async fn the_legacy_era_happens_in_sessions() {
    let server = testing::upstream(None, 2).await;
    let call =
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": echo(&json!("x"))});
    let answer = post(&server, &[], &call).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);

    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}
    }});
    let answer = post(&server, &[], &initialize).await;
    assert_eq!(answer.body["result"]["protocolVersion"], "2025-06-18");
    let session = answer.headers["mcp-session-id"].to_str().unwrap();
    let headers = [("mcp-session-id", session)];

    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let answer = post(&server, &headers, &initialized).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED);
    let answer = post(&server, &headers, &call).await;
    assert_eq!(answer.body["result"]["content"][0]["text"], "x");
    assert_eq!(answer.body["result"].get("resultType"), None);

    let end = || send(&server, Method::DELETE, &headers, String::new());
    assert_eq!(end().await.status, StatusCode::NO_CONTENT);
    assert_eq!(end().await.status, StatusCode::NOT_FOUND);
    let answer = post(&server, &headers, &call).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_server_of_one_era_refuses_the_other() {
    let legacy = testing::upstream(Some(BenchEra::Legacy), 1).await;
    let headers = &modern_headers("server/discover")[..2];
    let answer = post(&legacy, headers, &modern("server/discover", json!({}))).await;
    assert_refused(&answer, StatusCode::BAD_REQUEST, NO_SESSION);

    let modern = testing::upstream(Some(BenchEra::Modern), 1).await;
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}});
    let answer = post(&modern, &[], &initialize).await;
    assert_refused(&answer, StatusCode::BAD_REQUEST, UNSUPPORTED_VERSION);
}

#[tokio::test]
async fn bad_requests_are_refused_in_words() {
    let server = testing::upstream(None, 1).await;
    let cases = [
        ("{", StatusCode::BAD_REQUEST),
        ("[]", StatusCode::BAD_REQUEST),
        (r#"{"jsonrpc":"2.0","id":1}"#, StatusCode::BAD_REQUEST),
        (r#"{"jsonrpc":"2.0","method":"x"}"#, StatusCode::ACCEPTED),
    ];
    for (body, status) in cases {
        let answer = send(&server, Method::POST, &[], body.to_owned()).await;
        assert_eq!(answer.status, status, "{body}");
    }
    let huge = " ".repeat(BODY_LIMIT + 1);
    let answer = send(&server, Method::POST, &[], huge).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let answer = send(&server, Method::GET, &[], String::new()).await;
    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);

    for bad in [json!(1), json!(null), json!({"a": 1})] {
        let answer = ask(&server, "tools/call", echo(&bad)).await;
        assert_eq!(answer.body["error"]["code"], INVALID_PARAMS, "{bad}");
    }
}
