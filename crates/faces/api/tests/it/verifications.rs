//! `/verifications`.

use candor_model::SourceTrust;
use candor_testkit::script::ServerScript;
use serde_json::{Value, json};

use crate::fixture::{ApiFixture, ApiFixtureBuilder, count, refuse_all, shows, strings};

const TOOLS: &str = r#"[
    {"name": "change", "description": "Changes the list.", "inputSchema": {"type": "object"}},
    {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true, "openWorldHint": false}},
    {"name": "peek", "description": "Looks.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true}}
]"#;

/// An untrusted source with two tools that call themselves read-only.
async fn claims() -> ApiFixture {
    let script = ServerScript::new()
        .tools(TOOLS)
        .field("tools_after", TOOLS.replace("\"Looks.\"", "\"Looks on.\""))
        .call("change", r#"{"list_changed": true}"#);
    let world = ApiFixtureBuilder::default()
        .source("disk", script, SourceTrust::Untrusted)
        .start()
        .await;
    for tool in ["look", "peek"] {
        let path = format!("/tools/disk.{tool}");
        world.until(&path, |tool| !tool["pin"].is_null()).await;
    }
    world
}

/// What policy relies upon of a tool's read-only hint, and the layer that says so.
async fn relied(world: &ApiFixture, tool: &str) -> (Value, Value) {
    let tool = world.json(&format!("/tools/disk.{tool}")).await;
    let hint = &tool["relied"]["read_only"];
    (hint["value"].clone(), hint["layer"].clone())
}

async fn hash(world: &ApiFixture, tool: &str) -> Value {
    let tool = world.json(&format!("/tools/disk.{tool}")).await;
    tool["pin"]["hash"].clone()
}

#[tokio::test]
async fn what_was_observed_is_relied_upon_until_the_definition_changes() {
    let world = claims().await;
    assert_eq!(relied(&world, "look").await.0, Value::Null);
    let report = json!({
        "source": "disk",
        "server": {"name": "disk", "version": "1.2.0"},
        "tools": [
            {"name": "look", "definition": hash(&world, "look").await, "hints": {
                "read_only": {"declared": true, "verdict": "verified", "evidence": [{"text": "12 calls changed nothing"}]},
                "open_world": {"declared": false, "verdict": "unknown"},
            }},
            {"name": "peek", "definition": hash(&world, "peek").await, "hints": {
                "read_only": {"declared": true, "verdict": "contradicted", "evidence": [{"text": "it changed files", "difference": ["it wrote `peek.log`"]}]},
            }},
        ],
    });
    world.post("/verifications", report).sent(204).await;
    assert_eq!(
        relied(&world, "look").await,
        (json!(true), json!("verified"))
    );
    assert_eq!(
        relied(&world, "peek").await,
        (json!(false), json!("verified"))
    );
    let peek = world.json("/tools/disk.peek").await;
    shows!(peek["verification"], {"current": true, "server_version": "1.2.0", "scenario": null});
    let said = &peek["effective"]["read_only"]["says"];
    assert!(said.to_string().contains("it wrote `peek.log`"), "{said}");
    let page = world.json("/verifications").await;
    assert_eq!(strings(&page["items"], "name"), ["disk.look", "disk.peek"]);
    assert_eq!(page["items"][0]["hints"].as_array().map(Vec::len), Some(1));

    // A definition that has changed has not been verified.
    world.call("disk.change").await;
    world.until("/drift", |page| count(page) == 2).await;
    assert_eq!(relied(&world, "look").await.0, Value::Null);
    let look = world.json("/tools/disk.look").await;
    assert_eq!(look["verification"]["current"], false);

    world.delete("/verifications/disk").sent(204).await;
    assert_eq!(count(&world.json("/verifications").await), 0);
    let again = world.delete("/verifications/disk");
    again
        .unknown("no tool of a source `disk` was verified")
        .await;
}

#[tokio::test]
async fn a_tool_that_was_relied_upon_waits_for_a_person() {
    let script = ServerScript::new().tools(TOOLS);
    let world = ApiFixtureBuilder::default()
        .source("disk", script, SourceTrust::Trusted)
        .start()
        .await;
    world
        .until("/tools/disk.peek", |tool| !tool["pin"].is_null())
        .await;
    assert_eq!(relied(&world, "peek").await.0, true);
    let report = json!({
        "source": "disk",
        "tools": [{"name": "peek", "definition": hash(&world, "peek").await, "hints": {
            "read_only": {"declared": true, "verdict": "contradicted", "evidence": [{"text": "it changed files"}]},
        }}],
    });
    world.post("/verifications", report.clone()).sent(204).await;
    let peek = world.json("/tools/disk.peek").await;
    assert_eq!(peek["quarantined"], true, "{peek:#}");
    shows!(peek["drift"], {"kind": "contradicted", "loosens": false});
    let drift = world.json("/drift/disk.peek").await;
    let said = &drift["differences"][0];
    assert_eq!(
        *said,
        "readOnlyHint: true is relied upon, but calls showed false: it changed files"
    );
    let accept = json!({"tool": "disk.peek"});
    world.post("/drift/accept", accept).gives(200).await;
    let peek = world.json("/tools/disk.peek").await;
    assert_eq!(peek["quarantined"], false, "{peek:#}");
    assert_eq!(
        relied(&world, "peek").await,
        (json!(false), json!("verified"))
    );

    // What is no longer relied upon is no surprise.
    world.post("/verifications", report).sent(204).await;
    assert_eq!(world.json("/tools/disk.peek").await["quarantined"], false);
}

#[tokio::test]
async fn nonsense_is_refused() {
    let world = claims().await;
    let hash = hash(&world, "look").await;
    let zeros = "0".repeat(64);
    let tool = |name: &str, definition: &Value, hints: Value| json!({"source": "disk", "tools": [{"name": name, "definition": definition, "hints": hints}]});
    let long = json!({"read_only": {"declared": true, "verdict": "verified", "evidence": [{"text": "x".repeat(2001)}]}});
    let rows = json!([
        [422, "invalid", {"source": "disk", "tools": []}, "no tool was verified"],
        [422, "invalid", {"source": "a b", "tools": []}, "letters, digits"],
        [422, "invalid", tool("look", &json!("xyz"), json!({})), "`definition` is `xyz`; it takes 64"],
        [422, "invalid", tool("look", &json!(zeros), json!({})), "is not what was verified"],
        [404, "unknown", tool("loop", &hash, json!({})), "did you mean `disk.look`?"],
        [422, "invalid", tool("look", &hash, json!({"kind": {"verdict": "unknown"}})), "`kind` of `look` is no hint"],
        [422, "invalid", tool("look", &hash, json!({"read_only": {"verdict": "perhaps"}})), "unknown variant `perhaps`"],
        [422, "invalid", tool("look", &hash, long), "the evidence has 2001 characters"],
    ]);
    refuse_all(&rows, |body| world.post("/verifications", body)).await;
    assert_eq!(count(&world.json("/verifications").await), 0);
}
