//! Calls that wait for a person, with their client on the line.

use std::time::Duration;

use candor_gateway::GatewayPolicySettings;
use candor_model::{ApprovalState, GrantScope};
use candor_testkit::ServerEra;
use candor_testkit::script;
use http::StatusCode;
use serde_json::{Value, json};

use crate::harness::{McpHarness, message, with_timeout};
use crate::people::careful;

async fn world() -> McpHarness {
    McpHarness::of(&careful(), ServerEra::Legacy).await
}

fn wipe() -> Value {
    message(7, "tools/call", json!({"name": "wipe"}))
}

/// A client's answer to its first question.
fn answer(decision: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": "candor-1",
        "result": {"action": "accept", "content": {"decision": decision}}})
}

#[tokio::test]
async fn a_question_that_was_answered_elsewhere_is_taken_back() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let world = world().await;
        let id = world.session(revision, json!({"elicitation": {}})).await;
        let mut stream = world.post(wipe()).session(&id).send().await;
        let question = stream.event().await.expect("a question");
        assert_eq!(question["method"], "elicitation/create");
        assert_eq!(question["id"], "candor-1");
        world.agree().await;
        let withdrawn = stream.event().await.expect("the withdrawal");
        assert_eq!(
            withdrawn,
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
                "params": {"requestId": "candor-1", "reason": "it was answered elsewhere"}})
        );
        let late = world.post(answer("deny")).session(&id).send().await;
        assert_eq!(late.status, StatusCode::ACCEPTED, "late, and harmless");
        let result = stream.event().await.expect("the answer");
        assert_eq!(result["id"], 7);
        assert_eq!(result["result"]["content"][0]["text"], "done");
        assert_eq!(stream.event().await, None);
        assert_eq!(world.upstream.calls("wipe"), 1);
    }
}

#[tokio::test]
async fn a_question_that_the_client_answers_is_not_taken_back() {
    for (decision, calls) in [("allow once", 1), ("deny", 0)] {
        let world = world().await;
        let id = world
            .session("2025-11-25", json!({"elicitation": {}}))
            .await;
        let mut stream = world.post(wipe()).session(&id).send().await;
        stream.event().await.expect("a question");
        let taken = world.post(answer(decision)).session(&id).send().await;
        assert_eq!(taken.status, StatusCode::ACCEPTED);
        let result = stream.event().await.expect("the answer");
        let denied = result["result"]["isError"] == json!(true);
        assert_eq!(denied, calls == 0, "{result}");
        assert_eq!(stream.event().await, None);
        assert_eq!(world.upstream.calls("wipe"), calls);
    }
}

#[tokio::test]
async fn nobody_in_time_is_a_withdrawal_and_a_refusal() {
    let settings = GatewayPolicySettings {
        approval_timeout: Duration::from_secs(1),
        ..candor_gatetest::permissive_settings()
    };
    let upstream = script::serve_http(&careful(), ServerEra::Legacy);
    let world = McpHarness::with_settings(upstream, settings, |_, _| {}).await;
    let id = world
        .session("2025-11-25", json!({"elicitation": {}}))
        .await;
    let mut stream = world.post(wipe()).session(&id).send().await;
    stream.event().await.expect("a question");
    let withdrawn = stream.event().await.expect("the withdrawal");
    assert_eq!(withdrawn["method"], "notifications/cancelled");
    let result = stream.event().await.expect("the answer");
    assert_eq!(result["result"]["isError"], true, "{result}");
    assert_eq!(world.upstream.calls("wipe"), 0);
}

#[tokio::test]
async fn a_client_of_plain_answers_waits_and_is_not_asked() {
    let world = world().await;
    let id = world
        .session("2025-11-25", json!({"elicitation": {}}))
        .await;
    let params = json!({"name": "wipe", "_meta": {"progressToken": 1}});
    let call = world
        .post(message(7, "tools/call", params))
        .session(&id)
        .header("accept", "application/json");
    let (mut reply, _) = tokio::join!(call.send(), world.agree());
    assert_eq!((reply.status, reply.is_stream()), (StatusCode::OK, false));
    let body = reply.json().await;
    assert_eq!(body["result"]["content"][0]["text"], "done", "{body}");
    assert_eq!(world.upstream.calls("wipe"), 1);
}

