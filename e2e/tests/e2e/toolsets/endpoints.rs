//! `/mcp/{toolset}` and `/mcp/{toolset}@{environment}`: one toolset, whatever is equipped.

use candor_testkit::text::args;
use candor_testkit::{CandorProcess, ServerEra, wait_until};
use serde_json::{Value, json};

use super::gateway::ToolsetGateway;
use super::management_client::{MANAGEMENT, all, name, names, served};
use super::until;

async fn hello(candor: &CandorProcess, path: &str) -> (u16, String) {
    let answer = candor.initialize_at(path, "2025-11-25").await;
    let status = answer.status().as_u16();
    (status, answer.text().await.expect("text"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_toolsets_endpoint_never_changes_with_what_a_client_equips() {
    let (stage, mut counter) = ToolsetGateway::with_counter("[environments.prod]\n").await;
    counter.build("logs", &["vcs.log"]).await;
    counter
        .build("issues", &["tracker.list_issues", "vcs.log"])
        .await;
    counter.equip("logs").await;
    counter.add_notes("vcs.log", &[("main", "Mind it.")]).await;
    counter.look("unequip-toolset").await;
    let mut clients = Vec::new();
    for path in ["/mcp/logs", "/mcp/logs@prod", "/mcp/issues"] {
        for era in [ServerEra::Legacy, ServerEra::Modern] {
            let mut client = stage.gateway().owner_client_at(path, era).await;
            let list = client.all_tools().await;
            clients.push((path, client, list));
        }
    }
    for toolset in [Some("issues"), Some("logs"), None] {
        match toolset {
            Some(toolset) => counter.equip(toolset).await,
            None => counter.look("unequip-toolset").await,
        };
        for (path, client, list) in &mut clients {
            let now = client.all_tools().await;
            assert_eq!(now, *list, "{path} with {toolset:?}");
        }
    }
}

/// There are no management tools at a toolset's endpoint, so nothing can be changed from there.
#[tokio::test(flavor = "multi_thread")]
async fn a_toolsets_endpoint_has_no_management_tools() {
    let stage = ToolsetGateway::plain("[toolsets.logs]\ntools = [\"vcs.log\"]\n").await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = stage.gateway().owner_client_at("/mcp/logs", era).await;
        let tools = all(&mut client).await;
        assert_eq!(tools.iter().map(name).collect::<Vec<_>>(), ["vcs_log"]);
        for tool in MANAGEMENT {
            let arguments = r#"{"name":"tracker_delete_issue"}"#;
            let error = client.call(tool, arguments).await.error();
            assert_eq!(error["code"], -32602, "{tool}: {error}");
        }
    }
}

/// Toolsets above environments above everywhere, on the wire.
#[tokio::test(flavor = "multi_thread")]
async fn overrides_of_a_toolset_and_an_environment_meet() {
    let stage = ToolsetGateway::plain(
        "[toolsets.logs]\ntools = [\"vcs.*\"]\n\
         [toolsets.logs.annotations.\"vcs.log\"]\nopen_world = false\n\
         [environments.prod.annotations.\"vcs.log\"]\nopen_world = true\nidempotent = true\n",
    )
    .await;
    stage.fine(&["annotate", "vcs.log", "--title", "History"]);
    stage.fine(&args(
        "annotate vcs.commit --destructive true --toolset logs",
    ));
    for (path, open, idempotent, destructive) in [
        ("/mcp", Value::Null, false, false),
        ("/mcp@prod", json!(true), true, false),
        ("/mcp/logs", json!(false), false, true),
        ("/mcp/logs@prod", json!(false), true, true),
    ] {
        let mut client = stage.at(path).await;
        until(path, async || {
            let tools = served(&mut client).await;
            let of = |wanted: &str| tools.iter().find(|tool| name(tool) == wanted);
            let (log, commit) = (of("vcs_log")?, of("vcs_commit")?);
            let is_so = log["title"] == "History"
                && log["annotations"]["openWorldHint"] == open
                && (log["annotations"]["idempotentHint"] == true) == idempotent
                && (commit["annotations"]["destructiveHint"] == true) == destructive;
            is_so.then_some(())
        })
        .await;
    }
}

/// Which hints are written is the toolset's to say, then its environment's.
#[tokio::test(flavor = "multi_thread")]
async fn a_profile_of_a_toolset_is_on_the_wire() {
    let stage = ToolsetGateway::plain(
        "[toolsets.all]\ntools = [\"vcs.commit\"]\nprofile = \"explicit\"\nprovenance = true\n\
         [toolsets.plain]\ntools = [\"vcs.commit\"]\n",
    )
    .await;
    let hints = |tool: &Value| {
        [
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        ]
        .map(|hint| tool["annotations"][hint].clone())
    };
    let explicit = served(&mut stage.at("/mcp/all").await).await;
    assert_eq!(
        hints(&explicit[0]),
        [false, true, false, true].map(Value::from)
    );
    assert!(
        explicit[0]["_meta"]["dev.candor/provenance"].is_object(),
        "{explicit:?}"
    );
    let plain = served(&mut stage.at("/mcp/plain").await).await;
    assert_eq!(plain[0]["_meta"], Value::Null, "{plain:?}");
    let everything = served(&mut stage.client().await).await;
    let same = everything.iter().find(|tool| name(tool) == "vcs_commit");
    assert_eq!(same, Some(&plain[0]), "as everywhere");

    // Equipped, it is written at the plain endpoint as it says itself.
    let mut counter = stage.counter().await;
    counter.equip("all").await;
    assert_eq!(counter.tools().await, explicit);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_toolset_is_404_and_endpoints_come_and_go() {
    let stage = ToolsetGateway::plain("[environments.prod]\n").await;
    let gateway = stage.gateway();
    for (path, part) in [
        ("/mcp/work", "`work`"),
        ("/mcp/work@prod", "`work`"),
        ("/mcp/Not-A-Name", "`Not-A-Name`"),
    ] {
        let (status, text) = hello(gateway, path).await;
        assert_eq!(status, 404, "{path}: {text}");
        assert!(text.contains(part), "{path}: {text}");
    }
    let mut counter = stage.counter().await;
    counter.build("work", &["vcs.log"]).await;
    assert_eq!(hello(gateway, "/mcp/work").await.0, 200);
    assert_eq!(hello(gateway, "/mcp/work@prod").await.0, 200);
    let (status, text) = hello(gateway, "/mcp/work@nosuch").await;
    assert_eq!(status, 404, "{text}");
    assert!(text.contains("there is no environment `nosuch`"), "{text}");

    stage.fine(&["toolset", "rename", "work", "play"]);
    wait_until("the new name", async || {
        hello(gateway, "/mcp/play").await.0 == 200
    })
    .await;
    assert_eq!(hello(gateway, "/mcp/work").await.0, 404);
    let gone = json!({"name": "play", "confirm": true});
    counter.ask("delete-toolset", &gone).await.fine();
    assert_eq!(hello(gateway, "/mcp/play").await.0, 404);
    // It can be brought back as it was.
    let history = stage.fine(&["toolset", "history", "play", "--json"]);
    let history: Value = serde_json::from_str(&history).expect("JSON");
    let mut versions = history["versions"].as_array().expect("versions").iter();
    let whole = versions.find(|one| !one["toolset"].is_null()).expect("one");
    stage.fine(&["toolset", "restore", "play", &whole["version"].to_string()]);
    wait_until("the endpoint again", async || {
        hello(gateway, "/mcp/play").await.0 == 200
    })
    .await;
    assert_eq!(names(&mut stage.at("/mcp/play").await).await, ["vcs_log"]);
}

/// What the file declares cannot be changed at another door, and says where it is declared.
#[tokio::test(flavor = "multi_thread")]
async fn a_declared_toolset_is_the_files() {
    let (stage, mut counter) =
        ToolsetGateway::with_counter("[toolsets.logs]\ntools = [\"vcs.log\"]\n").await;
    let build = json!({"name": "logs", "tools": [{"namespacedName": "vcs.log"}]});
    counter
        .ask("build-toolset", &build)
        .await
        .refused(&["logs"]);
    let gone = json!({"name": "logs", "confirm": true});
    counter
        .ask("delete-toolset", &gone)
        .await
        .refused(&["candor.toml"]);
    let (code, said) = stage.run(&["toolset", "edit", "logs", "--add", "vcs.commit"]);
    assert_ne!(code, 0, "{said}");
    assert!(said.contains("candor.toml"), "{said}");
    assert_eq!(counter.saved().await, ["logs"]);
    assert_eq!(names(&mut stage.at("/mcp/logs").await).await, ["vcs_log"]);
}

/// What is said at one door is known at the others.
#[tokio::test(flavor = "multi_thread")]
async fn toolsets_of_the_api_the_command_line_and_models_are_the_same() {
    let stage = ToolsetGateway::plain("").await;
    let api = stage.gateway().api();
    let mut counter = stage.counter().await;
    counter.build("by-model", &["vcs.log"]).await;
    let body = json!({"name": "by-api", "members": ["tracker.*", "vcs.log"]});
    api.post("/toolsets", &body).await.fine();
    let told = ["--description", "By hand."];
    stage.fine(&[&["toolset", "build", "by-hand", "vcs.*"], &told[..]].concat());
    let all = ["by-api", "by-hand", "by-model"];
    wait_until("all three", async || counter.saved().await == all).await;
    for (toolset, count) in [("by-api", 4), ("by-hand", 2), ("by-model", 1)] {
        let shown = api.read(&format!("/toolsets/{toolset}")).await;
        assert_eq!(
            shown["tools"].as_array().expect("tools").len(),
            count,
            "{shown}"
        );
        let shown = stage.fine(&["toolset", "show", toolset]);
        assert!(shown.contains("vcs.log"), "{shown}");
        let mut client = stage.at(&format!("/mcp/{toolset}")).await;
        assert_eq!(names(&mut client).await.len(), count, "{toolset}");
    }
    // Another one changes it: a reader's tag no longer fits.
    let tag = api.tag("/toolsets/by-api").await;
    stage.fine(&["toolset", "edit", "by-api", "--remove", "tracker.*"]);
    let mut client = stage.at("/mcp/by-api").await;
    wait_until("the edited toolset", async || {
        names(&mut client).await == ["vcs_log"]
    })
    .await;
    let delete = async |headers: &[(&str, &str)]| {
        let path = "/toolsets/by-api";
        api.send(reqwest::Method::DELETE, path, None, headers).await
    };
    assert_eq!(delete(&[("if-match", &tag)]).await.status, 412);
    assert_eq!(delete(&[]).await.status, 428);
    let fresh = api.tag("/toolsets/by-api").await;
    delete(&[("if-match", &fresh)]).await.fine();
    assert_eq!(counter.saved().await, ["by-hand", "by-model"]);
}
