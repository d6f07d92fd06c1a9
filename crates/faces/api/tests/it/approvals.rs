//! `/approvals`.

mod answer_links;
mod decisions;
mod events;
mod reveals;

use std::time::Duration;

use candor_gateway::GatewayPolicySettings;
use serde_json::json;

use crate::fixture::{ApiFixture, shows, strings};

/// Calls of this tool are asked about, because its name says that it destroys.
pub(crate) const DELETE: &str = "shop.delete_book";

#[tokio::test]
async fn what_waits_is_listed_and_shown_in_full() {
    let settings = GatewayPolicySettings {
        public_url: Some("http://127.0.0.1:7333".to_owned()),
        ..candor_gatetest::permissive_settings()
    };
    let world = ApiFixture::shop_of(settings).await;
    let empty = world.json("/approvals").await;
    assert_eq!(empty, json!({"items": [], "next": null}));
    let id = world
        .ask_about("agent", DELETE, json!({"isbn": "978"}))
        .await;

    let list = world.json("/approvals").await;
    let item = &list["items"][0];
    assert_eq!(item["id"], id.as_str());
    assert_eq!(item["state"], "pending");
    assert_eq!(item["tool"], DELETE);
    shows!(item, {
        "principal": "agent", "client": "tester 1", "endpoint": "/mcp", "verdict": null,
        "session": true,
    });
    let line = item["line"].as_str().expect("a line");
    assert!(line.contains("shop.delete_book"), "{line}");
    assert!(item["because"].as_str().is_some_and(|why| !why.is_empty()));

    let shown = world.json(&format!("/approvals/{id}")).await;
    for (key, value) in item.as_object().expect("an object") {
        assert_eq!(shown[key], *value, "{key}");
    }
    let card = &shown["card"];
    shows!(card["arguments"][0], {"pointer": "/isbn", "value": "\"978\""});
    assert_eq!(card["hints"].as_array().map(Vec::len), Some(4));
    assert_eq!(card["pattern"], "/isbn = \"978\"");
    let text = shown["text"].as_str().expect("text");
    assert!(text.contains("978"), "{text}");
    assert_eq!(shown["may_approve"], true);
    assert_eq!(
        shown["links"],
        json!({
            "decision": format!("/api/v1/approvals/{id}/decision"),
            "page": format!("http://127.0.0.1:7333/approvals/{id}"),
        })
    );
    let heard = world.heard.lock().expect("no panic");
    assert!(!heard.contains("session-canary"), "sessions are not shown");
}

#[tokio::test]
async fn filters_must_all_hold() {
    let world = ApiFixture::shop().await;
    let first = world.ask_about("agent", DELETE, json!({"n": 1})).await;
    let second = world.ask_about("robot", DELETE, json!({"n": 2})).await;
    let path = format!("/approvals/{first}/decision");
    world
        .post(&path, json!({"decision": "deny"}))
        .gives(200)
        .await;
    for (query, expect) in [
        ("", vec![&second]),
        ("?state=pending", vec![&second]),
        ("?state=denied", vec![&first]),
        ("?state=any", vec![&second, &first]),
        ("?state=approved", vec![]),
        ("?state=any&principal=agent", vec![&first]),
        ("?principal=agent", vec![]),
        ("?state=any&source=shop", vec![&second, &first]),
        ("?state=any&source=zoo", vec![]),
        ("?state=any&tool=shop.delete_book&limit=1", vec![&second]),
        ("?state=any&tool=shop.add_book", vec![]),
    ] {
        let page = world.json(&format!("/approvals{query}")).await;
        let ids = strings(&page["items"], "id");
        assert_eq!(ids.iter().collect::<Vec<_>>(), expect, "{query}");
    }
    for (query, part) in [
        (
            "?state=open",
            "unknown variant `open`, expected one of `pending`",
        ),
        ("?tool=delete", "`delete`"),
        ("?source=a%20b", "the name `a b` holds ` `"),
        ("?after=x", "`after` is `x`"),
        ("?limit=0", "`limit` is `0`"),
        ("?cursor=1", "unknown field `cursor`"),
    ] {
        let ask = world.get(&format!("/approvals{query}"));
        ask.refused(400, "malformed", part).await;
    }
    for path in [
        "/approvals/nope",
        "/approvals/00000000-0000-7000-8000-000000000000",
    ] {
        let ask = world.get(path);
        ask.unknown("there is no approval `").await;
    }
}

#[tokio::test]
async fn lists_go_on_where_the_last_page_ended() {
    let world = ApiFixture::shop().await;
    let mut asked = Vec::new();
    for number in 0..5 {
        asked.push(world.ask_about("agent", DELETE, json!({"n": number})).await);
    }
    asked.reverse();
    let pages = world.pages("/approvals?limit=2").await;
    let pages = pages.iter();
    let found: Vec<_> = pages
        .flat_map(|page| strings(&page["items"], "id"))
        .collect();
    assert_eq!(found, asked, "newest first, each once");
}

#[tokio::test]
async fn what_nobody_answers_expires() {
    let settings = GatewayPolicySettings {
        approval_timeout: Duration::from_millis(50),
        ..candor_gatetest::permissive_settings()
    };
    let world = ApiFixture::shop_of(settings).await;
    let id = world.ask_about("agent", DELETE, json!({})).await;
    let path = format!("/approvals/{id}");
    let shown = world
        .until(&path, |shown| shown["state"] == "expired")
        .await;
    assert_eq!(shown["may_approve"], false);
    assert_eq!(world.json("/approvals").await["items"], json!([]));
    let late = world.post(&format!("{path}/decision"), json!({"decision": "approve"}));
    let reply = late
        .refused(409, "decided", "the time to decide about this call is over")
        .await;
    assert_eq!(reply.json()["approval"]["state"], "expired");
}
