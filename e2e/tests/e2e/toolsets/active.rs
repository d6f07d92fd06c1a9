//! What `get-active-toolset` says is true, and changes behind the gateway reach its clients.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{CandorProcess, ServerEra, config, wait_until};
use serde_json::{Value, json};

use super::gateway::{ToolsetGateway, VCS, WAYS};
use super::management_client::{ManagementClient, names};
use super::until;

#[tokio::test(flavor = "multi_thread")]
async fn the_active_toolset_is_told_as_it_is() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        let said = counter.look("get-active-toolset").await;
        assert_eq!(said["equipped"], false, "{way:?}: {said}");
        counter
            .build("work", &["vcs.log", "tracker.list_issues"])
            .await;
        counter.equip("work").await;
        let said = counter.look("get-active-toolset").await;
        assert_eq!(said["equipped"], true, "{way:?}: {said}");
        assert_eq!(said["toolset"]["name"], "work", "{said}");
        assert_eq!(said["toolset"]["active"], true, "{said}");
        let status = json!({"totalConfigured": 2, "enabled": 2, "available": 2, "unavailable": 0, "disabled": 0});
        assert_eq!(said["serverStatus"], status, "{said}");
        let summary = json!({"currentlyExposed": 2, "totalDiscovered": 5, "filteredOut": 3});
        assert_eq!(said["toolSummary"], summary, "{said}");
        assert_eq!(said["unavailableServers"], json!([]), "{said}");
        assert_eq!(said["warnings"], json!([]), "{said}");
        let exposed = said["exposedTools"].as_object().expect("an object");
        assert_eq!(exposed.keys().collect::<Vec<_>>().len(), 2, "{said}");
        assert_eq!(exposed["vcs"][0]["namespacedName"], "vcs.log", "{said}");
        // It costs less than everything, which is the point of it.
        let all = counter.look("list-available-tools").await;
        let cost = |value: &Value| value["tokens"].as_u64().expect("tokens");
        let (some, all) = (
            cost(&said["context"]),
            cost(&all["meta"]["totalPossibleContext"]),
        );
        assert!(0 < some && some < all, "{some} of {all}");
    }
}

/// A server that dies is told at once, and its tools come back with it.
#[tokio::test(flavor = "multi_thread")]
async fn a_dead_server_is_reported_and_comes_back() {
    let first = script::serve_http(&ServerScript::echoing(VCS), ServerEra::Modern);
    let config = config::url("away", first.url(), "");
    let (stage, mut counter) = ToolsetGateway::with_counter(&config).await;
    counter
        .build("work", &["away.log", "tracker.list_issues"])
        .await;
    counter.equip("work").await;
    let mut beside = stage.at("/mcp/work").await;
    counter.client.listen().await;
    beside.listen().await;
    let held = first.stop();
    // A call finds out, if nothing else has.
    let reply = counter.call("away_log", "{}").await;
    assert!(reply.response.contains("away"), "{}", reply.response);
    let said = until("the dead server", async || {
        let said = counter.look("get-active-toolset").await;
        let warnings = said["warnings"].to_string();
        warnings.contains("away.log").then_some(said)
    })
    .await;
    assert_eq!(said["serverStatus"]["unavailable"], 1, "{said}");
    assert_eq!(said["serverStatus"]["available"], 2, "{said}");
    assert_eq!(said["unavailableServers"], json!(["away"]), "{said}");
    counter.client.list_changed().await;
    beside.list_changed().await;
    let reply = counter.call("away_log", "{}").await;
    assert_eq!(reply.value()["isError"], true, "{}", reply.response);
    assert!(reply.words().contains("`away`"), "{}", reply.response);

    let again = ServerScript::echoing(VCS);
    let _second = script::serve_http_at(&again, ServerEra::Modern, held.port());
    wait_until("the server again", async || {
        counter
            .call("away_log", r#"{"branch":"main"}"#)
            .await
            .response
            .contains("main")
    })
    .await;
    let said = counter.look("get-active-toolset").await;
    assert_eq!(said["unavailableServers"], json!([]), "{said}");
    assert_eq!(said["warnings"], json!([]), "{said}");
    assert_eq!(
        names(&mut beside).await,
        ["away_log", "tracker_list_issues"]
    );
}

const STAGES: [&str; 2] = [
    r#"[{"name":"change","inputSchema":{"type":"object"}}]"#,
    r#"[{"name":"change","inputSchema":{"type":"object"}},{"name":"fresh","inputSchema":{"type":"object"}}]"#,
];

/// A change of the list upstream reaches the clients of a toolset that it is in.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_list_reaches_clients_through_a_toolset() {
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let script = ServerScript::new()
            .tools(STAGES[0])
            .field("tools_after", STAGES[1])
            .call("change", r#"{"list_changed":true}"#)
            .call("*", "{}");
        let web = script::serve_http(&script, era);
        let text = config::url("s", web.url(), "trust = \"trusted\"")
            + "[toolsets.all]\ntools = [\"s.*\"]\n";
        let candor = CandorProcess::served_unasked(&text).await;
        let mut counter = ManagementClient::of(candor.owner_client(ServerEra::Legacy).await).await;
        counter.equip("all").await;
        let mut beside = candor.owner_client_at("/mcp/all", ServerEra::Legacy).await;
        counter.client.listen().await;
        beside.listen().await;
        beside.call("s_change", "{}").await;
        for client in [&mut counter.client, &mut beside] {
            client.list_changed().await;
            wait_until("the new tool", async || {
                names(client).await == ["s_change", "s_fresh"]
            })
            .await;
            assert_eq!(client.call("s_fresh", "{}").await.words(), "done");
        }
    }
}

