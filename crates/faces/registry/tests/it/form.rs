use candor_schema::SchemaValidator;
use serde_json::{Value, json};

use crate::official::OfficialRegistry;
use crate::world::RegistryWorld;

/// The form of a `server.json`: its constraints as we wrote them down, and the official one where it
/// is installed.
fn forms() -> Vec<SchemaValidator> {
    let own: Value =
        serde_json::from_str(include_str!("../fixtures/server.schema.json")).expect("JSON");
    let official = OfficialRegistry::installed();
    let official = official.map(|official| official.server_schema());
    let schemas = std::iter::once(own).chain(official);
    let compiled = schemas.map(|schema| SchemaValidator::compile(&schema));
    compiled.map(|form| form.expect("a schema")).collect()
}

#[tokio::test]
async fn every_entry_has_the_official_form() {
    let world = RegistryWorld::open().await;
    let long = "A description that is much longer than the hundred characters which the form \
                allows for it, and more.";
    world.toolset("reading", "shop.list_*", long).await;
    world.toolset("plain", "shop.list_*", "").await;
    let reply = world.get("/v0.1/servers").await;
    let servers = reply.body["servers"].as_array().expect("a list");
    assert_eq!(servers.len(), 4);
    for entry in servers {
        for form in forms() {
            let violations = form.violations(&entry["server"]);
            assert!(violations.is_empty(), "{violations:?} {entry}");
        }
        let official = &entry["_meta"]["io.modelcontextprotocol.registry/official"];
        assert_eq!(official["status"], "active");
        assert_eq!(official["isLatest"], json!(true));
    }
    // The check can fail.
    for form in forms() {
        let bad = json!({ "name": "x", "description": "", "version": "1" });
        assert!(!form.violations(&bad).is_empty());
    }
}

#[tokio::test]
async fn a_toolset_points_here_and_its_hints_say_where_they_come_from() {
    let world = RegistryWorld::open().await;
    world.toolset("reading", "shop.list_*", "For readers").await;
    let path = "/v0.1/servers/com.example%2Ftoolset.reading/versions/latest";
    let entry = world.get(path).await.body;
    let server = &entry["server"];
    assert_eq!(server["description"], "For readers");
    assert_eq!(
        server["remotes"][0]["url"],
        "https://candor.example/mcp/reading"
    );
    assert_eq!(server["remotes"][0]["type"], "streamable-http");
    let tools = entry["_meta"]["dev.candor/tools"]
        .as_array()
        .expect("tools");
    assert_eq!(tools.len(), 1);
    assert_eq!(tools[0]["annotations"]["readOnlyHint"], json!(true));
    assert_eq!(tools[0]["origins"]["readOnlyHint"], "declared");
    let source = world
        .get("/v0.1/servers/com.example%2Fsource.shop/versions/latest")
        .await
        .body;
    let tools = source["_meta"]["dev.candor/tools"]
        .as_array()
        .expect("tools");
    assert_eq!(tools.len(), 2);
    assert_eq!(
        source["server"]["remotes"][0]["url"],
        "https://candor.example/mcp"
    );
}
