//! What a client is told about the tools.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use crate::client::AnsweringPerson;
use crate::example_server::{ExampleServer, WAYS, command, soon};

#[tokio::test]
async fn definitions_arrive_as_they_were_written() {
    for way in WAYS {
        let stage = ExampleServer::set(way, AnsweringPerson::default()).await;
        let tools = soon(stage.client.list_all_tools()).await.expect("a list");
        let tools: Vec<_> = tools
            .iter()
            .map(|tool| serde_json::to_value(tool).expect("JSON"))
            .collect();
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].clone()).collect();
        assert_eq!(names[..3], ["echo", "show", "count"], "{way:?}");
        assert_eq!(tools[0], echo(), "{way:?}");
        let fetch = tools.iter().find(|tool| tool["name"] == "fetch");
        let schema = &fetch.expect("a tool")["outputSchema"];
        assert_eq!(schema["required"], json!(["status", "text"]), "{way:?}");
        let info = stage.client.peer_info().expect("a server");
        assert_eq!(
            info.server_info.as_ref().map(|it| it.name.as_str()),
            Some("workshop")
        );
        let told = info.instructions.as_deref();
        assert_eq!(told, Some("Tools to try things out."));
    }
}

/// The first tool: that it reads is said, that it destroys is neither said nor denied.
fn echo() -> Value {
    json!({
        "name": "echo",
        "title": "Echo",
        "description": "Says the same.",
        "inputSchema": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "What to say."}},
            "required": ["text"],
            "additionalProperties": false,
        },
        "annotations": {"title": "Echo", "readOnlyHint": true},
        "_meta": {
            "example.com/colour": "green",
            "dev.candor/function": {"tags": ["text"]},
        },
    })
}

/// The bytes themselves, without a library that might add or drop something.
#[tokio::test]
async fn nothing_is_added_on_the_wire() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = command("workshop", folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("a process");
    let mut input = child.stdin.take().expect("a pipe");
    let output = child.stdout.take().expect("a pipe");
    let mut lines = BufReader::new(output).lines();
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "bytes", "version": "1"},
        },
    });
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    for message in [initialize, initialized, list] {
        let line = format!("{message}\n");
        soon(input.write_all(line.as_bytes())).await.expect("sent");
    }
    let mut answers = Vec::new();
    while answers.len() < 2 {
        let line = soon(lines.next_line()).await.expect("text");
        let line = line.expect("an answer");
        answers.push(serde_json::from_str::<Value>(&line).expect("JSON"));
    }
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answers[1]["result"]["tools"][0], echo());
    // Closing the input ends the server.
    drop(input);
    let status = soon(child.wait()).await.expect("an end");
    assert!(status.success(), "{status}");
}
