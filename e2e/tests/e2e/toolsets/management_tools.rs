//! The management tools themselves: what they are, what they say, and what they say no to.

use std::collections::BTreeSet;

use candor_testkit::script::ServerScript;
use candor_testkit::text::rows;
use candor_testkit::{CandorProcess, ServerEra, config};
use serde_json::{Value, json};

use super::gateway::{ToolsetGateway, WAYS};
use super::management_client::{MANAGEMENT, all, name};

const HINTS: [&str; 4] = [
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_management_tool_is_whole() {
    for way in WAYS {
        let stage = ToolsetGateway::open(way, "").await;
        let tools = all(&mut stage.client().await).await;
        let own: Vec<&Value> = tools
            .iter()
            .filter(|tool| MANAGEMENT.contains(&name(tool)))
            .collect();
        let found: BTreeSet<&str> = own.iter().map(|tool| name(tool)).collect();
        assert_eq!(found, MANAGEMENT.into(), "{way:?}");
        for tool in own {
            let of = name(tool);
            let annotations = &tool["annotations"];
            for hint in HINTS {
                assert!(annotations[hint].is_boolean(), "{of} {hint}: {tool}");
            }
            assert_eq!(annotations["title"], tool["title"], "{of}");
            assert!(
                !tool["description"].as_str().expect("text").is_empty(),
                "{of}"
            );
            assert_eq!(tool["inputSchema"]["type"], "object", "{of}");
            assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{of}");
            jsonschema::validator_for(&tool["inputSchema"]).expect(of);
            // Those that call others have the others' results.
            let calls = of == "call-tool" || of == "call-read-only-tool";
            assert_eq!(tool["outputSchema"].is_object(), !calls, "{of}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hints_of_management_tools_are_true() {
    let stage = ToolsetGateway::plain("").await;
    let tools = all(&mut stage.client().await).await;
    let hints = |wanted: &str| -> [bool; 4] {
        let mut tools = tools.iter();
        let tool = tools.find(|tool| name(tool) == wanted).expect("a tool");
        HINTS.map(|hint| tool["annotations"][hint] == true)
    };
    let looks = [true, false, true, false];
    for tool in [
        "list-available-tools",
        "list-saved-toolsets",
        "get-active-toolset",
        "search-tools",
        "describe-tool",
    ] {
        assert_eq!(hints(tool), looks, "{tool}");
    }
    assert!(hints("call-read-only-tool")[0]);
    assert_eq!(
        hints("call-tool"),
        [false, true, false, true],
        "the worst case"
    );
    assert!(hints("delete-toolset")[1]);
    for tool in [
        "build-toolset",
        "equip-toolset",
        "unequip-toolset",
        "add-tool-annotation",
    ] {
        assert!(!hints(tool)[0] && !hints(tool)[1], "{tool}");
    }
}

/// The members that clients of the existing product read.
#[tokio::test(flavor = "multi_thread")]
async fn answers_have_the_members_that_clients_know() {
    let (_stage, mut counter) = ToolsetGateway::with_counter("").await;
    let said = counter.look("list-available-tools").await;
    assert_eq!(
        said["summary"],
        json!({"totalTools": 5, "totalServers": 2}),
        "{said}"
    );
    let servers = said["toolsByServer"].as_array().expect("servers");
    let server_names: Vec<&Value> = servers.iter().map(|one| &one["serverName"]).collect();
    assert_eq!(server_names, ["tracker", "vcs"], "{said}");
    for server in servers {
        let tools = server["tools"].as_array().expect("tools");
        assert_eq!(server["toolCount"], tools.len(), "{server}");
        for tool in tools {
            assert_eq!(tool["serverName"], server["serverName"], "{tool}");
            assert_eq!(tool["refId"].as_str().expect("an id").len(), 64, "{tool}");
            assert!(tool["context"]["tokens"].is_u64(), "{tool}");
        }
    }

    let arguments = json!({"name": "work", "description": "For work.", "autoEquip": false,
        "tools": [{"namespacedName": "vcs.log"}]});
    let said = counter.ask("build-toolset", &arguments).await.fine();
    assert_eq!(said["meta"]["success"], true, "{said}");
    assert_eq!(said["meta"]["toolsetName"], "work", "{said}");
    let info = &said["toolset"];
    for (key, value) in [
        ("name", json!("work")),
        ("description", json!("For work.")),
        ("toolCount", json!(1)),
        ("active", json!(false)),
        ("totalServers", json!(1)),
        ("enabledServers", json!(1)),
        ("totalTools", json!(1)),
        (
            "servers",
            json!([{"name": "vcs", "enabled": true, "toolCount": 1}]),
        ),
    ] {
        assert_eq!(info[key], value, "{key}: {info}");
    }
    assert_eq!(info["tools"][0]["namespacedName"], "vcs.log", "{info}");
    assert_eq!(info["tools"][0]["server"], "vcs", "{info}");
    assert_eq!(info["tools"][0]["active"], true, "{info}");
    for key in ["version", "createdAt", "location"] {
        assert!(info[key].is_string(), "{key}: {info}");
    }
    let said = counter.look("list-saved-toolsets").await;
    assert_eq!(said["success"], true, "{said}");
    assert_eq!(said["toolsets"], json!([info]), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_reference_is_named() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        let nobody = "ab".repeat(32);
        let tools = json!([{"namespacedName": "vcs.log"}, {"namespacedName": "vcs.nothing"},
            {"refId": nobody}, {"namespacedName": "nobody.log"}]);
        let arguments = json!({"name": "work", "tools": tools});
        let said = counter.ask("build-toolset", &arguments).await;
        let said = said.refused(&["vcs.nothing", &nobody, "nobody.log"]);
        assert!(!said.to_string().contains("[object"), "{way:?}: {said}");
        assert_eq!(said["meta"]["success"], false, "{way:?}: {said}");
        assert_eq!(counter.saved().await, [""; 0], "nothing by halves");
    }
}

/// A tool, what its refusal names, and the arguments that it refuses.
const REFUSALS: &str = r#"
    build-toolset | taken | {"name": "taken", "tools": LOG}
    build-toolset | Bad Name | {"name": "Bad Name", "tools": LOG}
    build-toolset |  | {"name": "x", "tools": LOG}
    build-toolset | 50 | {"name": LENGTHY, "tools": LOG}
    build-toolset |  | {"name": "none", "tools": []}
    build-toolset | 100 | {"name": "many", "tools": MANY}
    build-toolset | 200 | {"name": "wordy", "tools": LOG, "description": WORDS}
    build-toolset | U+200B | {"name": "hidden", "tools": LOG, "description": "a\u200b"}
    build-toolset | name | {"tools": LOG}
    build-toolset |  | {"name": "odd", "tools": [{}]}
    build-toolset | log | {"name": "odd", "tools": [{"namespacedName": "log"}]}
    build-toolset | colour | {"name": "odd", "tools": LOG, "colour": 1}
    equip-toolset | nosuch | {"name": "nosuch"}
    equip-toolset | name | {}
    equip-toolset |  | {"name": 7}
    delete-toolset | confirm | {"name": "taken"}
    delete-toolset | confirm | {"name": "taken", "confirm": false}
    delete-toolset | nosuch | {"name": "nosuch", "confirm": true}
    add-tool-annotation | toolRef | {}
    add-tool-annotation |  | {"toolRef": {}, "notes": "x"}
    search-tools | query | {}
    search-tools | 50 | {"query": "x", "limit": 51}
    search-tools | 1 | {"query": "x", "limit": 0}
    describe-tool | nosuch | {"name": "nosuch"}
    describe-tool | name | {}
    list-available-tools | extra | {"extra": true}
    get-active-toolset | extra | {"extra": true}
    list-saved-toolsets | extra | {"extra": true}
    unequip-toolset | extra | {"extra": true}
"#;

/// Every way to be refused: a sentence with the value, in the form that the tool declares.
#[tokio::test(flavor = "multi_thread")]
async fn refusals_keep_to_the_output_schema() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        counter.build("taken", &["vcs.log"]).await;
        let many = vec![json!({"namespacedName": "vcs.log"}); 101];
        let marks = [
            ("LOG", r#"[{"namespacedName": "vcs.log"}]"#.to_owned()),
            ("MANY", Value::from(many).to_string()),
            ("LENGTHY", format!("{:?}", "n".repeat(51))),
            ("WORDS", format!("{:?}", "w".repeat(201))),
        ];
        for [tool, part, arguments] in rows(REFUSALS) {
            let mut arguments = arguments.to_owned();
            for (mark, json) in &marks {
                arguments = arguments.replace(mark, json);
            }
            let arguments = serde_json::from_str(&arguments).expect("JSON");
            counter.ask(tool, &arguments).await.refused(&[part]);
        }
        assert_eq!(counter.saved().await, ["taken"], "{way:?}");
    }
}

/// What is not even an object of arguments is refused as such, and changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn arguments_that_are_no_object() {
    let (_stage, mut counter) = ToolsetGateway::with_counter("").await;
    for arguments in ["[]", "\"x\"", "7", "true"] {
        let reply = counter.call("build-toolset", arguments).await;
        assert_eq!(reply.error()["code"], -32602, "{}", reply.response);
    }
    assert_eq!(counter.saved().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_unequips_and_unequipping_tells_the_truth() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        counter.build("work", &["vcs.log"]).await;
        let said = counter.equip("work").await;
        assert_eq!(said["success"], true, "{way:?}: {said}");
        assert_eq!(said["toolset"]["active"], true, "{way:?}: {said}");
        assert_eq!(counter.names().await, ["vcs_log"], "{way:?}");
        // It says how many tools there are now, and there are.
        let said = counter.look("unequip-toolset").await.to_string();
        assert!(
            said.contains('5') || said.contains("all"),
            "{way:?}: {said}"
        );
        assert_eq!(counter.names().await.len(), 5, "{way:?}");
        // Once more is fine.
        counter.look("unequip-toolset").await;
        counter.equip("work").await;
        let gone = json!({"name": "work", "confirm": true});
        let said = counter.ask("delete-toolset", &gone).await.fine();
        assert_eq!(said["success"], true, "{way:?}: {said}");
        assert_eq!(counter.look("get-active-toolset").await["equipped"], false);
        assert_eq!(counter.names().await.len(), 5, "{way:?}");
        counter
            .ask("equip-toolset", &json!({"name": "work"}))
            .await
            .refused(&["work"]);
    }
}

/// A client that is older than annotations and structured results can still use the tools.
#[tokio::test(flavor = "multi_thread")]
async fn clients_of_the_first_revision() {
    let stage = ToolsetGateway::plain("").await;
    let mut client = stage.gateway().owner_client_of("2024-11-05").await;
    for tool in all(&mut client).await {
        assert_eq!(tool["annotations"], Value::Null, "{tool}");
    }
    let build = r#"{"name":"work","tools":[{"namespacedName":"vcs.log"}],"autoEquip":true}"#;
    let said: Value =
        serde_json::from_str(&client.call("build-toolset", build).await.words()).expect("JSON");
    assert_eq!(said["meta"]["autoEquipped"], true, "{said}");
    let note =
        r#"{"toolRef":{"namespacedName":"vcs.log"},"notes":[{"name":"main","note":"Mind it."}]}"#;
    client.call("add-tool-annotation", note).await;
    let shown = super::management_client::description(&mut client, "vcs_log").await;
    let expect = super::noted("Shows the history of a branch", &[("main", "Mind it.")]);
    assert_eq!(shown, expect);
}

/// A source may have a tool of any name; it never hides a management tool, nor is it hidden.
#[tokio::test(flavor = "multi_thread")]
async fn a_source_cannot_pose_as_a_management_tool() {
    let script = ServerScript::simple(&[("tool", "{}"), ("toolset", "{}")]);
    let file = script.file();
    let text = config::script("call", &file, ServerEra::Legacy, "")
        + &config::script("build", &file, ServerEra::Legacy, "");
    let candor = CandorProcess::served_unasked(&text).await;
    let mut client = candor.owner_client(ServerEra::Legacy).await;
    let tools = all(&mut client).await;
    let names: Vec<&str> = tools.iter().map(name).collect();
    let once: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(names.len(), once.len(), "{names:?}");
    assert_eq!(names.len(), MANAGEMENT.len() + 4, "{names:?}");
}
