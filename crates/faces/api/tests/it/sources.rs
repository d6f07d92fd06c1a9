//! `/sources`.

use candor_model::{ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, SourceName, SourceTrust};
use candor_testkit::script::ServerScript;
use serde_json::{Value, json};

use crate::fixture::{ApiFixture, ApiFixtureBuilder, SHOP, shows, strings};

/// Another replica saves a source that this one cannot open.
async fn saved_elsewhere(world: &ApiFixture, name: &str) {
    let change = ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: 0,
        author: ChangeAuthor {
            name: "eve".to_owned(),
            channel: ChangeChannel::Api,
            why: None,
        },
        action: "source.add".to_owned(),
        subject: format!("source `{name}`"),
        old: None,
        new: None,
    };
    let name = SourceName::parse(name).expect("a name");
    let store = &world.store;
    let saved = store.add_saved_source(&name, "canary-in-a-seal", &change);
    saved.await.expect("a version");
}

#[tokio::test]
async fn sources_say_how_they_are() {
    let broken =
        ServerScript::new().method("initialize", r#"{"error": {"code": 1, "message": "no"}}"#);
    let broken = broken.method(
        "server/discover",
        r#"{"error": {"code": 1, "message": "no"}}"#,
    );
    let broken = broken.method("tools/list", r#"{"error": {"code": 1, "message": "no"}}"#);
    let world = ApiFixtureBuilder::default()
        .tools("shop", SHOP, SourceTrust::Trusted)
        .source("broken", broken, SourceTrust::Untrusted)
        .start()
        .await;
    let page = world.json("/sources").await;
    assert_eq!(strings(&page["items"], "name"), ["broken", "shop"]);
    let shop = world.json("/sources/shop").await;
    shows!(shop, {"state": "ready", "trust": "trusted", "tools": 4});
    let tools = world.json("/tools?source=shop").await;
    let tools = tools["items"].as_array().expect("items").iter();
    let tokens: u64 = tools
        .map(|tool| tool["tokens"].as_u64().expect("a number"))
        .sum();
    assert_eq!(shop["tokens"], tokens);
    shows!(shop, {
        "era": "modern", "revision": "2026-07-28", "transport": "http", "last_error": null,
        "findings": [],
    });
    assert!(
        shop["since"]
            .as_str()
            .is_some_and(|since| since.ends_with('Z'))
    );
    let broken = world.json("/sources/broken").await;
    assert_eq!(broken["state"], "failing", "{broken}");
    shows!(broken, {"tools": 0, "tokens": 0, "era": null});
    assert!(
        broken["attempts"]
            .as_u64()
            .is_some_and(|attempts| attempts > 0)
    );
    assert!(
        broken["last_error"]
            .as_str()
            .is_some_and(|error| !error.is_empty())
    );
    assert!(broken["retry_at"].is_string());
    let ask = world.get("/sources/zoo");
    ask.unknown("there is no source `zoo`; `GET /api/v1/sources`")
        .await;
    let ask = world.get("/sources/a%20b");
    ask.unknown("the name `a b` holds ` `").await;
}

#[tokio::test]
async fn what_was_left_out_is_told() {
    let tools = r#"[{"name": "bad", "inputSchema": {"type": "object"}, "title": 7}]"#;
    let world = ApiFixtureBuilder::default()
        .tools("shop", tools, SourceTrust::Trusted)
        .start()
        .await;
    let shop = world.json("/sources/shop").await;
    let findings = shop["findings"].as_array().expect("a list");
    assert_eq!(findings.len(), 1, "{shop}");
    shows!(findings[0], {"severity": "error", "code": "source::malformed-tool"});
    let message = findings[0]["message"].as_str().expect("a sentence");
    assert!(message.contains("the tool `bad` is left out"), "{message}");
}

#[tokio::test]
async fn an_added_source_that_cannot_be_made_is_listed_with_the_reason_and_can_be_removed() {
    let world = ApiFixtureBuilder::default()
        .tools("shop", SHOP, SourceTrust::Trusted)
        .start()
        .await;
    saved_elsewhere(&world, "old").await;
    let both = |page: &Value| page["items"].as_array().is_some_and(|all| all.len() == 2);
    let page = world.until("/sources", both).await;
    assert_eq!(strings(&page["items"], "name"), ["old", "shop"]);
    let old = world.json("/sources/old").await;
    assert_eq!(old, page["items"][0]);
    assert_eq!(old["state"], "unusable", "{old}");
    shows!(old, {"added": true, "tools": 0, "trust": "untrusted"});
    let reason = old["last_error"].as_str().expect("a reason");
    assert!(reason.starts_with("it cannot be opened: "), "{reason}");
    let says = old["says"].as_str().expect("a sentence");
    assert!(
        says.starts_with(&format!("cannot be used: {reason}; ")),
        "{says}"
    );
    assert!(says.ends_with("or remove it"), "{says}");
    let findings = old["findings"].as_array().expect("a list");
    assert_eq!(findings.len(), 1, "{old}");
    assert_eq!(findings[0]["code"], "source::sealed");
    let hint = findings[0]["hint"].as_str().expect("a way out");
    assert!(
        hint.contains("remove the source and add it again"),
        "{hint}"
    );
    assert!(!old.to_string().contains("canary"), "{old}");
    let metrics = world.gateway.metrics().encode();
    let line = r#"candor_source_state{source="old",state="unusable"} 1"#;
    assert!(metrics.contains(line), "{metrics}");

    let restart = world.post("/sources/old/restart", json!({}));
    let why = "the source `old` cannot be opened";
    restart.refused(422, "invalid", why).await;
    world.delete("/sources/old").if_match("*").sent(204).await;
    let page = world.json("/sources").await;
    assert_eq!(strings(&page["items"], "name"), ["shop"]);
}
