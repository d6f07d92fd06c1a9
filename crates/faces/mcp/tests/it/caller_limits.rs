//! One caller's excess refuses nobody else.

use std::time::Duration;

use candor_gatetest::pending_approvals;
use candor_gateway::GatewayLimits;
use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use http::StatusCode;
use serde_json::{Value, json};

use crate::harness::{McpHarness, McpReply, McpRequest, message, with_timeout};
use crate::people::careful;

const ABLE: &str = "io.modelcontextprotocol/clientCapabilities";

/// A gateway with these limits, and the tokens of two callers.
async fn world(adjust: impl FnOnce(&mut GatewayLimits)) -> (McpHarness, [String; 2]) {
    let upstream = script::serve_http(&careful(), ServerEra::Legacy);
    let world = McpHarness::with(upstream, |limits, config| {
        // A call that waits becomes a stream, and nobody reads it here: the question must be asked
        // before.
        config.patience = Duration::from_millis(500);
        adjust(limits);
    })
    .await;
    let tokens = [
        world.token("ann", "caller").await,
        world.token("bob", "caller").await,
    ];
    (world, tokens)
}

fn hello<'a>(world: &'a McpHarness, token: &str) -> McpRequest<'a> {
    world.initialize("2025-11-25", json!({})).token(token)
}

/// Begins a session for a caller.
async fn session(world: &McpHarness, token: &str) -> String {
    let reply = hello(world, token).send().await;
    assert_eq!(reply.status, StatusCode::OK);
    reply.header("mcp-session-id").expect("a session id")
}

/// Calls what a person is asked about, with these arguments, and waits on the line.
async fn wipe(world: &McpHarness, token: &str, session: &str, path: &str) -> McpReply {
    wipe_padded(world, token, session, path, "").await
}

/// The same in a larger request; a person is shown no more of it.
async fn wipe_padded(
    world: &McpHarness,
    token: &str,
    session: &str,
    path: &str,
    padding: &str,
) -> McpReply {
    let arguments = json!({"path": path});
    let params = json!({"name": "wipe", "arguments": arguments, "_meta": {"padding": padding}});
    let call = world.post(message(7, "tools/call", params));
    call.token(token).session(session).send().await
}

/// The same as a task.
async fn wipe_later(world: &McpHarness, token: &str, path: &str) -> Value {
    let able = json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    let params = json!({"name": "wipe", "arguments": {"path": path}, "_meta": {ABLE: able}});
    let reply = world.modern("tools/call", params).token(token).send();
    let text = { reply.await }.text().await;
    // What takes a moment comes as a stream of one message.
    let text = text.trim().trim_start_matches("data:");
    let body: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    body["result"].clone()
}

