//! `get-active-toolset`.

use candor_model::{SourceTrust, ToolsetName};
use serde_json::json;

use super::fixture::{ManagementFixture, ada, world};
use crate::FileDeclarations;

#[tokio::test]
async fn it_shows_what_is_served() {
    let world = world().await;
    let plain = world.done("get-active-toolset", json!({})).await;
    assert_eq!(plain["equipped"], false);
    assert!(plain.get("toolset").is_none());
    assert_eq!(plain["warnings"], json!([]));
    assert_eq!(plain["unavailableServers"], json!([]));
    assert_eq!(
        plain["serverStatus"],
        json!({"totalConfigured": 2, "enabled": 2, "available": 2, "unavailable": 0, "disabled": 0})
    );

    world
        .build("reading", &["shop.list_books", "files.read"])
        .await;
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    let active = world.done("get-active-toolset", json!({})).await;
    assert_eq!(active["equipped"], true);
    assert_eq!(active["toolset"]["name"], "reading");
    assert_eq!(
        active["toolSummary"],
        json!({"currentlyExposed": 2, "totalDiscovered": 5, "filteredOut": 3})
    );
    let shop = &active["exposedTools"]["shop"];
    assert_eq!(shop[0]["name"], "list_books");
    assert_eq!(shop[0]["serverName"], "shop");
    let files = &active["exposedTools"]["files"];
    let costs = [&shop[0], &files[0]].map(|one| one["context"]["tokens"].as_u64().expect("tokens"));
    assert_eq!(active["context"]["tokens"], costs[0] + costs[1]);
    let everything = plain["context"]["tokens"].as_u64().expect("tokens");
    assert!(costs[0] + costs[1] < everything);

    let own = world
        .call_at("reading", "get-active-toolset", json!({}))
        .await;
    assert_eq!(own.structured["toolset"]["name"], "reading");
    let gone = world
        .call_at("nobody", "get-active-toolset", json!({}))
        .await;
    assert!(gone.is_error);
    assert!(gone.structured["warnings"].to_string().contains("`nobody`"));
}

#[tokio::test]
async fn a_dead_server_is_reported() {
    let mut world = world().await;
    world
        .build("reading", &["shop.list_books", "files.read"])
        .await;
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    world.kill("files").await;
    let active = world.done("get-active-toolset", json!({})).await;
    assert_eq!(active["unavailableServers"], json!(["files"]));
    assert_eq!(active["serverStatus"]["available"], 1);
    assert_eq!(active["serverStatus"]["unavailable"], 1);
    let warnings: Vec<_> = active["warnings"]
        .as_array()
        .expect("warnings")
        .iter()
        .collect();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert_eq!(warnings[0], "`files.read`: there is no such tool now");
    let away = warnings[1].as_str().expect("a sentence");
    assert!(away.starts_with("source `files` "), "{away}");

    let toolset = &active["toolset"];
    assert_eq!(
        (&toolset["toolCount"], &toolset["totalTools"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        (&toolset["totalServers"], &toolset["enabledServers"]),
        (&json!(2), &json!(1))
    );
    let missing = json!({
        "namespacedName": "files.read",
        "refId": "unknown",
        "server": "unknown",
        "active": false,
    });
    assert_eq!(toolset["tools"][1], missing);
    let server = json!({"name": "files", "enabled": false, "toolCount": 0});
    assert_eq!(toolset["servers"][1], server);
}

#[tokio::test]
async fn a_changed_pin_is_told() {
    let world = world().await;
    let id = world.ref_id("shop.list_books").await;
    let tools = json!([{"refId": id}, {"namespacedName": "files.read"}]);
    let arguments = json!({"name": "pinned", "tools": tools, "autoEquip": true});
    world.done("build-toolset", arguments).await;
    world.change_the_shop().await;
    let active = world.done("get-active-toolset", json!({})).await;
    assert_eq!(
        active["warnings"],
        json!(["`shop.list_books`: the tool has changed since the toolset pinned it"])
    );
    assert_eq!(active["toolSummary"]["currentlyExposed"], 1);
    let missing = json!({
        "namespacedName": "shop.list_books",
        "refId": id,
        "server": "unknown",
        "active": false,
    });
    assert_eq!(active["toolset"]["tools"][1], missing);
}

#[tokio::test]
async fn members_of_other_kinds_are_shown_as_they_are() {
    let world = world().await;
    world.build("mixed", &["files.read"]).await;
    let name = ToolsetName::parse("mixed").expect("a name");
    let members = ["files.read", "shop:idempotent=true", "shop.*_book"];
    let members = members.map(|text| candor_model::ToolsetMember::parse(text).expect("a member"));
    let editor = world.gateway.editor();
    let author = ada();
    let edit = |toolset: &mut candor_model::Toolset| {
        toolset.members = members.to_vec();
        Ok(())
    };
    let edited = editor.edit_toolset(&author, &name, None, &edit).await;
    edited.expect("edited");
    world.done("equip-toolset", json!({"name": "mixed"})).await;
    let active = world.done("get-active-toolset", json!({})).await;
    assert_eq!(
        active["warnings"],
        json!(["`shop:idempotent=true`: no tool fits"])
    );
    let tools = active["toolset"]["tools"].as_array().expect("tools");
    let shown: Vec<_> = tools
        .iter()
        .map(|tool| {
            (
                tool["namespacedName"].as_str().expect("a name"),
                tool["active"] == true,
            )
        })
        .collect();
    let expect = [
        ("files.read", true),
        ("shop.delete_book", true),
        ("shop.Add_book", true),
        ("shop:idempotent=true", false),
    ];
    assert_eq!(shown, expect);
}

/// A quarantined tool is not served, and the answer says why.
#[tokio::test]
async fn what_is_held_back_is_told() {
    let world = ManagementFixture::new(SourceTrust::Untrusted, FileDeclarations::default()).await;
    world
        .build("reading", &["shop.list_books", "files.read"])
        .await;
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    world.change_the_shop().await;
    let active = world.done("get-active-toolset", json!({})).await;
    let warnings = active["warnings"].as_array().expect("warnings");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let held = "`shop.list_books` is quarantined until its definition is accepted: its \
                definition has changed ";
    assert!(
        warnings[0]
            .as_str()
            .is_some_and(|one| one.starts_with(held)),
        "{warnings:?}"
    );
    assert_eq!(active["toolSummary"]["currentlyExposed"], 1);

    let reference = json!({"namespacedName": "shop.list_books"});
    let arguments = json!({"name": "again", "tools": [reference]});
    let answer = world.failed("build-toolset", arguments).await;
    assert!(
        answer["meta"]["error"].to_string().contains(held),
        "{answer}"
    );
    let notes = json!([{"name": "paging", "note": "Ask for 20."}]);
    let arguments = json!({"toolRef": reference, "notes": notes});
    let answer = world.failed("add-tool-annotation", arguments).await;
    assert!(
        answer["errors"][0]
            .as_str()
            .is_some_and(|one| one.starts_with(held)),
        "{answer}"
    );
}
