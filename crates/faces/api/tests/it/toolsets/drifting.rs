//! Tools that change under a toolset and its notes.

use std::time::Duration;

use candor_model::{QualifiedName, SourceTrust};
use candor_testkit::script::ServerScript;
use serde_json::json;

use crate::fixture::{ApiFixture, ApiFixtureBuilder, count, strings, with_timeout};

const BEFORE: &str = r#"[
    {"name": "change", "description": "Changes the list.", "inputSchema": {"type": "object"}},
    {"name": "read", "description": "Reads.", "inputSchema": {"type": "object"}},
    {"name": "gone", "description": "Goes.", "inputSchema": {"type": "object"}}
]"#;

const AFTER: &str = r#"[
    {"name": "change", "description": "Changes the list.", "inputSchema": {"type": "object"}},
    {"name": "read", "description": "Reads more.",
     "inputSchema": {"type": "object", "properties": {"far": {"type": "boolean"}}}}
]"#;

/// A trusted server, so that what it changes is served all the same.
async fn disk() -> ApiFixture {
    let script = ServerScript::new()
        .tools(BEFORE)
        .field("tools_after", AFTER)
        .call("change", r#"{"list_changed": true}"#);
    let plan = ApiFixtureBuilder::default().source("disk", script, SourceTrust::Trusted);
    plan.start().await
}

#[tokio::test]
async fn notes_outlive_a_definition_and_pins_do_not() {
    let world = disk().await;
    let id = world.ref_id("disk.read").await;
    let pinned = json!({"tool": "disk.read", "ref_id": id});
    world.toolset_of("free", json!(["disk.*"])).await;
    let members = json!([pinned, "disk.gone", "disk.change"]);
    world.toolset_of("held", members).await;
    for tool in ["disk.read", "disk.gone"] {
        let notes = json!([{"name": "twice", "note": "Look twice."}]);
        let body = json!({"tool": tool, "notes": notes});
        world.post("/toolsets/free/notes", body).gives(200).await;
    }
    world.call("disk.change").await;
    world.until("/tools", |page| count(page) == 2).await;

    let list = world.json("/toolsets/free/notes").await;
    assert_eq!(strings(&list["items"], "tool"), ["disk.gone", "disk.read"]);
    let state = |at: usize| (&list["items"][at]["served"], &list["items"][at]["changed"]);
    assert_eq!(state(0), (&json!(false), &json!(false)), "it waits");
    assert_eq!(state(1), (&json!(true), &json!(true)), "it counts, marked");
    assert_eq!(list["items"][1]["ref_id"], id);
    let tool = world.json("/tools/disk.read?toolset=free").await;
    let text = tool["definition"]["description"].as_str().expect("a text");
    assert!(text.starts_with("Reads more."), "{text}");
    assert!(text.ends_with("**twice**: Look twice."), "{text}");

    let held = world.json("/toolsets/held").await;
    assert_eq!(strings(&held["tools"], "name"), ["disk.change"]);
    assert_eq!(
        strings(&held["missing"], "reason"),
        ["changed", "not-there"]
    );
    assert_eq!(held["missing"][0]["member"], pinned);
    // What names nothing now does not stand in the way of the rest.
    let more = json!({"add": ["disk.*"], "remove": [pinned]});
    let held = world.post("/toolsets/held/members", more).gives(200).await;
    assert_eq!(
        held["members"],
        json!(["disk.gone", "disk.change", "disk.*"])
    );
}

/// A tool that is not there now can be named as long as it is known; any other name is a slip.
#[tokio::test]
async fn a_known_tool_may_be_away() {
    let world = disk().await;
    let id = world.ref_id("disk.gone").await;
    // What is pinned is written down beside everything else, and known with the next change.
    let name = QualifiedName::parse("disk.gone").expect("a name");
    with_timeout(async {
        while world
            .gateway
            .records()
            .pin(&name)
            .await
            .expect("a pin")
            .is_none()
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    world.toolset(json!({"name": "first"})).await;
    world.call("disk.change").await;
    world.until("/tools", |page| count(page) == 2).await;
    let pinned = json!({"tool": "disk.gone", "ref_id": id});
    for (name, member) in [
        ("by-name", json!("disk.gone")),
        ("by-both", pinned),
        ("by-id", json!({"ref_id": id})),
    ] {
        let members = json!([member, "disk.read"]);
        let made = world.toolset_of(name, members).await;
        assert_eq!(strings(&made["tools"], "name"), ["disk.read"], "{name}");
        assert_eq!(strings(&made["missing"], "reason"), ["not-there"], "{name}");
    }
    for (member, part) in [
        (json!("disk.gonne"), "did you mean `disk.gone`?"),
        (json!("disk.zzzzzz"), "there is no tool `disk.zzzzzz`"),
        (
            json!({"tool": "disk.gone", "ref_id": "0".repeat(64)}),
            "`disk.gone` is not offered now",
        ),
        (json!({"ref_id": "0".repeat(64)}), "no tool has the id"),
    ] {
        let body = json!({"name": "slip", "members": [member]});
        world.post("/toolsets", body).unknown(part).await;
    }
}