/// Waits until so many questions are pending.
async fn asked(world: &McpHarness, count: usize) {
    with_timeout(async {
        while pending_approvals(&world.gateway).await.len() != count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

/// The value of a metric.
fn metric(world: &McpHarness, name: &str) -> u64 {
    let text = world.gateway.metrics().encode();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0, |value| value.trim().parse().expect("a number"))
}

fn refusals(world: &McpHarness, limit: &str) -> u64 {
    metric(
        world,
        &format!("candor_limit_refusals_total{{limit=\"{limit}\"}}"),
    )
}

fn check_said(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing: {text}");
    }
}

#[tokio::test]
async fn a_caller_with_too_many_sessions_refuses_itself_alone() {
    let (world, [ann, bob]) = world(|limits| {
        limits.sessions = 8;
        limits.sessions_per_caller = 2;
    })
    .await;
    let first = session(&world, &ann).await;
    session(&world, &ann).await;
    let mut full = hello(&world, &ann).send().await;
    assert_eq!(full.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(full.header("retry-after").as_deref(), Some("60"));
    let said = "`ann` has 2 sessions open, and 2 is the limit `limits.sessions_per_caller`;";
    check_said(&full.text().await, &[said]);
    assert_eq!(refusals(&world, "sessions"), 1);
    session(&world, &bob).await;
    let ended = world.bare("DELETE").token(&ann).session(&first).send();
    assert_eq!(ended.await.status, StatusCode::NO_CONTENT);
    session(&world, &ann).await;
}

#[tokio::test]
async fn a_caller_with_too_many_subscriptions_refuses_itself_alone() {
    let (world, [ann, bob]) = world(|limits| limits.sessions_per_caller = 1).await;
    let filter = json!({"notifications": {"toolsListChanged": true}});
    let listen = |token: &str| {
        let ask = world.modern("subscriptions/listen", filter.clone());
        ask.token(token)
    };
    let mut open = listen(&ann).send().await;
    open.event().await.expect("the acknowledgement");
    assert_eq!(listen(&ann).fault().await, (400, -32602));
    check_said(
        &listen(&ann).send().await.text().await,
        &[
            "`ann` has 1 subscription open",
            "`limits.sessions_per_caller`",
        ],
    );
    let mut other = listen(&bob).send().await;
    other.event().await.expect("the acknowledgement");
    drop(open);
    let mut again = listen(&ann).send().await;
    again.event().await.expect("the acknowledgement");
}

#[tokio::test]
async fn a_caller_with_too_many_waiting_calls_refuses_itself_alone() {
    let (world, [ann, bob]) = world(|limits| limits.waiting_per_caller = 2).await;
    let (anns, bobs) = (session(&world, &ann).await, session(&world, &bob).await);
    let one = wipe(&world, &ann, &anns, "one").await;
    let _two = wipe(&world, &ann, &anns, "two").await;
    asked(&world, 2).await;
    // A third call waits no more than a second one with the same question would.
    for path in ["three", "two"] {
        let text = wipe(&world, &ann, &anns, path).await.text().await;
        check_said(
            &text,
            &["2 calls of `ann` wait", "`limits.waiting_per_caller`"],
        );
    }
    let _other = wipe(&world, &bob, &bobs, "one").await;
    asked(&world, 3).await;
    // Who hangs up waits no more, and the question ends. There is room for another call.
    drop(one);
    let _again = with_timeout(async {
        loop {
            let again = wipe(&world, &ann, &anns, "one").await;
            if again.is_stream() {
                break again;
            }
            // The call is given up in the background, which has to get a turn.
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    asked(&world, 3).await;
    assert!(refusals(&world, "waiting") >= 3);
}

#[tokio::test]
async fn a_caller_with_too_many_tasks_refuses_itself_alone() {
    let (world, [ann, bob]) = world(|limits| limits.tasks_per_caller = 2).await;
    for path in ["one", "two"] {
        assert_eq!(wipe_later(&world, &ann, path).await["resultType"], "task");
    }
    let refused = wipe_later(&world, &ann, "three").await;
    assert_eq!(refused["isError"], true, "{refused}");
    let said = "2 tasks are kept for `ann`, and 2 is the limit `limits.tasks_per_caller`";
    check_said(&refused.to_string(), &[said]);
    // Nobody is asked about a call that was refused.
    assert_eq!(pending_approvals(&world.gateway).await.len(), 2);
    assert_eq!(wipe_later(&world, &bob, "one").await["resultType"], "task");
    assert_eq!(refusals(&world, "tasks"), 1);
}

#[tokio::test]
async fn a_caller_that_keeps_too_much_refuses_itself_alone() {
    let (world, [ann, bob]) = world(|limits| limits.kept_bytes_per_caller = 70_000).await;
    let (anns, bobs) = (session(&world, &ann).await, session(&world, &bob).await);
    let padding = "x".repeat(40_000);
    let waiting = wipe_padded(&world, &ann, &anns, "a", &padding).await;
    asked(&world, 1).await;
    let kept = metric(&world, "candor_kept_bytes ");
    assert!((40_000..41_000).contains(&kept), "{kept}");
    let text = wipe_padded(&world, &ann, &anns, "b", &padding)
        .await
        .text()
        .await;
    check_said(
        &text,
        &[
            "bytes are kept for waiting calls of `ann`",
            "70000",
            "`limits.kept_bytes_per_caller`",
        ],
    );
    let other = wipe_padded(&world, &bob, &bobs, "c", &padding).await;
    asked(&world, 2).await;
    drop((waiting, other));
    with_timeout(async {
        while metric(&world, "candor_kept_bytes ") != 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_kept_of_tasks_is_counted_too() {
    let (world, [ann, bob]) = world(|limits| limits.kept_bytes_per_caller = 90_000).await;
    let large = |letter: &str| letter.repeat(20_000);
    assert_eq!(
        wipe_later(&world, &ann, &large("a")).await["resultType"],
        "task"
    );
    let refused = wipe_later(&world, &ann, &large("b")).await;
    assert_eq!(refused["isError"], true, "{refused}");
    check_said(&refused.to_string(), &["`limits.kept_bytes_per_caller`"]);
    assert_eq!(
        wipe_later(&world, &bob, &large("c")).await["resultType"],
        "task"
    );
}

#[tokio::test]
async fn a_result_that_cannot_be_kept_is_told_of() {
    let tools = r#"[{"name":"wipe","description":"d","inputSchema":{"type":"object"},
        "annotations":{"destructiveHint":true}}]"#;
    let script = ServerScript::new()
        .tools(tools)
        .call("wipe", r#"{"big":60000}"#);
    let upstream = script::serve_http(&script, ServerEra::Legacy);
    let world = McpHarness::with(upstream, |limits, _| limits.kept_bytes_per_caller = 40_000);
    let world = world.await;
    let ann = world.token("ann", "caller").await;
    let task = wipe_later(&world, &ann, "x").await;
    let task = task["taskId"].as_str().expect("a task").to_owned();
    world.agree().await;
    let able = json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    let params = json!({"taskId": task, "_meta": {ABLE: able}});
    let result = with_timeout(async {
        loop {
            let got = world.modern("tasks/get", params.clone()).token(&ann);
            let result = { got.send().await }.json().await["result"].clone();
            if result["status"] != "working" {
                return result;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    assert_eq!(result["status"], "failed", "{result}");
    check_said(
        &result.to_string(),
        &[
            "the call was made, but its result was not kept",
            "40000 is the limit",
        ],
    );
    assert_eq!(world.upstream.calls("wipe"), 1);
}

#[tokio::test]
async fn a_caller_with_too_many_interrupted_calls_refuses_itself_alone() {
    const ASK: &str = r#"{"ask":{"method":"elicitation/create","params":{"message":"Name?","requestedSchema":{"type":"object","properties":{}}}}}"#;
    let upstream = script::serve_http(&ServerScript::simple(&[("asks", ASK)]), ServerEra::Legacy);
    let world = McpHarness::with(upstream, |limits, _| limits.waiting_per_caller = 1).await;
    let (ann, bob) = (
        world.token("ann", "caller").await,
        world.token("bob", "caller").await,
    );
    let call = async |token: &str, more: Value| {
        let mut params = more;
        params["name"] = "asks".into();
        params["_meta"] = json!({ABLE: {"elicitation": {"form": {}}}});
        let reply = world.modern("tools/call", params).token(token).send();
        { reply.await }.json().await["result"].clone()
    };
    let parked = call(&ann, json!({})).await;
    assert_eq!(parked["resultType"], "input_required", "{parked}");
    let refused = call(&ann, json!({})).await;
    assert_eq!(refused["isError"], true, "{refused}");
    check_said(
        &refused.to_string(),
        &[
            "1 call of `ann` waits for an answer",
            "whether the call took effect is unknown",
        ],
    );
    let other = call(&bob, json!({})).await;
    assert_eq!(other["resultType"], "input_required", "{other}");
    // The client comes back, and there is room again.
    let answers = json!({"question": {"action": "decline"}});
    let back = json!({"requestState": parked["requestState"], "inputResponses": answers});
    let done = call(&ann, back).await;
    assert_ne!(done["isError"], true, "{done}");
    let again = call(&ann, json!({})).await;
    assert_eq!(again["resultType"], "input_required", "{again}");
}
