//! What is not in a toolset does not exist there, under any of its names.

use candor_testkit::{RawClient, ServerEra};
use serde_json::json;

use super::gateway::{ToolsetGateway, WAYS};
use super::management_client::names;

/// Every name that a client may try for a tool.
const NAMES: [&str; 5] = [
    "tracker_delete_issue",
    "tracker.delete_issue",
    "delete_issue",
    "tracker/delete_issue",
    "tracker__delete_issue",
];

async fn refused(client: &mut RawClient, name: &str) {
    let reply = client.call(name, "{}").await;
    let error = reply.error();
    assert_eq!(error["code"], -32602, "{name}: {error}");
    let message = error["message"].as_str().expect("a sentence");
    assert!(message.contains(&format!("`{name}`")), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_outside_the_equipped_toolset_fails_under_every_name() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        assert!(
            counter.names().await.contains(&NAMES[0].to_owned()),
            "{way:?}"
        );
        let done = counter.call(NAMES[0], "{}").await;
        assert_ne!(done.value()["isError"], true, "{way:?}: {}", done.response);
        counter
            .build("work", &["tracker.list_issues", "vcs.log"])
            .await;
        counter.equip("work").await;
        let listed = counter.names().await;
        assert_eq!(listed, ["tracker_list_issues", "vcs_log"], "{way:?}");
        for name in NAMES {
            refused(&mut counter.client, name).await;
        }
        // Nor through the tools that call others, nor in what they find.
        for tool in ["call-tool", "call-read-only-tool", "describe-tool"] {
            for name in NAMES {
                let arguments = json!({"name": name}).to_string();
                let reply = counter.call(tool, &arguments).await;
                let failed =
                    reply.response.contains("\"error\"") || reply.value()["isError"] == true;
                assert!(failed, "{way:?} {tool} {name}: {}", reply.response);
                assert!(reply.response.contains(name), "{tool}: {}", reply.response);
            }
        }
        let query = json!({"query": "delete issue"});
        let found = counter.ask("search-tools", &query).await.fine();
        assert!(
            !found.to_string().contains("delete_issue"),
            "{way:?}: {found}"
        );
        // What is in it works.
        let reply = counter.call("vcs_log", r#"{"branch":"main"}"#).await;
        reply.says_for(&way, "main");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_outside_a_toolsets_endpoint_fails_under_every_name() {
    let stage = ToolsetGateway::plain("[toolsets.work]\ntools = [\"vcs.*\"]\n").await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = stage.gateway().owner_client_at("/mcp/work", era).await;
        assert_eq!(
            names(&mut client).await,
            ["vcs_log", "vcs_commit"],
            "{era:?}"
        );
        for name in NAMES {
            refused(&mut client, name).await;
        }
        // The namespaced and the bare name of what is there are not names here either.
        for name in ["vcs.log", "log"] {
            refused(&mut client, name).await;
        }
    }
    assert_eq!(stage.vcs().calls("log"), 0);
}

/// The order of a toolset is the order of its members, and a tool comes once.
#[tokio::test(flavor = "multi_thread")]
async fn duplicate_references_are_listed_once() {
    let stage = ToolsetGateway::plain(
        "[toolsets.twice]\ntools = [\"vcs.commit\", \"vcs.*\", \"vcs.log\", \"vcs.log\"]\n",
    )
    .await;
    let mut client = stage.at("/mcp/twice").await;
    assert_eq!(names(&mut client).await, ["vcs_commit", "vcs_log"]);

    let mut counter = stage.counter().await;
    let id = counter.ref_id("vcs.log").await;
    let tools = json!([{"namespacedName": "vcs.log"}, {"refId": id}, {"namespacedName": "vcs.log"},
        {"namespacedName": "vcs.log", "refId": id}, {"namespacedName": "tracker.list_issues"}]);
    let arguments = json!({"name": "again", "tools": tools, "autoEquip": true});
    let said = counter.ask("build-toolset", &arguments).await.fine();
    assert_eq!(said["meta"]["autoEquipped"], true, "{said}");
    assert_eq!(said["toolset"]["toolCount"], 2, "{said}");
    assert_eq!(counter.names().await, ["vcs_log", "tracker_list_issues"]);
    let exposed = counter.look("get-active-toolset").await;
    assert_eq!(exposed["toolSummary"]["currentlyExposed"], 2, "{exposed}");
}
