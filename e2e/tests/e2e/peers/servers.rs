//! Servers from npm behind Candor.

use std::process::Stdio;

use candor_testkit::text::{compact, member};
use candor_testkit::{CandorProcess, HeldPort, ServerEra, config, wait_until};

use super::npm_source;

#[tokio::test(flavor = "multi_thread")]
async fn three_servers_behind_one_endpoint() {
    let notes = tempfile::tempdir().expect("a folder");
    let notes_path = notes.path().canonicalize().expect("a path");
    std::fs::write(notes_path.join("hello.txt"), "hello from a file").expect("a file");
    let text = npm_source(
        "everything",
        "@modelcontextprotocol/server-everything",
        &["stdio"],
    ) + &npm_source(
        "files",
        "@modelcontextprotocol/server-filesystem",
        &[&notes_path.display().to_string()],
    ) + &npm_source("memory", "@modelcontextprotocol/server-memory", &[]).replace(
        "args =",
        "env = { MEMORY_FILE_PATH = \"${HOME}/memory.json\" }\nargs =",
    );
    let candor = CandorProcess::served_unasked(&text).await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = candor.client(era).await;
        let tools = client.tools().await;
        assert!(tools.len() > 30, "{} tools", tools.len());
        let named = |name: &str| {
            tools
                .iter()
                .find(|tool| member(tool, "name").expect("a name") == format!("\"{name}\""))
        };
        let echo = named("everything_echo").expect("echo");
        // The four hints and `execution` are what other gateways lose.
        assert!(
            compact(echo).contains("readOnlyHint") && echo.contains("execution"),
            "{echo}"
        );
        let reply = client
            .call("everything_echo", r#"{"message":"héllo"}"#)
            .await;
        assert!(reply.words().contains("héllo"), "{}", reply.response);
        let file = notes_path.join("hello.txt").display().to_string();
        let reply = client
            .call("files_read_text_file", &format!(r#"{{"path":"{file}"}}"#))
            .await;
        reply.says("hello from a file");
        let reply = client.call("memory_read_graph", "{}").await;
        assert!(reply.response.contains("entities"), "{}", reply.response);
    }
    let mut client = candor.client(ServerEra::Legacy).await;
    let prompts = client.request("prompts/list", "{}").await.result();
    assert!(prompts.contains("everything_"), "{prompts}");
    let resources = client.request("resources/list", "{}").await.value();
    let uri = resources["resources"][0]["uri"]
        .as_str()
        .expect("a resource")
        .to_owned();
    let read = client
        .request("resources/read", &format!(r#"{{"uri":"{uri}"}}"#))
        .await
        .result();
    assert!(read.contains("contents"), "{read}");
}

/// A server of the newest kind of legacy HTTP, and one of the oldest.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_over_http_and_over_sse() {
    for (kind, path) in [("streamableHttp", "/mcp"), ("sse", "/sse")] {
        let held = HeldPort::free().expect("a port");
        let port = held.port();
        let entry = candor_testkit::peers::npm_bin(
            "@modelcontextprotocol/server-everything",
            "dist/index.js",
        )
        .expect("the server is installed");
        let mut server = tokio::process::Command::new(candor_testkit::peers::node().expect("Node"))
            .arg(entry)
            .arg(kind)
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let candor = CandorProcess::served_unasked(&config::url(
            "web",
            &format!("http://127.0.0.1:{port}{path}"),
            "",
        ))
        .await;
        let mut client = candor.client(ServerEra::Modern).await;
        // A source that has failed before it came up is ready a moment before its tools are listed.
        wait_until("the tools", async || {
            client.offered().await.contains_key("web_echo")
        })
        .await;
        let reply = client
            .call("web_echo", r#"{"message":"over the wire"}"#)
            .await;
        reply.says_for(&kind, "over the wire");
        let mut legacy = candor.client(ServerEra::Legacy).await;
        let params = r#"{"name":"web_trigger-long-running-operation","arguments":{"duration":1,"steps":3},"_meta":{"progressToken":5}}"#;
        let reply = legacy.request("tools/call", params).await;
        assert_eq!(
            reply
                .notifications
                .iter()
                .filter(|note| note.contains("notifications/progress"))
                .count(),
            3,
            "{kind}"
        );
        server.kill().await.expect("killed");
    }
}
