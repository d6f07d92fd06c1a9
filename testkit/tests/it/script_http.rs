//! Scripts over HTTP, inside the test process.

use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use serde_json::json;

use crate::support::{RawHttpClient, messages, modern, request, text};

const OK: &str = r#"{"content":[{"type":"text","text":"ok"}],"resultType":"complete"}"#;

#[tokio::test]
async fn a_result_is_the_body_byte_for_byte() {
    let odd =
        r#"{"z":1.50, "content":[],"resultType":"complete","n":123456789012345678901234567890}"#;
    let script = ServerScript::simple(&[("odd", &format!(r#"{{"result": {odd}}}"#))]);
    let server = script::serve_http(&script, ServerEra::Both);
    let expected = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{odd}}}"#);
    let params = json!({"name": "odd"});

    let (legacy, _) = RawHttpClient::legacy(server.url(), "2025-11-25", &json!({})).await;
    let response = legacy.sent(&request(1, "tools/call", &params)).await;
    assert_eq!(response.text().await.unwrap(), expected);
    let stateless = RawHttpClient::new(server.url());
    let body = modern(1, "tools/call", params);
    let response = stateless.post_modern(&body).send().await.unwrap();
    assert_eq!(response.text().await.unwrap(), expected);
    assert_eq!(server.calls("odd"), 2);
}

#[tokio::test]
async fn parameter_headers_are_checked_against_the_scripted_schema() {
    let tools = r#"[{"name":"t","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"}}}}]"#;
    let script = ServerScript::new()
        .tools(tools)
        .call("t", r#"{"echo": true}"#);
    let server = script::serve_http(&script, ServerEra::Modern);
    let client = RawHttpClient::new(server.url());
    let body = modern(
        1,
        "tools/call",
        json!({"name": "t", "arguments": {"r": "x"}}),
    );
    let (status, answer) = client.exchange_modern(&body).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32020)));
    let response = client
        .post_modern(&body)
        .header("mcp-param-r", "x")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
}

#[tokio::test]
async fn faults_have_their_form_on_http() {
    let twice = format!(r#"{{"twice": {OK}}}"#);
    let garbage = format!(r#"{{"garbage": "<oops", "result": {OK}}}"#);
    let script = ServerScript::simple(&[
        ("twice", twice.as_str()),
        ("garbage", garbage.as_str()),
        ("alone", r#"{"garbage": "<oops", "alone": true}"#),
        ("input", r#"{"close_stdin": true}"#),
    ]);
    let server = script::serve_http(&script, ServerEra::Modern);
    let client = RawHttpClient::new(server.url());
    let call = |tool: &str| {
        let body = modern(1, "tools/call", json!({"name": tool}));
        let request = client.post_modern(&body);
        async move { request.send().await.unwrap().text().await.unwrap() }
    };
    let answers = messages(&call("twice").await);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], answers[1]);
    let body = call("garbage").await;
    assert!(body.contains("data: <oops\n"), "{body}");
    assert_eq!(text(&messages(&body)[0]), "ok");
    assert_eq!(call("alone").await, "<oops");
    assert!(call("input").await.contains("needs a server on stdio"));
}

#[tokio::test]
async fn a_server_that_exits_breaks_the_connection_and_can_come_back() {
    let script = ServerScript::simple(&[
        ("die", r#"{"exit": 1}"#),
        ("fine", &format!(r#"{{"result": {OK}}}"#)),
    ]);
    let server = script::serve_http(&script, ServerEra::Modern);
    let url = server.url().to_owned();
    let client = RawHttpClient::new(&url);
    let hang = client
        .post_modern(&modern(1, "tools/call", json!({"name": "die"})))
        .send()
        .await;
    assert!(hang.is_err(), "{hang:?}");
    let held = server.stop();
    let gone = client
        .post_modern(&modern(2, "tools/call", json!({"name": "fine"})))
        .send()
        .await;
    assert!(gone.is_err(), "{gone:?}");

    let _again = script::serve_http_at(&script, ServerEra::Modern, held.port());
    let (_, answer) = client
        .ask_modern(3, "tools/call", json!({"name": "fine"}))
        .await;
    assert_eq!(text(&answer), "ok");
}

#[test]
#[should_panic(expected = "the script is wrong: `calls.t`: unknown key `reslut`")]
fn a_wrong_script_is_refused_at_once() {
    script::serve_http(
        &ServerScript::simple(&[("t", r#"{"reslut": {}}"#)]),
        ServerEra::Both,
    );
}

#[tokio::test]
async fn many_calls_at_once_get_their_own_answers() {
    let script = ServerScript::simple(&[("echo", r#"{"sleep_ms": 5, "echo": true}"#)]);
    let server = script::serve_http(&script, ServerEra::Modern);
    let client = RawHttpClient::new(server.url());
    let calls = (0..300).map(|number| {
        let params = json!({"name": "echo", "arguments": {"number": number}});
        let body = modern(number, "tools/call", params);
        let client = &client;
        async move {
            let (_, answer) = client.exchange_modern(&body).await;
            assert_eq!(answer["id"], number);
            assert_eq!(answer["result"]["structuredContent"]["number"], number);
        }
    });
    futures_util::future::join_all(calls).await;
    assert_eq!(server.calls("echo"), 300);
}
