//! Calls that must be approved outside the client that makes them: it is at most shown where.

use candor_testkit::{ApiClient, assert_contains};
use serde_json::{Value, json};

use super::kit::{
    ApprovalGateway, ClientKind, ClientTransport, MODERN, ON_THE_LINE, asked_ways, forms, yes,
};

const OUTSIDE: &str = "[policy]\nout_of_band = true\n";

/// A client that can show a form and a page.
fn pages() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}})
}

/// The question must lead to the page of its approval, and have no form.
async fn leads_to(params: &Value, stage: &ApprovalGateway, approver: &ApiClient) -> String {
    let id = approver.only_pending().await;
    assert_eq!(params["mode"], "url", "{params}");
    assert_eq!(params["elicitationId"], id, "{params}");
    let page = stage.gateway.page_url(&format!("/approvals/{id}"));
    assert_eq!(params["url"], page, "{params}");
    assert_eq!(params["requestedSchema"], Value::Null, "{params}");
    let shown = approver.approval(&id).await;
    assert_eq!(shown["out_of_band"], true, "{shown}");
    assert_eq!(shown["links"]["page"], page, "{shown}");
    let answer = reqwest::get(&page).await.expect("an answer");
    assert_eq!(answer.status(), 200, "the page is there");
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_on_the_line_is_shown_a_page() {
    let (stage, approver) = ApprovalGateway::with_approver(OUTSIDE).await;
    let way = ClientKind(ClientTransport::Http, "2025-11-25");
    for (count, before) in [false, true].into_iter().enumerate() {
        let mut wire = stage.wire_with(way, &pages()).await;
        let asked = wire.asked("s_wipe", &json!({"n": count})).await;
        let id = leads_to(&asked.params, &stage, &approver).await;
        let (flight, question) = asked.flight.expect("a question on the line");
        if before {
            // Whatever else it says, it has only sent the person to the page.
            wire.respond(&question, &yes()).await;
        }
        assert_eq!(approver.approval(&id).await["state"], "pending");
        approver.approve(&id).await;
        let done = flight.done().await;
        done.fine();
        let complete = done.heard("notifications/elicitation/complete");
        assert_eq!(complete.len(), 1, "{done:?}");
        assert_eq!(complete[0]["params"]["elicitationId"], id, "{done:?}");
        assert!(done.heard("notifications/cancelled").is_empty(), "{done:?}");
        let shown = approver.becomes(&id, "consumed").await;
        assert_eq!(shown["verdict"]["door"], "api", "{shown}");
    }
    assert_eq!(stage.calls("wipe"), 2);

    // A client can decline without sending the person to the page.
    let mut wire = stage.wire_with(way, &pages()).await;
    let asked = wire.asked("s_wipe", &json!({})).await;
    let done = wire.say(asked, &json!({"action": "decline"})).await;
    assert_contains(done.refused(), "declined in the client");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_back_is_shown_a_page() {
    let (stage, approver) = ApprovalGateway::with_approver(OUTSIDE).await;
    let way = ClientKind(ClientTransport::Http, MODERN);
    let mut wire = stage.wire_with(way, &pages()).await;
    let arguments = json!({"path": "a"});
    let asked = wire.asked("s_wipe", &arguments).await;
    let id = leads_to(&asked.params, &stage, &approver).await;
    // The yes of a client means that the person was sent to the page; the call waits.
    let back = asked.back(&yes());
    let flight = wire.call_with("s_wipe", &arguments, &back).await;
    assert_eq!(approver.only_pending().await, id);
    approver.approve(&id).await;
    assert_eq!(flight.done().await.fine(), arguments.to_string());

    // A client that comes back without an answer is shown the page again.
    let asked = wire.asked("s_wipe", &arguments).await;
    let id = leads_to(&asked.params, &stage, &approver).await;
    let back = json!({"requestState": asked.state});
    let done = wire.called_with("s_wipe", &arguments, &back).await;
    let params = &done.result()["inputRequests"]["approval"]["params"];
    assert_eq!(leads_to(params, &stage, &approver).await, id);
    approver.deny(&id, "not today").await;
    let back = json!({"requestState": done.result()["requestState"]});
    let done = wire.called_with("s_wipe", &arguments, &back).await;
    assert!(done.refused().contains("not today"), "{done:?}");
    assert_eq!(stage.calls("wipe"), 1);
}

/// A client that can show forms only is not asked: it waits, and its word does not count.
#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_neither_offered_nor_taken() {
    let (stage, approver) = ApprovalGateway::with_approver(OUTSIDE).await;
    for (count, way) in (0..).zip(asked_ways()) {
        let mut wire = stage.wire_with(way, &forms()).await;
        let flight = wire.call("s_wipe", &way.arguments()).await;
        let id = approver.only_pending().await;
        assert_eq!(stage.calls("wipe"), count);
        if way == ON_THE_LINE[1] {
            // This answer was not asked for.
            for name in ["candor-1", "candor-2", "1"] {
                wire.respond(&json!({"id": name}), &yes()).await;
            }
            assert_eq!(approver.approval(&id).await["state"], "pending");
        }
        approver.approve(&id).await;
        // `done` fails if the client is asked on the way.
        assert_eq!(flight.done().await.fine(), way.arguments().to_string());
    }
}

/// A rule can demand it of some calls.
#[tokio::test(flavor = "multi_thread")]
async fn a_rule_can_demand_it() {
    let rules = r#"
[[policy.rule]]
name = "large"
tool = "s.wipe"
when = "has(args.depth) && args.depth > 3"
effect = "ask"
out_of_band = true
"#;
    let (stage, approver) = ApprovalGateway::with_approver(rules).await;
    for revision in ["2025-11-25", MODERN] {
        let mut wire = stage
            .wire_with(ClientKind(ClientTransport::Http, revision), &pages())
            .await;
        let small = wire.asked("s_wipe", &json!({"depth": 1})).await;
        assert_eq!(small.params["mode"], "form", "{revision}");
        wire.say(small, &yes()).await.fine();
        let large = wire.asked("s_wipe", &json!({"depth": 4})).await;
        let id = leads_to(&large.params, &stage, &approver).await;
        // A standing approval for small ones does not reach it.
        approver.deny(&id, "too deep").await;
        let done = match large.flight {
            Some((flight, _)) => flight.done().await,
            None => wire.say(large, &yes()).await,
        };
        assert!(done.refused().contains("too deep"), "{done:?}");
        let again = wire.asked("s_wipe", &json!({"depth": 1})).await;
        wire.say(again, &yes()).await.fine();
        approver.revoke_all().await;
    }
}
