//! Lists that are longer than a page.

use std::collections::BTreeSet;

use candor_model::SourceTrust;
use serde_json::{Value, json};

use crate::fixture::{ApiFixture, ApiFixtureBuilder, count, strings};

const TOOLS: usize = 250;

async fn big() -> ApiFixture {
    let tools: Vec<_> = (0..TOOLS)
        .map(|number| json!({"name": format!("get_{number}"), "inputSchema": {"type": "object"}}))
        .collect();
    let tools = Value::from(tools).to_string();
    let plan = ApiFixtureBuilder::default().tools("big", &tools, SourceTrust::Untrusted);
    plan.start().await
}

#[tokio::test]
async fn every_tool_is_on_exactly_one_page() {
    let world = big().await;
    for limit in [1, 7, 100, 250, 500] {
        let pages = world.pages(&format!("/tools?limit={limit}")).await;
        let names: Vec<_> = pages
            .iter()
            .flat_map(|page| strings(&page["items"], "name"))
            .collect();
        assert_eq!(names.len(), TOOLS, "{limit}");
        assert!(names.is_sorted());
        assert_eq!(
            names.iter().collect::<BTreeSet<_>>().len(),
            TOOLS,
            "{limit}"
        );
        assert_eq!(pages.len(), TOOLS.div_ceil(limit), "{limit}");
    }
    assert_eq!(count(&world.json("/tools").await), 100);
    let filtered = world.pages("/tools?q=get_1&limit=10").await;
    let names: Vec<_> = filtered
        .iter()
        .flat_map(|page| strings(&page["items"], "name"))
        .collect();
    assert_eq!(names.len(), 111);
}

#[tokio::test]
async fn every_list_goes_on() {
    let world = big().await;
    for number in 0..5 {
        let name = format!("env-{number}");
        world.environment(&name).await;
        let path = format!("/annotations/big.get_{number}?environment={name}");
        world.patched(&path, json!({"read_only": true})).await;
        let path = format!("/annotations/big.get_{number}");
        world.patched(&path, json!({"idempotent": true})).await;
        let body = json!({"name": format!("set-{number}"), "members": ["big.*"]});
        world.toolset(body).await;
        let notes = json!([{"name": "nn", "note": "x"}]);
        let body = json!({"tool": format!("big.get_{number}"), "notes": notes});
        world
            .post("/toolsets/set-0/notes", body.clone())
            .send()
            .await;
        world.post("/notes", body).gives(200).await;
    }
    for (path, count) in [
        ("/environments?limit=2", 5),
        ("/annotations?limit=3", 10),
        ("/toolsets?limit=2", 5),
        ("/toolsets/set-0/notes?limit=2", 5),
        ("/toolsets/set-0/versions?limit=4", 6),
        ("/notes?limit=3", 5),
        ("/audit/changes?limit=4", 30),
        ("/sources?limit=1", 1),
    ] {
        let pages = world.pages(path).await;
        let items: Vec<_> = pages
            .iter()
            .flat_map(|page| page["items"].as_array().expect("items"))
            .map(ToString::to_string)
            .collect();
        assert_eq!(items.len(), count, "{path}");
        assert_eq!(items.iter().collect::<BTreeSet<_>>().len(), count, "{path}");
    }
    let suggestions = world.pages("/suggestions?limit=90").await;
    let known = world.gateway.editor().suggestions().len();
    let given: usize = suggestions.iter().map(count).sum();
    assert!(known > 90, "{known}");
    assert_eq!(given, known);
    for path in [
        "/environments",
        "/toolsets",
        "/toolsets/set-0/notes",
        "/notes",
        "/annotations",
        "/suggestions",
        "/sources",
        "/drift",
    ] {
        let ask = world.get(&format!("{path}?after=!"));
        ask.refused(400, "malformed", "which is no cursor of this list")
            .await;
    }
    for path in ["/audit/calls", "/audit/changes"] {
        let ask = world.get(&format!("{path}?after=1"));
        ask.refused(400, "malformed", "`after` is `1`").await;
    }
}