/// Every page of a long list is read, so a toolset can have the tools of the last one.
#[tokio::test(flavor = "multi_thread")]
async fn tools_of_the_last_page_are_in_a_toolset() {
    let tool = |at: usize| format!(r#"{{"name":"t{at}","inputSchema":{{"type":"object"}}}}"#);
    let pages = format!(
        r#"[{{"tools":[{},{}],"nextCursor":"b"}},{{"cursor":"b","tools":[{},{}],"nextCursor":"c"}},{{"cursor":"c","tools":[{}]}}]"#,
        tool(0),
        tool(1),
        tool(2),
        tool(3),
        tool(4)
    );
    let script = ServerScript::new().field("pages", pages).call("*", "{}");
    let web = script::serve_http(&script, ServerEra::Modern);
    let (_stage, mut counter) =
        ToolsetGateway::with_counter(&config::url("paged", web.url(), "")).await;
    let tools = ["paged.t4", "paged.t0", "paged.t1", "paged.t2", "paged.t3"];
    counter.build("last", &tools).await;
    counter.equip("last").await;
    assert_eq!(
        counter.names().await,
        tools.map(|tool| tool.replace('.', "_"))
    );
    assert_eq!(counter.call("paged_t4", "{}").await.words(), "done");
}

/// A client is told that the list can change, so that it listens.
#[tokio::test(flavor = "multi_thread")]
async fn the_handshake_says_that_lists_change() {
    let stage = ToolsetGateway::plain("[toolsets.all]\ntools = [\"vcs.*\"]\n").await;
    for path in ["/mcp", "/mcp/all"] {
        let mut client = stage.at(path).await;
        let params = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}"#;
        let said = client.request("initialize", params).await.value();
        assert_eq!(
            said["capabilities"]["tools"]["listChanged"], true,
            "{path}: {said}"
        );
    }
}

/// Every change that a management tool makes is heard by the clients that see it.
#[tokio::test(flavor = "multi_thread")]
async fn clients_hear_what_management_tools_change() {
    for way in [WAYS[0], WAYS[2]] {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        counter.client.listen().await;
        counter.build("work", &["vcs.log"]).await;
        let heard = "notifications/tools/list_changed";
        counter.equip("work").await;
        counter.client.heard(heard).await;
        counter
            .add_notes("vcs.log", &[("main", "Only of `main`.")])
            .await;
        counter.client.heard(heard).await;
        counter.look("unequip-toolset").await;
        counter.client.heard(heard).await;
        counter.equip("work").await;
        counter.client.heard(heard).await;
        let gone = json!({"name": "work", "confirm": true});
        counter.ask("delete-toolset", &gone).await.fine();
        counter.client.heard(heard).await;
        assert_eq!(counter.names().await.len(), 5, "{way:?}");
    }
}
