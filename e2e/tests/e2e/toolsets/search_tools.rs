//! Tools that find, describe and call others, for clients that do not hear of changes.

use candor_testkit::ServerEra;
use serde_json::{Value, json};

use super::gateway::{ToolsetGateway, WAYS};
use super::management_client::{MANAGEMENT, ManagementClient, name};
use super::until;

async fn found(counter: &mut ManagementClient, query: &str) -> Vec<String> {
    let said = counter.ask("search-tools", &json!({"query": query})).await;
    let said = said.fine();
    let results = said["results"].as_array().expect("results").iter();
    results
        .map(|one| one["namespacedName"].as_str().expect("a name").to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn search_finds_by_name_description_parameter_and_note() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        for (query, first) in [
            ("create issue", "tracker.create_issue"),
            ("tracker_create_issue", "tracker.create_issue"),
            ("tracker.create_issue", "tracker.create_issue"),
            ("history of a branch", "vcs.log"),
            ("team", "tracker.create_issue"),
            ("remove issue", "tracker.delete_issue"),
            ("comit", "vcs.commit"),
            ("LIST ISSUES", "tracker.list_issues"),
        ] {
            let found = found(&mut counter, query).await;
            let best = found.first().map(String::as_str);
            assert_eq!(best, Some(first), "{way:?} {query}: {found:?}");
        }
        let two = json!({"query": "issue", "limit": 2});
        let many = counter.ask("search-tools", &two).await.fine();
        assert_eq!(
            many["results"].as_array().expect("results").len(),
            2,
            "{many}"
        );
        assert_eq!(found(&mut counter, "zzzzqqqq").await, [""; 0]);

        counter.build("logs", &["vcs.log", "vcs.commit"]).await;
        counter.equip("logs").await;
        counter
            .add_notes("vcs.log", &[("why", "For the quarterly retrospective.")])
            .await;
        assert_eq!(
            found(&mut counter, "retrospective").await,
            ["vcs.log"],
            "{way:?}"
        );
        let left = found(&mut counter, "create issue").await;
        assert!(
            left.iter().all(|name| name.starts_with("vcs.")),
            "{way:?}: {left:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_is_described_as_it_is_listed() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        counter.build("issues", &["tracker.create_issue"]).await;
        counter.equip("issues").await;
        counter
            .add_notes("tracker.create_issue", &[("team", "Ask.")])
            .await;
        let listed = counter.tools().await;
        for name in ["tracker_create_issue", "tracker.create_issue"] {
            let said = counter
                .ask("describe-tool", &json!({"name": name}))
                .await
                .fine();
            assert_eq!(said["tool"], listed[0], "{way:?}: {said}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_through_takes_the_same_road() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        let arguments = json!({"title": "A", "team": "B"});
        for name in ["tracker_create_issue", "tracker.create_issue"] {
            let plain = arguments.to_string();
            let direct = counter.call("tracker_create_issue", &plain).await;
            let direct = direct.value();
            let through = json!({"name": name, "arguments": arguments}).to_string();
            let through = counter.call("call-tool", &through).await.value();
            assert_eq!(through["content"], direct["content"], "{way:?} {name}");
            assert_eq!(through["structuredContent"], direct["structuredContent"]);
        }
        // Arguments are checked against the tool's own schema.
        for tool in ["call-tool", "call-read-only-tool"] {
            for inner in ["{}", r#"{"title":5}"#] {
                let through = format!(r#"{{"name":"tracker_create_issue","arguments":{inner}}}"#);
                let reply = counter.call(tool, &through).await;
                assert_eq!(reply.value()["isError"], true, "{}", reply.response);
                reply.says("`tracker_create_issue`");
            }
        }
        for bad in [
            "{}",
            r#"{"name":5}"#,
            r#"{"name":"vcs_log","arguments":[]}"#,
        ] {
            let reply = counter.call("call-tool", bad).await;
            let refused = reply.response.contains("-32602") || reply.value()["isError"] == true;
            assert!(refused, "{way:?} {bad}: {}", reply.response);
        }
        let nowhere = counter.call("call-tool", r#"{"name":"nosuch"}"#).await;
        assert!(nowhere.response.contains("nosuch"), "{}", nowhere.response);
    }
}

/// The first of the two lets nothing through that is not relied upon to read only.
#[tokio::test(flavor = "multi_thread")]
async fn call_read_only_tool_refuses_what_is_not_relied_upon() {
    for way in WAYS {
        let (stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        let reply = counter
            .call(
                "call-read-only-tool",
                r#"{"name":"tracker_list_issues","arguments":{"x":1}}"#,
            )
            .await;
        assert_eq!(reply.words(), r#"{"x":1}"#, "{way:?}: {}", reply.response);
        // It says that it reads, but it is not trusted; the others do not even say so.
        for tool in ["vcs_log", "vcs.log", "vcs_commit", "tracker_delete_issue"] {
            let arguments = json!({"name": tool}).to_string();
            let reply = counter.call("call-read-only-tool", &arguments).await;
            assert_eq!(
                reply.value()["isError"],
                true,
                "{way:?}: {}",
                reply.response
            );
            assert!(
                reply.words().contains("call-tool"),
                "the way out: {}",
                reply.response
            );
        }
        assert_eq!(
            stage.vcs().calls("log") + stage.vcs().calls("commit"),
            0,
            "{way:?}"
        );
    }
}

/// Nor does it reach the management tools: those that change something are not read-only, and
/// nothing calls itself.
#[tokio::test(flavor = "multi_thread")]
async fn calls_through_do_not_reach_management_tools() {
    for way in WAYS {
        let (stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        counter.build("work", &["vcs.log"]).await;
        for (inner, arguments) in [
            ("delete-toolset", json!({"name": "work", "confirm": true})),
            ("equip-toolset", json!({"name": "work"})),
            (
                "build-toolset",
                json!({"name": "other", "tools": [{"namespacedName": "vcs.log"}]}),
            ),
            ("call-tool", json!({"name": "vcs_commit"})),
            (
                "call-read-only-tool",
                json!({"name": "tracker_list_issues"}),
            ),
        ] {
            let through = json!({"name": inner, "arguments": arguments}).to_string();
            let reply = counter.call("call-read-only-tool", &through).await;
            let refused = reply.response.contains("\"error\"") || reply.value()["isError"] == true;
            assert!(refused, "{way:?} {inner}: {}", reply.response);
        }
        for inner in ["call-tool", "call-read-only-tool"] {
            let deepest = json!({"name": "vcs_commit"});
            let through = json!({"name": inner, "arguments": deepest}).to_string();
            let reply = counter.call("call-tool", &through).await;
            let refused = reply.response.contains("\"error\"") || reply.value()["isError"] == true;
            assert!(refused, "{way:?} {inner}: {}", reply.response);
        }
        assert_eq!(counter.saved().await, ["work"], "{way:?}");
        assert_eq!(counter.names().await.len(), 5, "{way:?}");
        assert_eq!(stage.vcs().calls("commit"), 0, "{way:?}");
    }
}

/// A call through is written down as a call of the tool that it names.
#[tokio::test(flavor = "multi_thread")]
async fn calls_through_are_audited_under_the_inner_tools_name() {
    let (stage, mut counter) = ToolsetGateway::with_counter("").await;
    let through = r#"{"name":"vcs.commit","arguments":{"message":"x"}}"#;
    counter.call("call-tool", through).await;
    counter.call("vcs_commit", r#"{"message":"x"}"#).await;
    counter
        .call("call-read-only-tool", r#"{"name":"vcs_log"}"#)
        .await;
    counter.build("work", &["vcs.log"]).await;
    let api = stage.gateway().api();
    let of = async |target: &str| -> Vec<Value> {
        api.items(&format!("/audit/calls?target={target}")).await
    };
    let calls = until("both calls", async || {
        let calls = of("commit").await;
        (calls.len() == 2).then_some(calls)
    })
    .await;
    for call in &calls {
        assert_eq!(call["source"], "vcs", "{call}");
        assert_eq!(call["outcome"], "ok", "{call}");
    }
    assert_eq!(
        calls[0]["arguments"], calls[1]["arguments"],
        "the inner arguments"
    );
    let refused = until("the refused call", async || of("log").await.pop()).await;
    assert_eq!(refused["outcome"], "refused", "{refused}");
    assert_eq!(refused["source"], "vcs", "{refused}");
    let own = until("the management call", async || {
        of("build-toolset").await.pop()
    })
    .await;
    assert_eq!(own["outcome"], "ok", "{own}");
    assert_eq!(own["source"], Value::Null, "{own}");
    assert_eq!(of("call-tool").await, [Value::Null; 0]);
}

/// A client that never looks at the list again still reaches everything that is equipped.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_ignores_changes_reaches_every_tool() {
    let stage = ToolsetGateway::plain("").await;
    let mut other = stage.counter().await;
    other.build("logs", &["vcs.log"]).await;
    let mut deaf = stage.counter().await;
    other.equip("logs").await;
    for query in ["history", "log"] {
        assert_eq!(found(&mut deaf, query).await, ["vcs.log"]);
    }
    let reply = deaf
        .client
        .call("call-tool", r#"{"name":"vcs_log","arguments":{"a":1}}"#)
        .await;
    assert_eq!(reply.words(), r#"{"a":1}"#);
}

/// These tools can be turned off.
#[tokio::test(flavor = "multi_thread")]
async fn management_tools_can_be_left_out() {
    let stage = ToolsetGateway::plain("[endpoint]\nmanagement = false\n").await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = stage.gateway().owner_client(era).await;
        let tools = super::management_client::all(&mut client).await;
        assert_eq!(tools.len(), 5, "{tools:?}");
        assert!(tools.iter().all(|tool| !MANAGEMENT.contains(&name(tool))));
        for tool in MANAGEMENT {
            let error = client.call(tool, "{}").await.error();
            assert_eq!(error["code"], -32602, "{tool}: {error}");
        }
    }
}
