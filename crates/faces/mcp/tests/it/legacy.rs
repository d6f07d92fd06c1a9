//! Sessions of the older revisions: the handshake and what can be asked in one.

use candor_testkit::ServerEra;
use candor_testkit::script::ServerScript;
use http::StatusCode;
use serde_json::json;

use crate::harness::{McpHarness, message};

const DONE: &str = r#"{"result":{"content":[{"type":"text","text":"done"}],"n":1.10}}"#;

async fn world() -> McpHarness {
    let script = ServerScript::simple(&[
        ("plain", DONE),
        ("fails", r#"{"error":{"code":-32099,"message":"no"}}"#),
    ]);
    McpHarness::of(&script, ServerEra::Legacy).await
}

#[tokio::test]
async fn every_revision_is_spoken_and_others_get_the_newest() {
    let world = world().await;
    for (asked, expect) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2001-01-01", "2025-11-25"),
    ] {
        let mut reply = world.initialize(asked, json!({})).send().await;
        assert_eq!((reply.status, reply.is_stream()), (StatusCode::OK, false));
        let id = reply.header("mcp-session-id").expect("a session id");
        let result = reply.json().await["result"].clone();
        assert_eq!(result["protocolVersion"], expect);
        assert_eq!(result["serverInfo"]["name"], "candor");
        assert!(result["capabilities"]["tools"].is_object());
        let call = message(1, "tools/call", json!({"name": "plain"}));
        let text = world.post(call).session(&id).send().await.text().await;
        let expect = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}],"n":1.10}}"#;
        assert_eq!(text, expect);
    }
}

#[tokio::test]
async fn the_simple_methods_answer() {
    let world = world().await;
    let id = world.session("2025-11-25", json!({})).await;
    let ask = |method: &str, params| world.post(message("q", method, params)).session(&id);
    for (method, params, expect) in [
        ("ping", json!({}), json!({})),
        ("logging/setLevel", json!({"level": "warning"}), json!({})),
        (
            "resources/unsubscribe",
            json!({"uri": "x://never"}),
            json!({}),
        ),
        ("prompts/list", json!({}), json!({"prompts": []})),
        (
            "resources/list",
            json!({"cursor": null}),
            json!({"resources": []}),
        ),
        (
            "resources/templates/list",
            json!({}),
            json!({"resourceTemplates": []}),
        ),
    ] {
        let body = ask(method, params).send().await.json().await;
        assert_eq!(
            body,
            json!({"jsonrpc": "2.0", "id": "q", "result": expect}),
            "{method}"
        );
    }
    let list = ask("tools/list", json!({})).send().await.json().await;
    assert_eq!(list["result"]["tools"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        list["result"].as_object().map(serde_json::Map::len),
        Some(1),
        "only `tools`"
    );
}

#[tokio::test]
async fn what_goes_wrong_in_a_session_is_a_200_with_an_error() {
    let world = world().await;
    let id = world.session("2025-11-25", json!({})).await;
    let ask = |method: &str, params| world.post(message(1, method, params)).session(&id);
    for (method, params, code) in [
        ("no/such", json!({}), -32601),
        ("server/discover", json!({}), -32601),
        ("initialize", json!({"protocolVersion": 1}), -32602),
        ("logging/setLevel", json!({"level": "loud"}), -32602),
        ("resources/subscribe", json!({}), -32602),
        ("tools/list", json!({"cursor": "x"}), -32602),
        ("tools/call", json!({"name": "gone"}), -32602),
        ("tools/call", json!({"name": "fails"}), -32099),
        ("tools/call", json!({"name": "plain", "_meta": 1}), -32602),
        ("tools/call", json!([]), -32602),
    ] {
        assert_eq!(
            ask(method, params.clone()).fault().await,
            (200, code),
            "{method} {params}"
        );
    }
    let bad = world.post("{").session(&id);
    assert_eq!(bad.fault().await, (400, -32700));
    let bad = world
        .post(r#"{"jsonrpc":"1.0","id":5,"method":"ping"}"#)
        .session(&id);
    let mut reply = bad.send().await;
    assert_eq!(reply.json().await["id"], 5);
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn batches_belong_to_one_revision() {
    let world = world().await;
    let batch = json!([
        message(1, "ping", json!({})),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        message("two", "tools/call", json!({"name": "plain"})),
        {"jsonrpc": "2.0", "id": 3},
        message(4, "initialize", json!({"protocolVersion": "2025-03-26"})),
    ]);
    let id = world.session("2025-03-26", json!({})).await;
    let body = world.post(&batch).session(&id).send().await.json().await;
    let mut answers = body.as_array().expect("an array").clone();
    answers.sort_by_key(|answer| answer["id"].to_string());
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["result"]["content"][0]["text"], "done");
    assert_eq!(answers[1]["result"], json!({}));
    assert_eq!(answers[2]["error"]["code"], -32600);
    assert_eq!(answers[3]["error"]["code"], -32600);

    let quiet = json!([{"jsonrpc": "2.0", "method": "notifications/initialized"}]);
    let reply = world.post(quiet).session(&id).send().await;
    assert_eq!(reply.status, StatusCode::ACCEPTED);
    assert_eq!(world.post("[]").session(&id).fault().await, (400, -32600));
    let long = json!(vec![message(1, "ping", json!({})); 101]);
    assert_eq!(world.post(long).session(&id).fault().await, (400, -32600));

    let other = world.session("2025-06-18", json!({})).await;
    assert_eq!(
        world.post(&batch).session(&other).fault().await,
        (400, -32600)
    );
    let text = world.post(&batch).send().await.text().await;
    assert!(text.contains("2025-03-26"), "{text}");
}
