//! Requests of 2026-07-28, which stand alone.

use candor_testkit::ServerEra;
use candor_testkit::script::ServerScript;
use http::StatusCode;
use serde_json::json;

use crate::harness::{MODERN, McpHarness};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const ABLE: &str = "io.modelcontextprotocol/clientCapabilities";

fn script() -> ServerScript {
    let tools = r#"[
        {"name":"plain","description":"d","inputSchema":{"type":"object"},"x":1e400},
        {"name":"where","description":"d","inputSchema":{"type":"object","properties":
            {"region":{"type":"string","x-mcp-header":"Region"}}}}]"#;
    let result = r#"{"resultType":"complete","content":[{"type":"strange","n":1.10}]}"#;
    ServerScript::new()
        .tools(tools)
        .call("plain", format!(r#"{{"result":{result}}}"#))
        .call("where", format!(r#"{{"result":{result}}}"#))
}

async fn world() -> McpHarness {
    McpHarness::of(&script(), ServerEra::Modern).await
}

#[tokio::test]
async fn a_server_describes_itself() {
    let world = world().await;
    let mut reply = world.modern("server/discover", json!({})).send().await;
    assert_eq!((reply.status, reply.is_stream()), (StatusCode::OK, false));
    let body = reply.json().await;
    let result = &body["result"];
    assert_eq!(body["id"], 1);
    assert_eq!(result["supportedVersions"], json!([MODERN]));
    assert_eq!(result["resultType"], "complete");
    assert_eq!(
        result["capabilities"]["tools"],
        json!({"listChanged": true})
    );
    assert!(result["ttlMs"].is_u64() && result["cacheScope"].is_string());
    assert_eq!(
        result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
        "candor"
    );
    assert_eq!(reply.header("mcp-session-id"), None);
}

#[tokio::test]
async fn lists_and_calls_pass_through_as_they_are() {
    let world = world().await;
    let list = world
        .modern("tools/list", json!({}))
        .send()
        .await
        .text()
        .await;
    assert!(list.contains(r#""x":1e400"#), "{list}");
    let mut reply = world
        .modern("tools/call", json!({"name": "plain"}))
        .send()
        .await;
    assert!(!reply.is_stream());
    let text = reply.text().await;
    assert!(
        text.starts_with(r#"{"jsonrpc":"2.0","id":1,"result":{"#),
        "{text}"
    );
    assert!(text.contains(r#"[{"type":"strange","n":1.10}]"#), "{text}");
}

#[tokio::test]
async fn every_request_says_what_it_needs_and_says_it_twice() {
    let world = world().await;
    let discover = || world.modern("server/discover", json!({}));
    let sent = |meta| {
        let body = json!({"jsonrpc": "2.0", "id": 7, "method": "server/discover",
            "params": {"_meta": meta}});
        world
            .post(body)
            .header("mcp-protocol-version", MODERN)
            .header("mcp-method", "server/discover")
    };
    let bare = json!({"jsonrpc": "2.0", "id": 7, "method": "server/discover"});
    let bare = world.post(bare).header("mcp-protocol-version", MODERN);
    let strange = json!({VERSION: "v999.0.0", ABLE: {}});
    let cases = [
        ("no params", bare, (400, -32602)),
        ("no version", sent(json!({ABLE: {}})), (400, -32602)),
        (
            "no capabilities",
            sent(json!({VERSION: MODERN})),
            (400, -32602),
        ),
        ("no object", sent(json!([])), (400, -32602)),
        (
            "version header",
            discover().header("mcp-protocol-version", ""),
            (400, -32020),
        ),
        (
            "other version header",
            discover().header("mcp-protocol-version", "2025-11-25"),
            (400, -32020),
        ),
        ("header against body", sent(strange.clone()), (400, -32020)),
        (
            "version",
            sent(strange).header("mcp-protocol-version", "v999.0.0"),
            (400, -32022),
        ),
        (
            "no method header",
            discover().header("mcp-method", ""),
            (400, -32020),
        ),
        (
            "method header",
            discover().header("mcp-method", "tools/list"),
            (400, -32020),
        ),
        (
            "unknown method",
            world.modern("unknown/method", json!({})),
            (404, -32601),
        ),
        (
            "no prompts here",
            world.modern("prompts/list", json!({})),
            (404, -32601),
        ),
        (
            "cursor",
            world.modern("tools/list", json!({"cursor": "x"})),
            (400, -32602),
        ),
        (
            "unknown tool",
            world.modern("tools/call", json!({"name": "gone"})),
            (200, -32602),
        ),
        (
            "listen for nothing",
            world.modern("subscriptions/listen", json!({})),
            (400, -32602),
        ),
    ];
    for (name, ask, expect) in cases {
        assert_eq!(ask.fault().await, expect, "{name}");
    }
}

#[tokio::test]
async fn methods_of_the_past_are_gone() {
    let world = world().await;
    let past = [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
    ];
    for method in past {
        assert_eq!(
            world.modern(method, json!({})).fault().await,
            (404, -32601),
            "{method}"
        );
    }
    for method in ["GET", "DELETE", "HEAD"] {
        let reply = world
            .bare(method)
            .header("mcp-protocol-version", MODERN)
            .send()
            .await;
        assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
    let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    let ask = world.post(answer).header("mcp-protocol-version", MODERN);
    assert_eq!(ask.fault().await, (400, -32600));
}

#[tokio::test]
async fn names_and_arguments_in_headers_must_agree_with_the_body() {
    let world = world().await;
    let call = |arguments| {
        world.modern(
            "tools/call",
            json!({"name": "where", "arguments": arguments}),
        )
    };
    let eu = || call(json!({"region": "eu"}));
    assert_eq!(
        eu().header("mcp-param-region", "eu").send().await.status,
        StatusCode::OK
    );
    assert_eq!(call(json!({})).send().await.status, StatusCode::OK);
    let wrong = (400, -32020);
    assert_eq!(eu().fault().await, wrong);
    assert_eq!(eu().header("mcp-param-region", "us").fault().await, wrong);
    assert_eq!(
        call(json!({}))
            .header("mcp-param-region", "eu")
            .fault()
            .await,
        wrong
    );
    let named = || eu().header("mcp-param-region", "eu");
    assert_eq!(named().header("mcp-name", "plain").fault().await, wrong);
    assert_eq!(named().header("mcp-name", "").fault().await, wrong);
}

#[tokio::test]
async fn trace_context_reaches_the_server() {
    let world = world().await;
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let call = world
        .modern("tools/call", json!({"name": "plain"}))
        .header("traceparent", parent);
    assert_eq!(call.send().await.status, StatusCode::OK);
    let seen = world.upstream.seen();
    assert!(
        seen.iter().any(|message| message.body.contains(parent)),
        "the trace is lost"
    );
}
