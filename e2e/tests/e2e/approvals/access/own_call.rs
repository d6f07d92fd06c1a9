//! A caller does not decide about their own call, and the role `caller` decides nothing.

use candor_testkit::assert_contains_for;
use reqwest::Method;
use serde_json::json;

use crate::approvals::guarded::{GuardedGateway, fetch, id_of, pool};
use crate::approvals::message_client::{MessageClient, NOTHING, is_done, refusal};

const PEOPLE: [(&str, &str); 4] = [
    ("both", "caller,approver"),
    ("ann", "approver"),
    ("cal", "caller"),
    ("root", "admin"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_cannot_agree_with_itself() {
    let (guarded, tokens) = GuardedGateway::closed("", &PEOPLE).await;
    for (at, path) in [(0, "both"), (3, "root")] {
        let own = guarded.approver_of(&tokens[at]);
        let wire = MessageClient::legacy(guarded.candor.url(), Some(&tokens[at]), NOTHING).await;
        let mut line = wire.call("s_wipe", &json!({"path": path})).await;
        let asked = own.next_pending().await;
        let id = id_of(&asked);
        assert_eq!(asked["may_approve"], false, "{asked}");
        for body in [
            json!({"decision": "approve"}),
            json!({"decision": "approve", "scope": "always"}),
            json!({"decision": "approve", "scope": "these-arguments"}),
        ] {
            let answer = own.decide(&id, &body).await;
            assert_eq!(answer.status, 403, "{}", answer.text);
            assert!(answer.text.contains("self_approval"), "{}", answer.text);
        }
        // Nor on the page, which has no form for it.
        let page = guarded.candor.at(&format!("/approvals/{id}"));
        let shown = fetch(pool(Some(&tokens[at])).get(page)).await;
        assert_eq!(shown.status, 200);
        assert!(!shown.text.contains("name=\"answer\""), "{}", shown.text);
        // Two tokens of one name would be one person, so there are none.
        let twin = json!({"name": PEOPLE[at].0, "roles": ["approver"]});
        let root = guarded.approver_of(&tokens[3]);
        assert_eq!(root.post("/tokens", &twin).await.status, 409);
        assert_eq!(own.state(&id).await, "pending");
        assert_eq!(guarded.made(path), 0);
        guarded.approver_of(&tokens[1]).approve(&id).await;
        assert!(is_done(&line.end().await));
    }
}

/// They may always give it up.
#[tokio::test(flavor = "multi_thread")]
async fn a_caller_may_deny_its_own_call() {
    let (guarded, tokens) = GuardedGateway::closed("", &PEOPLE).await;
    let own = guarded.approver_of(&tokens[0]);
    let wire = MessageClient::legacy(guarded.candor.url(), Some(&tokens[0]), NOTHING).await;
    let mut line = wire.call("s_wipe", &json!({"path": "given up"})).await;
    let id = id_of(&own.next_pending().await);
    own.deny(&id, "a mistake").await;
    assert!(refusal(&line.end().await).contains("a mistake"));
    assert_eq!(guarded.made("given up"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn policy_may_let_callers_approve_their_own_calls() {
    let policy = "[policy]\nself_approval = true\n";
    let (guarded, tokens) = GuardedGateway::closed(policy, &PEOPLE).await;
    let own = guarded.approver_of(&tokens[0]);
    let wire = MessageClient::legacy(guarded.candor.url(), Some(&tokens[0]), NOTHING).await;
    let mut line = wire.call("s_wipe", &json!({"path": "own"})).await;
    let asked = own.next_pending().await;
    assert_eq!(asked["may_approve"], true, "{asked}");
    own.approve(&id_of(&asked)).await;
    assert!(is_done(&line.end().await));
    assert_eq!(guarded.made("own"), 1);
}

/// With a token that only calls, the API and the pages are closed; with one that only decides,
/// nothing can be called.
#[tokio::test(flavor = "multi_thread")]
async fn a_role_reaches_no_further_than_it_says() {
    let (guarded, tokens) = GuardedGateway::closed("", &PEOPLE).await;
    let [_, ann, cal, root] = [0, 1, 2, 3].map(|at| guarded.approver_of(&tokens[at]));
    let wire = MessageClient::legacy(guarded.candor.url(), Some(&tokens[2]), NOTHING).await;
    let mut line = wire.call("s_wipe", &json!({"path": "roles"})).await;
    let id = id_of(&ann.next_pending().await);
    let decision = format!("/approvals/{id}/decision");
    for (method, path) in [
        (Method::GET, "/approvals"),
        (Method::GET, "/approvals/events"),
        (Method::GET, &format!("/approvals/{id}")),
        (Method::POST, &decision),
        (Method::GET, "/approvals/standing"),
        (Method::GET, "/audit/calls"),
        (Method::GET, "/tokens"),
        (Method::POST, "/tokens"),
        (Method::PUT, "/policy/preferences"),
        (Method::PATCH, "/annotations/s.wipe"),
        (Method::GET, "/nosuch"),
    ] {
        let request = cal.request(method.clone(), path);
        let request = request.header("content-type", "application/json");
        let answer = fetch(request.body(r#"{"decision":"approve"}"#)).await;
        assert_eq!(answer.status, 403, "{method} {path}: {}", answer.text);
        assert_contains_for(&(method, path), &answer.text, "role");
    }
    for path in ["/approvals", &format!("/approvals/{id}"), "/metrics"] {
        let answer = fetch(pool(Some(&tokens[2])).get(guarded.candor.at(path))).await;
        assert_eq!(answer.status, 403, "{path}: {}", answer.text);
    }
    // An approver cannot change the rules, or use another name.
    for (method, path, body) in [
        (
            Method::POST,
            "/tokens",
            json!({"name": "eve", "roles": ["admin"]}),
        ),
        (
            Method::PUT,
            "/policy/preferences",
            json!({"always_confirm_destructive": false}),
        ),
        (
            Method::PATCH,
            "/annotations/s.wipe",
            json!({"destructive": false, "confirm": "never"}),
        ),
    ] {
        let request = ann.request(method.clone(), path);
        let request = request.header("content-type", "application/json");
        let answer = fetch(request.body(body.to_string())).await;
        assert_eq!(answer.status, 403, "{method} {path}: {}", answer.text);
    }
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}});
    let decider = MessageClient::new(
        guarded.candor.url(),
        Some(&tokens[1]),
        NOTHING,
        "2025-11-25",
    );
    let answer = decider.send(&hello).await;
    assert_eq!(answer.status, 403, "{}", answer.text);
    let call = json!({"name": "s_look", "arguments": {}});
    let decider = MessageClient::modern(guarded.candor.url(), Some(&tokens[1]), NOTHING);
    assert_eq!(decider.call_with(call).await.status, 403);
    assert_eq!(root.state(&id).await, "pending");
    ann.deny(&id, "").await;
    refusal(&line.end().await);
    assert_eq!(guarded.made("roles"), 0);
}
