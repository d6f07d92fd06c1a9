//! Building, listing, equipping and deleting toolsets.

use std::sync::Arc;
use std::time::Duration;

use candor_model::{QualifiedName, SourceTrust, ToolRef, Toolset, ToolsetMember, ToolsetName};
use serde_json::{Value, json};

use super::fixture::{ManagementFixture, ada, soon, world};
use crate::{DeclaredToolset, FileDeclarations};

fn members(world: &ManagementFixture, name: &str) -> Vec<ToolsetMember> {
    let name = ToolsetName::parse(name).expect("a name");
    world.gateway.snapshot().settings.toolsets[&name]
        .members
        .clone()
}

fn names(tools: &Value) -> Vec<&str> {
    let tools = tools.as_array().expect("tools").iter();
    tools
        .map(|tool| tool["namespacedName"].as_str().expect("a name"))
        .collect()
}

#[tokio::test]
async fn everything_is_listed_by_source() {
    let world = world().await;
    let listed = world.done("list-available-tools", json!({})).await;
    assert_eq!(
        listed["summary"],
        json!({"totalTools": 5, "totalServers": 2})
    );
    let servers = listed["toolsByServer"].as_array().expect("servers");
    assert_eq!(servers[0]["serverName"], "files");
    let shop = &servers[1];
    assert_eq!(shop["toolCount"], 4);
    // The order ignores case.
    let expect = [
        "shop.Add_book",
        "shop.change",
        "shop.delete_book",
        "shop.list_books",
    ];
    assert_eq!(names(&shop["tools"]), expect);
    let tool = &shop["tools"][3];
    assert_eq!(tool["name"], "list_books");
    assert_eq!(tool["serverName"], "shop");
    assert_eq!(tool["description"], "Lists the books that are for sale.");
    assert_eq!(tool["refId"].as_str().expect("an id").len(), 64);

    let total = listed["meta"]["totalPossibleContext"]["tokens"].as_u64();
    let sum: u64 = servers
        .iter()
        .filter_map(|one| one["context"]["tokens"].as_u64())
        .sum();
    assert_eq!(total, Some(sum));
    let shares = servers
        .iter()
        .filter_map(|one| one["context"]["percentTotal"].as_f64());
    assert!((shares.sum::<f64>() - 1.0).abs() < 0.001);
}

#[tokio::test]
async fn a_toolset_is_built_as_it_is_shown() {
    let world = world().await;
    let answer = world
        .done(
            "build-toolset",
            json!({
                "name": "reading",
                "description": "Look, do not touch.",
                "tools": [
                    {"namespacedName": "files.read"},
                    {"namespacedName": "shop.list_books"},
                    {"namespacedName": "files.read"},
                ],
            }),
        )
        .await;
    let meta = json!({"success": true, "toolsetName": "reading", "autoEquipped": false});
    assert_eq!(answer["meta"], meta);
    let toolset = &answer["toolset"];
    assert_eq!(names(&toolset["tools"]), ["files.read", "shop.list_books"]);
    assert_eq!(toolset["description"], "Look, do not touch.");
    assert_eq!(toolset["active"], false);
    assert_eq!(toolset["location"], "Candor's store (reading)");
    for (key, expect) in [
        ("toolCount", 2),
        ("totalTools", 2),
        ("totalServers", 2),
        ("enabledServers", 2),
    ] {
        assert_eq!(toolset[key], expect, "{key}");
    }
    let servers = json!([
        {"name": "shop", "enabled": true, "toolCount": 1},
        {"name": "files", "enabled": true, "toolCount": 1},
    ]);
    assert_eq!(toolset["servers"], servers);
    let version = toolset["version"].as_str().expect("a version");
    assert!(version.parse::<u64>().is_ok(), "{version}");
    let created = toolset["createdAt"].as_str().expect("a moment");
    assert!(created.parse::<jiff::Timestamp>().is_ok(), "{created}");
    // Members are stored by name, not pinned.
    let named = |name: &str| ToolsetMember::parse(name).expect("a member");
    assert_eq!(
        members(&world, "reading"),
        [named("files.read"), named("shop.list_books")]
    );
    // The served tools are unchanged.
    let served = world.done("get-active-toolset", json!({})).await;
    assert_eq!(served["equipped"], false);
    assert_eq!(served["toolSummary"]["currentlyExposed"], 5);

    let saved = world.done("list-saved-toolsets", json!({})).await;
    assert_eq!(saved, json!({"success": true, "toolsets": [toolset]}));
}

