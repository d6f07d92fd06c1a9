//! Yes and no.

use std::sync::Arc;

use serde_json::json;

use super::DELETE;
use crate::fixture::{ApiFixture, count, refuse_all, shows, with_timeout};

fn path(id: &str) -> String {
    format!("/approvals/{id}/decision")
}

#[tokio::test]
async fn a_yes_lets_the_call_be_made() {
    let world = ApiFixture::shop().await;
    let mut events = world.gateway.approvals().events();
    let call = world.begin("agent", DELETE, &json!({"isbn": "978"}));
    let id = with_timeout(events.recv())
        .await
        .expect("a question")
        .id
        .to_string();
    let body = json!({"decision": "approve", "reason": "it is out of print"});
    let view = world.post(&path(&id), body).gives(200).await;
    assert_ne!(view["state"], "pending");
    let verdict = &view["verdict"];
    shows!(verdict, {
        "decision": "approve", "scope": "once", "who": "local", "door": "api",
        "reason": "it is out of print",
    });
    let answer = with_timeout(call).await.expect("no panic");
    assert_ne!(answer["isError"], true, "{answer}");

    let shown = world.json(&format!("/approvals/{id}")).await;
    assert_eq!(shown["state"], "consumed");
    let there = |page: &serde_json::Value| count(page) == 1;
    let calls = format!("/audit/calls?approval={id}");
    let page = world.until(&calls, there).await;
    let made = &page["items"][0];
    assert_eq!(made["id"], shown["call"]);
    assert_eq!(made["approval"], id.as_str());
    shows!(made, {"attempts": 1, "reused": null});
    assert_eq!(made["hints"]["destructive"], true);
    let decision = made["decision"].as_str().expect("a sentence");
    assert!(decision.contains("local"), "{decision}");
    let ask = world.get("/audit/calls?approval=x");
    ask.refused(400, "malformed", "`approval` is `x`; it takes the id")
        .await;
}

#[tokio::test]
async fn a_no_reaches_the_model_with_its_reason() {
    let world = ApiFixture::shop().await;
    let mut events = world.gateway.approvals().events();
    let call = world.begin("agent", DELETE, &json!({}));
    let id = with_timeout(events.recv())
        .await
        .expect("a question")
        .id
        .to_string();
    let body = json!({"decision": "deny", "reason": "keep it for the archive"});
    let view = world.post(&path(&id), body).gives(200).await;
    assert_eq!(view["state"], "denied");
    assert_eq!(view["verdict"]["scope"], json!(null));
    let answer = with_timeout(call).await.expect("no panic");
    assert_eq!(answer["isError"], true);
    let text = answer["content"][0]["text"].as_str().expect("text");
    assert!(text.contains("keep it for the archive"), "{text}");

    // It is decided, whatever is said now.
    for body in [json!({"decision": "approve"}), json!({"decision": "deny"})] {
        let again = world.post(&path(&id), body);
        let reply = again
            .refused(409, "decided", "local has denied this call already")
            .await;
        let stands = &reply.json()["approval"];
        assert_eq!(stands["id"], id.as_str());
        assert_eq!(stands["state"], "denied");
        assert_eq!(stands["verdict"]["reason"], "keep it for the archive");
    }
}

#[tokio::test]
async fn what_makes_no_sense_decides_nothing() {
    let world = ApiFixture::shop().await;
    let id = world.ask_about("agent", DELETE, json!({"n": 1})).await;
    let rows = json!([
        [422, "invalid", {}, "missing field `decision`"],
        [422, "invalid", {"decision": "maybe"}, "unknown variant `maybe`"],
        [422, "invalid", {"decision": "approve", "scope": "ever"}, "unknown variant `ever`"],
        [422, "invalid", {"decision": "approve", "who": "me"}, "unknown field `who`"],
        [422, "invalid", {"decision": "approve", "scope": "pattern"},
         "the scope `pattern` needs `pattern`"],
        [422, "invalid", {"decision": "approve", "scope": "once", "pattern": "/n = 1"},
         "`pattern` is for the scope `pattern` only"],
        [422, "invalid", {"decision": "approve", "pattern": "/n = 1"},
         "`pattern` is for the scope `pattern` only"],
        [422, "invalid", {"decision": "deny", "scope": "always"},
         "a denial is about this call only"],
        [422, "invalid", {"decision": "approve", "scope": "pattern", "pattern": "/n = 1\nn is 2"},
         "line 2: "],
        [422, "invalid", {"decision": "approve", "reason": "x".repeat(2_001)},
         "a reason has at most 2000 characters"],
    ]);
    refuse_all(&rows, |body| world.post(&path(&id), body)).await;
    let body = json!({"decision": "approve"});
    for id in ["nope", "00000000-0000-7000-8000-000000000000"] {
        let ask = world.post(&path(id), body.clone());
        ask.unknown("there is no approval `").await;
    }
    let plain = world.post(&path(&id), body).header("content-type", "");
    plain.refused(415, "media-type", "application/json").await;
    let shown = world.json(&format!("/approvals/{id}")).await;
    assert_eq!(shown["state"], "pending");
}

#[tokio::test]
async fn whoever_calls_does_not_approve() {
    let world = ApiFixture::guarded().await;
    let agent = world.token("agent", "caller,approver").await;
    let ada = world.token("ada", "approver").await;
    let viewer = world.token("eve", "viewer").await;
    let id = world.ask_about("agent", DELETE, json!({})).await;
    let shown = |token: &str| world.get(&format!("/approvals/{id}")).by(token);
    for (token, may) in [(&agent, false), (&viewer, false), (&ada, true)] {
        assert_eq!(shown(token).gives(200).await["may_approve"], may);
    }
    let yes = || world.post(&path(&id), json!({"decision": "approve"}));
    let own = yes().by(&agent);
    own.refused(
        403,
        "not-allowed",
        "`agent` made this call and cannot approve it",
    )
    .await;
    let lacking = yes().by(&viewer);
    lacking
        .refused(403, "not-allowed", "this requires the role `approver`")
        .await;
    let view = yes().by(&ada).gives(200).await;
    assert_eq!(view["verdict"]["who"], "ada");

    // Only the caller may withdraw their own call.
    let id = world.ask_about("agent", DELETE, json!({"n": 2})).await;
    let no = world.post(&path(&id), json!({"decision": "deny"}));
    assert_eq!(no.by(&agent).gives(200).await["state"], "denied");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_decide_at_once_one_does() {
    let world = Arc::new(ApiFixture::shop().await);
    for round in 0..20 {
        let id = world.ask_about("agent", DELETE, json!({"n": round})).await;
        let deciders: Vec<_> = ["approve", "deny", "approve", "deny"]
            .into_iter()
            .map(|decision| {
                let (world, path) = (Arc::clone(&world), path(&id));
                tokio::spawn(async move {
                    let body = json!({"decision": decision});
                    let reply = world.post(&path, body).send().await;
                    (decision, reply.status, reply.json())
                })
            })
            .collect();
        let (mut winner, mut others) = (None, Vec::new());
        for decider in deciders {
            let (decision, status, body) = decider.await.expect("an answer");
            match status {
                200 => assert!(winner.replace(decision).is_none(), "two were first"),
                409 => others.push(body["approval"]["verdict"]["decision"].clone()),
                other => panic!("{other}: {body}"),
            }
        }
        let winner = winner.expect("one is first");
        assert_eq!(others, vec![json!(winner); 3], "all others are told");
    }
}