#[tokio::test]
async fn a_client_that_is_not_asked_hears_that_the_call_goes_on() {
    let upstream = script::serve_http(&careful(), ServerEra::Legacy);
    let world = McpHarness::with(upstream, |_, config| {
        config.patience = Duration::from_millis(20);
        config.keep_alive = Duration::from_millis(20);
    })
    .await;
    // This revision knows no questions.
    let id = world.session("2025-03-26", json!({})).await;
    let params = json!({"name": "wipe", "_meta": {"progressToken": "p"}});
    let call = world.post(message(7, "tools/call", params)).session(&id);
    let mut stream = call.send().await;
    assert!(stream.is_stream());
    let sign = stream.event().await.expect("a sign of life");
    assert_eq!(sign["method"], "notifications/progress");
    assert_eq!(sign["params"]["progressToken"], "p");
    world.agree().await;
    let mut last = stream.event().await.expect("more");
    while last["method"] == "notifications/progress" {
        last = stream.event().await.expect("the answer");
    }
    assert_eq!(last["result"]["content"][0]["text"], "done", "{last}");
}

#[tokio::test]
async fn a_client_that_hangs_up_while_it_waits_has_no_call() {
    let upstream = script::serve_http(&careful(), ServerEra::Legacy);
    let world = McpHarness::with(upstream, |_, config| config.patience = Duration::ZERO).await;
    let id = world
        .session("2025-11-25", json!({"elicitation": {}}))
        .await;
    let mut stream = world.post(wipe()).session(&id).send().await;
    stream.event().await.expect("a question");
    drop(stream);
    world.cancelled().await;
    let late = world.post(answer("allow once")).session(&id).send().await;
    assert_eq!(late.status, StatusCode::ACCEPTED);
    assert_eq!(world.ended().await.state, ApprovalState::Abandoned);
    let plain = message(8, "tools/call", json!({"name": "plain"}));
    let next = world.post(plain).session(&id).send().await;
    assert_eq!(next.status, StatusCode::OK);
    assert_eq!(world.upstream.calls("wipe"), 0);
}

/// Calls until nobody is asked: a yes that counts for more than one call is known a moment after
/// it was given.
async fn unasked(world: &McpHarness, session: &str) -> Value {
    with_timeout(async {
        loop {
            let mut reply = world.post(wipe()).session(session).send().await;
            let first = if reply.is_stream() {
                reply.event().await.expect("a message")
            } else {
                reply.json().await
            };
            if first["method"] != "elicitation/create" {
                return first;
            }
            drop(reply);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await
}

#[tokio::test]
async fn a_yes_for_the_session_counts_in_that_session_only() {
    let world = world().await;
    let able = json!({"elicitation": {}});
    let id = world.session("2025-11-25", able.clone()).await;
    let mut stream = world.post(wipe()).session(&id).send().await;
    let question = stream.event().await.expect("a question");
    let choices = &question["params"]["requestedSchema"]["properties"]["decision"]["enum"];
    // A client without a token is offered this one call.
    assert_eq!(*choices, json!(["allow once", "deny"]));
    world.agree_for(GrantScope::Session).await;
    let withdrawn = stream.event().await.expect("the end of the question");
    assert_eq!(withdrawn["method"], "notifications/cancelled");
    let result = stream.event().await.expect("the answer");
    assert_eq!(result["result"]["content"][0]["text"], "done");
    let again = unasked(&world, &id).await;
    assert_eq!(again["result"]["content"][0]["text"], "done", "{again}");
    let other = world.session("2025-11-25", able).await;
    let mut stream = world.post(wipe()).session(&other).send().await;
    let question = stream.event().await.expect("a question");
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(world.upstream.calls("wipe"), 2);
}

#[tokio::test]
async fn requests_without_a_session_are_offered_none() {
    let world = world().await;
    let able = json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}}});
    let params = json!({"name": "wipe", "_meta": able});
    let body = world.modern("tools/call", params).send().await.json().await;
    assert_eq!(body["result"]["resultType"], "input_required", "{body}");
    let question = &body["result"]["inputRequests"]["approval"]["params"];
    let choices = question["requestedSchema"]["properties"]["decision"]["enum"].to_string();
    assert!(choices.contains("allow once"), "{choices}");
    assert!(!choices.contains("session"), "{choices}");
}
