//! The servers as an independent implementation sees them.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra, fixture};
use rmcp::model::{CallToolRequestParams, CallToolResult, ProtocolVersion};
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

#[tokio::test]
async fn legacy_over_stdio() {
    let (program, args) = fixture::stdio_command(ServerEra::Legacy);
    let mut command = Command::new(program);
    command.args(args);
    let client = ().serve(TokioChildProcess::new(command).unwrap()).await.unwrap();
    let tools = client.list_all_tools().await.unwrap();
    assert!(tools.len() > 25, "{}", tools.len());
    let result = client
        .call_tool(CallToolRequestParams::new("test_simple_text"))
        .await
        .unwrap();
    assert_eq!(
        first_text(&result),
        "This is a simple text response for testing."
    );
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn modern_over_stdio() {
    let (program, args) = fixture::stdio_command(ServerEra::Modern);
    let mut command = Command::new(program);
    command.args(args);
    let transport = TokioChildProcess::new(command).unwrap();
    let client = ().serve_with_lifecycle(transport, modern()).await.unwrap();
    let result = client
        .call_tool(CallToolRequestParams::new("test_simple_text"))
        .await
        .unwrap();
    assert_eq!(
        first_text(&result),
        "This is a simple text response for testing."
    );
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn both_eras_over_http() {
    let server = fixture::serve_http(ServerEra::Both);
    for mode in [ClientLifecycleMode::Initialize, modern()] {
        let transport = StreamableHttpClientTransport::from_uri(server.url());
        let client = ().serve_with_lifecycle(transport, mode).await.unwrap();
        assert!(client.list_all_tools().await.unwrap().len() > 25);
        let result = client
            .call_tool(CallToolRequestParams::new("test_simple_text"))
            .await
            .unwrap();
        assert_eq!(
            first_text(&result),
            "This is a simple text response for testing."
        );
        client.cancel().await.unwrap();
    }
}

#[tokio::test]
async fn a_script_over_http() {
    let script = ServerScript::simple(&[("counter", r#"{"count": true}"#)]);
    let server = script::serve_http(&script, ServerEra::Legacy);
    let transport = StreamableHttpClientTransport::from_uri(server.url());
    let client = ().serve(transport).await.unwrap();
    for count in ["1", "2", "3"] {
        let result = client
            .call_tool(CallToolRequestParams::new("counter"))
            .await
            .unwrap();
        assert_eq!(first_text(&result), count);
    }
    assert_eq!(server.calls("counter"), 3);
    client.cancel().await.unwrap();
}
