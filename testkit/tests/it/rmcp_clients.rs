//! The servers as an independent implementation sees them.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra, fixture};
use rmcp::model::{CallToolRequestParams, CallToolResult, ProtocolVersion};
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt as _, ServiceExt as _};
use tokio::process::Command;

fn first_text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().expect("a text").text
}

fn modern() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    }
}

fn child(era: ServerEra) -> TokioChildProcess {
    let (program, args) = fixture::stdio_command(era);
    let mut command = Command::new(program);
    command.args(args);
    TokioChildProcess::new(command).unwrap()
}

async fn text_of(client: &RunningService<RoleClient, ()>, tool: &'static str) -> String {
    let params = CallToolRequestParams::new(tool);
    let result = client.call_tool(params).await.unwrap();
    first_text(&result).to_owned()
}

/// The tools of the fixture are listed, and one of them is called.
async fn check(client: RunningService<RoleClient, ()>) {
    let tools = client.list_all_tools().await.unwrap();
    assert!(tools.len() > 25, "{}", tools.len());
    let expect = "This is a simple text response for testing.";
    assert_eq!(text_of(&client, "test_simple_text").await, expect);
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn legacy_over_stdio() {
    check(().serve(child(ServerEra::Legacy)).await.unwrap()).await;
}

#[tokio::test]
async fn modern_over_stdio() {
    let client = ().serve_with_lifecycle(child(ServerEra::Modern), modern());
    check(client.await.unwrap()).await;
}

#[tokio::test]
async fn both_eras_over_http() {
    let server = fixture::serve_http(ServerEra::Both);
    for mode in [ClientLifecycleMode::Initialize, modern()] {
        let transport = StreamableHttpClientTransport::from_uri(server.url());
        check(().serve_with_lifecycle(transport, mode).await.unwrap()).await;
    }
}

#[tokio::test]
async fn a_script_over_http() {
    let script = ServerScript::simple(&[("counter", r#"{"count": true}"#)]);
    let server = script::serve_http(&script, ServerEra::Legacy);
    let transport = StreamableHttpClientTransport::from_uri(server.url());
    let client = ().serve(transport).await.unwrap();
    for count in ["1", "2", "3"] {
        assert_eq!(text_of(&client, "counter").await, count);
    }
    assert_eq!(server.calls("counter"), 3);
    client.cancel().await.unwrap();
}
