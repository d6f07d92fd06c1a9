//! What is on offer, and what is left out.

use std::time::Duration;

use candor_model::McpEra;
use candor_sources::{OriginSpec, SourceState};
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra as Serves, fixture};

use candor_wire::header::param_values;
use serde_json::json;

use crate::harness::{SourceHarness, answer, asker, call, http, http_spec, spec};

fn tool(name: &str, more: &str) -> String {
    format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}{more}}}"#)
}

#[tokio::test]
async fn malformed_tools_are_left_out_and_the_rest_is_served() {
    let tools = [
        tool(
            "good",
            r#","x":{"z":1.10, "a":[]},"annotations":{"readOnlyHint":true,"odd":9}"#,
        ),
        tool("yes", r#","annotations":{"readOnlyHint":"yes"}"#),
        r#"{"name":"bare"}"#.to_owned(),
        "17".to_owned(),
        tool("good", ""),
        tool("last", ""),
    ];
    for serves in [Serves::Legacy, Serves::Modern] {
        let server = script::serve_http(
            &ServerScript::new().tools(format!("[{}]", tools.join(","))),
            serves,
        );
        let rig = SourceHarness::ready(spec(http(server.url()))).await;
        assert_eq!(rig.tools(), ["good", "last"]);
        let inventory = rig.source.inventory();
        assert_eq!(
            inventory.tools[0].definition.to_json().to_string(),
            tools[0]
        );
        let told: Vec<_> = inventory
            .diagnostics
            .iter()
            .map(|told| told.message.as_str())
            .collect();
        assert_eq!(told.len(), 4, "{told:?}");
        for (message, expect) in told.iter().zip(["`yes`", "`bare`", "position 4", "`good`"]) {
            assert!(message.contains(expect), "{message}");
        }
        assert!(
            inventory
                .diagnostics
                .iter()
                .all(|told| told.code == "source::malformed-tool")
        );
        rig.source.stop().await;
    }
}

#[tokio::test]
async fn arguments_that_travel_as_headers_are_known() {
    let schema = |header: &str| {
        format!(
            r#"{{"name":"{header}","inputSchema":{{"type":"object","properties":{{"city":
            {{"type":"string","x-mcp-header":"{header}"}}}}}}}}"#
        )
    };
    let tools = format!("[{},{}]", schema("City"), schema("no spaces"));
    let script = ServerScript::new()
        .tools(tools)
        .call("*", r#"{"echo":true}"#);
    let server = script::serve_http(&script, Serves::Modern);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    assert_eq!(rig.tools(), ["City"]);
    let inventory = rig.source.inventory();
    assert!(
        inventory.diagnostics[0].message.contains("x-mcp-header"),
        "{:?}",
        inventory.diagnostics
    );
    let arguments = json!({"city": "Zürich"});
    let mut asked = call(asker(McpEra::Modern, 1), "City", &arguments);
    asked.headers = param_values(&inventory.tools[0].headers, &arguments);
    answer(&mut rig.ask(asked).await).await;
    let seen = server.seen();
    let called = seen
        .iter()
        .find(|it| it.body.contains("tools/call"))
        .unwrap();
    assert_eq!(
        called.header("Mcp-Param-City"),
        Some("=?base64?WsO8cmljaA==?=")
    );
    rig.source.stop().await;
}

#[tokio::test]
async fn pages_are_followed() {
    let pages = format!(
        r#"[{{"tools":[{}],"nextCursor":"b"}},{{"cursor":"b","tools":[{}]}}]"#,
        tool("one", ""),
        tool("two", "")
    );
    let server = script::serve_http(&ServerScript::new().field("pages", pages), Serves::Modern);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    assert_eq!(rig.tools(), ["one", "two"]);
    assert!(rig.source.inventory().diagnostics.is_empty());
    rig.source.stop().await;
}

#[tokio::test]
async fn a_loop_of_pages_ends() {
    let pages = format!(
        r#"[{{"tools":[{}],"nextCursor":"b"}},{{"cursor":"b","tools":[{}],"nextCursor":"b"}}]"#,
        tool("one", ""),
        tool("two", "")
    );
    let server = script::serve_http(&ServerScript::new().field("pages", pages), Serves::Legacy);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    assert_eq!(rig.tools(), ["one", "two"]);
    let codes: Vec<_> = rig
        .source
        .inventory()
        .diagnostics
        .iter()
        .map(|told| told.code)
        .collect();
    assert_eq!(codes, ["source::page-loop"]);
    rig.source.stop().await;
}

#[tokio::test]
async fn a_list_that_fails_does_not_hide_the_others() {
    let script = ServerScript::simple(&[("hello", "{}")])
        .field("capabilities", r#"{"tools":{},"prompts":{}}"#)
        .method(
            "prompts/list",
            r#"{"error":{"code":-32603,"message":"out of ink"}}"#,
        );
    let server = script::serve_http(&script, Serves::Legacy);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    assert_eq!(rig.tools(), ["hello"]);
    let inventory = rig.source.inventory();
    assert_eq!(inventory.diagnostics[0].code, "source::list-failed");
    assert!(inventory.diagnostics[0].message.contains("out of ink"));
    rig.source.stop().await;
}

#[tokio::test]
async fn without_its_tools_a_source_is_failing() {
    let script = ServerScript::new().method(
        "tools/list",
        r#"{"error":{"code":-32603,"message":"lost them"}}"#,
    );
    let server = script::serve_http(&script, Serves::Modern);
    let rig = SourceHarness::start(spec(http(server.url())));
    let state = rig
        .until("failing", |state| {
            matches!(state, SourceState::Failing { .. })
        })
        .await;
    assert!(state.to_string().contains("lost them"), "{state}");
    assert!(rig.tools().is_empty());
    rig.source.stop().await;
}

#[tokio::test]
async fn unannounced_changes_are_found_by_looking() {
    let script = ServerScript::simple(&[("before", r#"{"list_changed":true}"#)])
        .field("capabilities", r#"{"tools":{}}"#)
        .field("tools_after", format!("[{}]", tool("after", "")));
    let server = script::serve_http(&script, Serves::Legacy);
    let mut looking = spec(OriginSpec::StreamableHttp(http_spec(server.url())));
    looking.limits.health_interval = Duration::from_millis(100);
    let mut rig = SourceHarness::ready(looking).await;
    rig.call("before", &json!({})).await;
    while rig.tools() != ["after"] {
        rig.hear(|event| {
            matches!(
                event,
                candor_sources::SourceEventKind::Inventory { tools: true, .. }
            )
            .then_some(())
        })
        .await;
    }
    rig.source.stop().await;
}

#[tokio::test]
async fn a_whole_server_is_read() {
    let server = fixture::serve_http(Serves::Modern);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    let inventory = rig.source.inventory();
    assert!(
        inventory.tools.len() > 10 && inventory.diagnostics.is_empty(),
        "{:?}",
        inventory.diagnostics
    );
    assert!(!inventory.resources.is_empty() && !inventory.templates.is_empty());
    assert!(!inventory.prompts.is_empty() && inventory.server.has_completions());
    assert!(inventory.cache.ttl_ms.is_some());
    rig.source.stop().await;
}