#[tokio::test]
async fn an_id_pins() {
    let world = world().await;
    let id = world.ref_id("shop.list_books").await;
    let tools = json!([{"refId": id}, {"namespacedName": "shop.list_books"}]);
    let arguments = json!({"name": "pinned", "tools": tools});
    let answer = world.done("build-toolset", arguments).await;
    assert_eq!(answer["toolset"]["toolCount"], 1);
    let members = members(&world, "pinned");
    let [ToolsetMember::Tool(tool)] = members.as_slice() else {
        panic!("one tool, not {members:?}");
    };
    assert_eq!(
        tool.name().map(ToString::to_string).as_deref(),
        Some("shop.list_books")
    );
    assert_eq!(tool.ref_id().map(ToString::to_string), Some(id));
}

#[tokio::test]
async fn what_cannot_be_found_is_named() {
    let world = world().await;
    let id = world.ref_id("files.read").await;
    let arguments = json!({
        "name": "odd",
        "tools": [
            {"namespacedName": "shop.list_books"},
            {"namespacedName": "shop.list_boks"},
            {"namespacedName": "shop_delete_book"},
            {"namespacedName": "nowhere.nothing"},
            {"refId": "abc"},
            {"refId": "0".repeat(64)},
            {"namespacedName": "shop.list_books", "refId": id},
        ],
    });
    let answer = world.failed("build-toolset", arguments).await;
    let error = answer["meta"]["error"].as_str().expect("an error");
    for part in [
        "there is no tool `shop.list_boks`; did you mean `shop.list_books`?",
        "`shop_delete_book` is what clients call `shop.delete_book`; refer to it by that name",
        "there is no tool `nowhere.nothing`",
        "`abc` is not an id, which has 64 hexadecimal digits",
        "no tool has the id `00000000",
        "`shop.list_books` no longer has the id `",
    ] {
        assert!(error.contains(part), "{part} in {error}");
    }
    assert!(!error.contains("object Object"));
    let saved = world.done("list-saved-toolsets", json!({})).await;
    assert_eq!(saved["toolsets"], json!([]));
}

#[tokio::test]
async fn a_name_is_taken_once() {
    let world = world().await;
    world.build("reading", &["files.read"]).await;
    let arguments = json!({"name": "reading", "tools": [{"namespacedName": "files.read"}]});
    let answer = world.failed("build-toolset", arguments).await;
    let error = answer["meta"]["error"].as_str().expect("an error");
    assert!(
        error.contains("exists already") && error.contains("delete-toolset"),
        "{error}"
    );
    let arguments = json!({
        "name": "hidden",
        "description": "a\u{200b}b",
        "tools": [{"namespacedName": "files.read"}],
    });
    let answer = world.failed("build-toolset", arguments).await;
    let error = answer["meta"]["error"].as_str().expect("an error");
    assert!(error.contains("U+200B"), "{error}");
}

