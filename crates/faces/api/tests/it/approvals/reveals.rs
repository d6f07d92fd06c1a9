//! A user looks at what is masked.

use serde_json::{Value, json};

use super::DELETE;
use crate::fixture::{ApiFixture, shows};

const CANARY: &str = "Bearer revealcanary12345678";

fn path(id: &str) -> String {
    format!("/approvals/{id}/reveal")
}

fn arguments() -> Value {
    json!({"isbn": "978", "header": CANARY})
}

#[tokio::test]
async fn who_may_decide_sees_what_is_masked() {
    let world = ApiFixture::guarded().await;
    let approver = world.token("ann", "viewer,approver").await;
    let caller = world.token("agent", "viewer,caller").await;
    let id = world.ask_about("agent", DELETE, arguments()).await;
    let shown = world
        .get(&format!("/approvals/{id}"))
        .by(&approver)
        .gives(200)
        .await;
    assert_eq!(shown["may_reveal"], true);
    assert_eq!(shown["reveals"], json!([]));
    assert!(!shown.to_string().contains("revealcanary"), "{shown}");

    // Not even the caller, who knows it, unless its token may approve.
    let refused = world.post(&path(&id), json!({})).by(&caller);
    refused.refused(403, "not-allowed", "approver").await;
    let shown = world
        .get(&format!("/approvals/{id}"))
        .by(&caller)
        .gives(200)
        .await;
    assert_eq!(shown["may_reveal"], false);
    assert_eq!(shown["reveals"], json!([]), "nobody has seen it");

    let reply = world.post(&path(&id), json!({})).by(&approver).send().await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let revealed = reply.json();
    assert_eq!(revealed["id"], id.as_str());
    shows!(revealed["card"]["arguments"][1], {"pointer": "/header", "masked": false});
    assert!(
        revealed["text"].as_str().expect("text").contains(CANARY),
        "{revealed}"
    );
    shows!(revealed["reveals"][0], {"who": "ann", "door": "api"});

    // Every user sees that it was looked at, and not what was seen.
    let shown = world
        .get(&format!("/approvals/{id}"))
        .by(&caller)
        .gives(200)
        .await;
    assert_eq!(shown["reveals"], revealed["reveals"]);
    assert!(!shown.to_string().contains("revealcanary"), "{shown}");
    let changes = world
        .get("/audit/changes?action=approvals.reveal")
        .by(&approver)
        .gives(200)
        .await;
    let change = &changes["items"][0];
    assert_eq!(change["subject"], format!("approval {id}"));
    assert!(!changes.to_string().contains("revealcanary"), "{changes}");
}

#[tokio::test]
async fn nothing_is_left_to_reveal() {
    let world = ApiFixture::shop().await;
    let plain = world.ask_about("agent", DELETE, json!({"n": 1})).await;
    let shown = world.json(&format!("/approvals/{plain}")).await;
    assert_eq!(shown["may_reveal"], false);
    let ask = world.post(&path(&plain), json!({}));
    ask.refused(422, "invalid", "nothing on this card is masked")
        .await;

    let id = world.ask_about("agent", DELETE, arguments()).await;
    let decision = format!("/approvals/{id}/decision");
    world
        .post(&decision, json!({"decision": "deny"}))
        .gives(200)
        .await;
    let ask = world.post(&path(&id), json!({}));
    ask.refused(409, "decided", "no longer waits for a decision")
        .await;
    let shown = world.json(&format!("/approvals/{id}")).await;
    assert_eq!(shown["may_reveal"], false);
    assert_eq!(shown["reveals"], json!([]), "nobody has seen it");

    for nothing in ["nope", "00000000-0000-7000-8000-000000000000"] {
        let ask = world.post(&path(nothing), json!({}));
        ask.unknown("there is no approval `").await;
    }
    let heard = world.heard.lock().expect("no panic");
    assert!(!heard.contains("revealcanary"));
}
