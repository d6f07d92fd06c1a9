//! On standard output there is the protocol, and nothing else.

use std::process::Stdio;

use candor_testkit::candor::command;
use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;
use tokio::time::timeout;

use super::PATIENCE;
use super::gateway::{ToolsetGateway, WAYS};

/// Whatever other programs have configured here is none of our business, and worth no word in
/// the client's ear; nor is trouble with a source or a toolset.
#[tokio::test(flavor = "multi_thread")]
async fn standard_output_carries_only_messages() {
    let more = "[sources.broken]\ncommand = \"/nonexistent/program\"\n\
        [toolsets.work]\ntools = [\"vcs.log\", \"gone.*\", \"tracker.nothing\"]\n\
        [toolsets.\"Bad Name\"]\ntools = []\n";
    let stage = ToolsetGateway::open(WAYS[2], more).await;
    let others = r#"{"mcpServers":{"git":{"command":"uvx","args":["mcp-server-git"]}}}"#;
    for path in [".claude.json", ".mcp.json", ".cursor/mcp.json"] {
        let path = stage.folder().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, others).expect("a file");
    }
    for args in [&["stdio"][..], &["stdio", "--toolset", "work"]] {
        let mut child = Command::from(command(stage.folder()))
            .args(args)
            .args(["--data", "stdio-data"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("an input");
        for message in [
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"vcs_log","arguments":{}}}"#,
        ] {
            let line = format!("{message}\n");
            input.write_all(line.as_bytes()).await.expect("it reads");
        }
        // The answers come without further input, and the process ends with its input.
        drop(input);
        let output = timeout(PATIENCE, child.wait_with_output()).await;
        let output = output.expect("an end in time").expect("an end");
        let text = String::from_utf8(output.stdout).expect("text");
        let mut answered = Vec::new();
        for line in text.lines() {
            let message: Value = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{args:?}: {error} in {line:?}"));
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            answered.extend(message["id"].as_u64());
        }
        answered.sort_unstable();
        assert_eq!(answered, [1, 2, 3], "{args:?}: {text}");
    }
}

/// A toolset over stdio: its tools and no others, and no management tools.
#[tokio::test(flavor = "multi_thread")]
async fn a_toolset_that_is_not_there_is_said_on_standard_error() {
    let stage = ToolsetGateway::open(WAYS[2], "").await;
    let (code, said) = stage.run(&["stdio", "--toolset", "nosuch"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("there is no toolset `nosuch`"), "{said}");
}