#[tokio::test]
async fn equipping_decides_what_is_served() {
    let world = world().await;
    world.build("reading", &["files.read"]).await;
    let tools = json!([{"namespacedName": "shop.list_books"}]);
    let arguments = json!({"name": "selling", "tools": tools, "autoEquip": true});
    let answer = world.done("build-toolset", arguments).await;
    assert_eq!(answer["meta"]["autoEquipped"], true);
    assert_eq!(answer["toolset"]["active"], true);

    let served = |world: &ManagementFixture| {
        let offer = world.gateway.catalogue().offer(&crate::Endpoint::default());
        let offer = offer.expect("an offer");
        let tools = offer.tools().iter();
        tools
            .map(|one| one.tool.name.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(served(&world), ["shop.list_books"]);

    let answer = world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    assert_eq!(answer["success"], true);
    assert_eq!(answer["toolset"]["name"], "reading");
    assert_eq!(answer["toolset"]["active"], true);
    assert_eq!(served(&world), ["files.read"]);
    // All tools can be chosen, whatever is equipped.
    let listed = world.done("list-available-tools", json!({})).await;
    assert_eq!(listed["summary"]["totalTools"], 5);

    let answer = world
        .failed("equip-toolset", json!({"name": "Nothing Like It"}))
        .await;
    let expect = "there is no toolset `Nothing Like It`; those that exist: `reading`, `selling`";
    assert_eq!(answer, json!({"success": false, "error": expect}));
    assert_eq!(served(&world), ["files.read"]);

    let answer = world.done("unequip-toolset", json!({})).await;
    let message = "the toolset `reading` is no longer equipped; every tool is served: 5 tools";
    let expect = json!({
        "success": true,
        "message": message,
        "currentlyExposed": 5,
        "toolsetName": "reading",
    });
    assert_eq!(answer, expect);
    assert_eq!(served(&world).len(), 5);
    let answer = world.done("unequip-toolset", json!({})).await;
    assert_eq!(
        answer["message"],
        "no toolset was equipped; every tool is served: 5 tools"
    );
    assert!(answer.get("toolsetName").is_none());
}

#[tokio::test]
async fn an_endpoint_of_its_own_does_not_change() {
    let world = world().await;
    world.build("reading", &["files.read"]).await;
    world.build("selling", &["shop.list_books"]).await;
    world
        .done("equip-toolset", json!({"name": "selling"}))
        .await;
    let answer = world.call_at("reading", "unequip-toolset", json!({})).await;
    let message = answer.structured["message"].as_str().expect("a message");
    let expect = "the toolset `selling` is no longer equipped; this endpoint goes on serving its \
                  own toolset `reading`: 1 tool";
    assert_eq!(message, expect);
    // Tools that the endpoint does not serve are not mentioned.
    let listed = world
        .call_at("reading", "list-available-tools", json!({}))
        .await;
    assert_eq!(listed.structured["summary"]["totalTools"], 1);
}

#[tokio::test]
async fn deleting_wants_a_word() {
    let world = world().await;
    let answer = world
        .failed("delete-toolset", json!({"name": "reading"}))
        .await;
    let error = answer["error"].as_str().expect("an error");
    assert!(error.contains("there are none yet"), "{error}");
    world.build("reading", &["files.read"]).await;
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    for arguments in [
        json!({"name": "reading"}),
        json!({"name": "reading", "confirm": false}),
    ] {
        let answer = world.failed("delete-toolset", arguments).await;
        let error = answer["error"].as_str().expect("an error");
        assert!(error.contains("`confirm` true"), "{error}");
    }
    let arguments = json!({"name": "reading", "confirm": true});
    let answer = world.done("delete-toolset", arguments.clone()).await;
    let message = answer["message"].as_str().expect("a message");
    let expect = "the toolset `reading` is deleted; it was equipped, so that every tool is served \
                  now: 5 tools";
    assert_eq!(message, expect);
    world.failed("delete-toolset", arguments).await;
    let active = world.done("get-active-toolset", json!({})).await;
    assert_eq!(active["equipped"], false);
    assert_eq!(active["toolSummary"]["currentlyExposed"], 5);
}

#[tokio::test]
async fn what_the_file_declares_stays() {
    let name = ToolsetName::parse("declared").expect("a name");
    let tool = candor_model::QualifiedName::parse("files.read").expect("a name");
    let toolset = Toolset {
        members: vec![ToolsetMember::Tool(ToolRef::named(tool))],
        ..Toolset::new(name)
    };
    let place = "candor.toml:12".to_owned();
    let declarations = FileDeclarations {
        toolsets: vec![DeclaredToolset { toolset, place }],
        ..FileDeclarations::default()
    };
    let world = ManagementFixture::new(SourceTrust::Trusted, declarations).await;
    let saved = world.done("list-saved-toolsets", json!({})).await;
    let toolset = &saved["toolsets"][0];
    assert_eq!(toolset["location"], "candor.toml:12");
    assert!(toolset.get("version").is_none() && toolset.get("createdAt").is_none());

    let arguments = json!({"name": "declared", "confirm": true});
    let answer = world.failed("delete-toolset", arguments).await;
    assert!(
        answer["error"].to_string().contains("candor.toml:12"),
        "{answer}"
    );
    let arguments = json!({
        "toolRef": {"namespacedName": "files.read"},
        "notes": [{"name": "first", "note": "Ask."}],
    });
    let answer = world
        .call_at("declared", "add-tool-annotation", arguments)
        .await;
    assert!(answer.is_error);
    let answer = answer.structured;
    assert!(
        answer["errors"].to_string().contains("candor.toml:12"),
        "{answer}"
    );
    assert_eq!(answer["toolset"], "declared");
    assert_eq!(answer["tool"]["namespacedName"], "files.read");
}

/// Concurrent changes lose no toolset and no note.
#[tokio::test]
async fn many_at_once_do_not_lose_each_other() {
    let world = Arc::new(world().await);
    let mut building = tokio::task::JoinSet::new();
    for at in 0..16 {
        let world = Arc::clone(&world);
        building.spawn(async move { world.build(&format!("set-{at}"), &["files.read"]).await });
    }
    building.join_all().await;
    let saved = world.done("list-saved-toolsets", json!({})).await;
    assert_eq!(saved["toolsets"].as_array().map(Vec::len), Some(16));

    let mut noting = tokio::task::JoinSet::new();
    for at in 0..16 {
        let world = Arc::clone(&world);
        noting.spawn(async move {
            let arguments = json!({
                "toolRef": {"namespacedName": "files.read"},
                "notes": [{"name": format!("n-{at}"), "note": "Ask."}],
            });
            world
                .call_at("set-3", "add-tool-annotation", arguments)
                .await
        });
    }
    let answers = noting.join_all().await;
    assert!(answers.iter().all(|answer| !answer.is_error), "{answers:?}");
    let description = world.description("set-3", "files_read");
    assert_eq!(description.matches("**: Ask.").count(), 16, "{description}");
}

/// Every change is recorded in the history, with its author and channel.
#[tokio::test]
async fn changes_are_written_down() {
    let world = world().await;
    world.build("reading", &["files.read"]).await;
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    let arguments = json!({"name": "reading", "confirm": true});
    world.done("delete-toolset", arguments).await;
    let filter = candor_store::ChangeFilter {
        subject: None,
        who: Some("ada".to_owned()),
        action: Some("toolset.".to_owned()),
        after: None,
        limit: 10,
    };
    let page = world
        .gateway
        .store()
        .changes(&filter)
        .await
        .expect("changes");
    let actions: Vec<_> = page.changes.iter().map(|one| one.action.as_str()).collect();
    assert_eq!(
        actions,
        ["toolset.delete", "toolset.equip", "toolset.create"]
    );
    assert!(page.changes.iter().all(|one| one.author == ada()));
}

/// A tool whose source is unavailable is accepted, with a warning; an unknown one is refused.
#[tokio::test]
async fn a_tool_that_is_away_can_be_in_a_toolset() {
    let mut world = world().await;
    let name = QualifiedName::parse("files.read").expect("a name");
    soon(async {
        // Pins are stored in the background.
        while !world.gateway.snapshot().pins.contains_key(&name) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    let id = world.ref_id("files.read").await;
    world.kill("files").await;
    for (toolset, reference) in [
        ("by-name", json!({"namespacedName": "files.read"})),
        ("by-id", json!({"refId": id})),
    ] {
        let tools = json!([reference, {"namespacedName": "shop.list_books"}]);
        let built = world.done("build-toolset", json!({"name": toolset, "tools": tools}));
        let built = built.await;
        let warnings = json!(["`files.read`: there is no such tool now"]);
        assert_eq!(built["meta"]["warnings"], warnings, "{built}");
        let tools = built["toolset"]["tools"].as_array().expect("tools").iter();
        let active: Vec<_> = tools.map(|tool| tool["active"].clone()).collect();
        assert_eq!(active, [json!(true), json!(false)]);
    }
    let tools = json!([{"namespacedName": "files.red"}]);
    let refused = world.failed("build-toolset", json!({"name": "slip", "tools": tools}));
    let refused = refused.await["meta"]["error"].to_string();
    assert!(
        refused.contains("there is no tool `files.red`"),
        "{refused}"
    );
}
