//! A tool that is several in one: what a call does is decided by its arguments.

use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use serde_json::json;

use super::kit::{ApprovalGateway, COMING_BACK, ClientKind, ClientTransport, asked_ways};

/// Two tools that say nothing about themselves.
const TOOLS: &str = r#"[
    {"name":"manage","description":"Handles things.","inputSchema":{"type":"object"}},
    {"name":"query","description":"Handles a text.","inputSchema":{"type":"object"}}]"#;

/// What a person says about them.
const CASES: &str = r#"
[annotations."s.manage"]
open_world = false
[[annotations."s.manage".when]]
argument = "action"
is = ["list", "get"]
read_only = true
[[annotations."s.manage".when]]
argument = "action"
is = "delete"
destructive = true
[annotations."s.query"]
destructive = true
[[annotations."s.query".when]]
argument = "sql"
sql = "sqlite"
read_only = true
"#;

async fn served(more: &str) -> ApprovalGateway {
    let script = ServerScript::new()
        .tools(TOOLS)
        .call("*", r#"{"echo":true}"#);
    let upstream = script::serve_http(&script, ServerEra::Modern);
    ApprovalGateway::before(upstream, "", &format!("{CASES}{more}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_passes_and_deleting_is_asked_about_in_every_way() {
    let stage = served("").await;
    for way in asked_ways() {
        let mut wire = stage.wire(way).await;
        let listing = json!({"action": "list", "way": format!("{way:?}")});
        wire.called("s_manage", &listing).await.fine();
        let deleting = json!({"action": "delete", "way": format!("{way:?}")});
        let asked = wire.asked("s_manage", &deleting).await;
        let shown = asked.shown().to_owned();
        assert!(shown.contains("`action` is `delete`"), "{shown}");
        let declined = wire.say(asked, &json!({"action": "decline"})).await;
        declined.refused();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_that_try_to_be_both_are_the_worst_case() {
    let stage = served("").await;
    let mut wire = stage.wire(COMING_BACK[0]).await;
    for arguments in [
        json!({}),
        json!({"action": null}),
        json!({"action": ["list"]}),
        json!({"action": ["list", "delete"]}),
        json!({"action": {"list": true}}),
        json!({"action": "List"}),
        json!({"action": "list "}),
        json!({"action": "l\u{456}st"}),
        json!({"action": "purge"}),
    ] {
        assert!(wire.is_asked("s_manage", &arguments).await, "{arguments}");
    }
    assert!(!wire.is_asked("s_manage", &json!({"action": "get"})).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn sql_that_only_reads_passes_and_everything_else_is_asked_about() {
    let stage = served("").await;
    let mut wire = stage
        .wire(ClientKind(ClientTransport::Http, "2025-11-25"))
        .await;
    for (sql, asks) in [
        ("SELECT name FROM books WHERE price > 3", false),
        ("DELETE FROM books", true),
        ("SELECT 1; DROP TABLE books", true),
        (
            "WITH gone AS (DELETE FROM books RETURNING *) SELECT * FROM gone",
            true,
        ),
        ("PRAGMA writable_schema = 1", true),
        ("not SQL at all", true),
    ] {
        let arguments = json!({"sql": sql});
        assert_eq!(wire.is_asked("s_query", &arguments).await, asks, "{sql}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_case_is_cached_and_the_others_are_not() {
    let stage = served("[policy]\ncache = \"1h\"\nalways_confirm_destructive = false\n").await;
    let mut wire = stage.wire(COMING_BACK[0]).await;
    for _ in 0..3 {
        wire.called("s_manage", &json!({"action": "list"}))
            .await
            .fine();
    }
    assert_eq!(stage.calls("manage"), 1, "the result was kept");
    for _ in 0..2 {
        wire.called("s_manage", &json!({"action": "delete"}))
            .await
            .fine();
    }
    assert_eq!(stage.calls("manage"), 3, "what deletes is done each time");
    wire.called("s_manage", &json!({"action": "list"}))
        .await
        .fine();
    assert_eq!(stage.calls("manage"), 4, "what was kept is stale");
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_have_the_worst_case_and_tell_the_others() {
    let stage = served("").await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let offered = stage.gateway.client_at("/mcp", era).await.offered().await;
        let manage = &offered["s_manage"];
        assert_eq!(manage["annotations"]["destructiveHint"], true, "{manage}");
        assert_eq!(manage["annotations"]["readOnlyHint"], false, "{manage}");
        let when = manage["_meta"]["dev.candor/when"].as_array();
        let told: Vec<_> = when.into_iter().flatten().map(|case| &case["is"]).collect();
        assert_eq!(told, ["delete", "get", "list"], "{manage}");
    }
}
