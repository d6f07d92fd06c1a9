//! A short list: a few tools are listed, and all others are found and called through them.

use candor_testkit::{RawClient, ServerEra};
use serde_json::{Value, json};

use super::gateway::{ToolsetGateway, WAYS};
use super::management_client::{all, name};

/// The tools with which all others are reached.
const SHORT: [&str; 4] = [
    "search-tools",
    "describe-tool",
    "call-read-only-tool",
    "call-tool",
];

const PINNED: &str = "[endpoint]\nlist = \"search\"\npinned = \"everyday\"\n\n[toolsets.everyday]\ntools = [\"vcs.log\"]\n";

async fn listed(client: &mut RawClient) -> Vec<String> {
    let tools = all(client).await;
    tools.iter().map(|tool| name(tool).to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn few_are_listed_and_all_are_reached() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, PINNED).await;
        let tools = all(&mut counter.client).await;
        let names: Vec<&str> = tools.iter().map(name).collect();
        assert_eq!(names[0], "vcs_log", "{way:?}");
        assert_eq!(names[1..], SHORT, "{way:?}");
        let said = tools[1]["description"].as_str().expect("a text");
        assert!(said.starts_with("5 tools are served here"), "{said}");

        let query = json!({"query": "create issue"});
        let found = counter.ask("search-tools", &query).await.fine();
        let first = &found["results"][0]["name"];
        assert_eq!(first, "tracker_create_issue", "{found}");
        let asked = json!({"name": first});
        let shown = counter.ask("describe-tool", &asked).await.fine();
        assert_eq!(shown["tool"]["inputSchema"]["required"], json!(["title"]));
        let through = json!({"name": first, "arguments": {"title": "A"}}).to_string();
        let reply = counter.call("call-tool", &through).await;
        assert_ne!(reply.value()["isError"], true, "{}", reply.response);
        // What changes something is not called by the tool that only reads.
        let reply = counter.call("call-read-only-tool", &through).await;
        assert_eq!(reply.value()["isError"], true, "{}", reply.response);
        // The name itself still works for a client that knows it.
        let reply = counter.call("tracker_list_issues", "{}").await;
        assert_ne!(reply.value()["isError"], true, "{}", reply.response);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_toolset_is_searched_within_its_bounds() {
    let more = "[endpoint]\nlist = \"search\"\n\n[toolsets.work]\ntools = [\"vcs.*\"]\n";
    let stage = ToolsetGateway::plain(more).await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = stage.gateway().owner_client_at("/mcp/work", era).await;
        assert_eq!(listed(&mut client).await, SHORT, "{era:?}");
        let found = client.call("search-tools", r#"{"query":"issue history"}"#);
        let found: Value = found.await.value()["structuredContent"].clone();
        assert!(found.to_string().contains("vcs_log"), "{found}");
        assert!(!found.to_string().contains("tracker"), "{found}");
        let inside = r#"{"name":"vcs_log","arguments":{"branch":"main"}}"#;
        // It is not relied upon that this source only reads, so the other tool calls it.
        let reply = client.call("call-read-only-tool", inside).await;
        assert_eq!(reply.value()["isError"], true, "{}", reply.response);
        let reply = client.call("call-tool", inside).await;
        assert!(reply.response.contains("main"), "{}", reply.response);
        let outside = r#"{"name":"tracker_delete_issue"}"#;
        let reply = client.call("call-tool", outside).await;
        assert!(reply.response.contains("-32602"), "{}", reply.response);
        // Only what a short list needs is there: nothing is built or equipped here.
        let reply = client.call("build-toolset", "{}").await;
        assert_eq!(reply.error()["code"], -32602, "{}", reply.response);
    }
}
