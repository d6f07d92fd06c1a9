//! A program of tools, as a person calls it.

use std::process::Output;

use candor_functions::{Context, Failure, Group, NoInput, Tool, serve_http};
use rmcp::ServiceExt;
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::example_server::{command, request, serve_http as serve_example, soon};

async fn greet(words: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = command("greet", folder.path());
    let output = command.args(words).output();
    soon(output).await.expect("a process")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

#[tokio::test]
async fn definitions_can_be_printed() {
    let output = greet(&["--list"]).await;
    assert!(output.status.success());
    let list: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let tools = list["tools"].as_array().expect("a list");
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(names, ["greet", "list_languages"]);
    assert_eq!(tools[0]["annotations"]["openWorldHint"], false);
}

#[tokio::test]
async fn help_names_the_tools() {
    let output = greet(&["--help"]).await;
    assert!(output.status.success());
    let told = text(&output.stdout);
    assert!(told.contains("--http ADDRESS"), "{told}");
    assert!(
        told.contains("  greet           Greets a person by name.\n"),
        "{told}"
    );
    let output = greet(&["--version"]).await;
    assert_eq!(text(&output.stdout), "greet 1.0.0\n");
}

#[tokio::test]
async fn what_makes_no_sense_is_told() {
    let output = greet(&["--htp", "1"]).await;
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "error: `--htp` is not known; did you mean `--http`?\n  hint: see `--help`\n"
    );
    let taken = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let output = greet(&["--http", &address]).await;
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(
        told.starts_with(&format!("error: cannot listen on `{address}`: ")),
        "{told}"
    );
}

#[tokio::test]
async fn a_page_in_a_browser_gets_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_server, url) = serve_example("greet", folder.path()).await;
    let authority = url.strip_prefix("http://").expect("http");
    let authority = authority.strip_suffix("/mcp").expect("the path").to_owned();
    let status = async |header: &str, path: &str| {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let stream = tokio::net::TcpStream::connect(&authority).await;
        let mut stream = stream.expect("a connection");
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#;
        let sent = format!(
            "POST {path} HTTP/1.1\r\nconnection: close\r\n{header}content-type: application/json\r\n\
             accept: application/json, text/event-stream\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(sent.as_bytes()).await.expect("sent");
        let mut head = [0; 12];
        soon(stream.read_exact(&mut head)).await.expect("an answer");
        text(&head)[9..].to_owned()
    };
    let host = format!("host: {authority}\r\n");
    assert_eq!(status(&host, "/mcp").await, "200");
    let page = format!("{host}origin: https://evil.example\r\n");
    assert_eq!(status(&page, "/mcp").await, "403");
    assert_eq!(status("host: evil.example\r\n", "/mcp").await, "403");
    assert_eq!(status(&host, "/").await, "404");
}

async fn nothing(_: Context, _: NoInput) -> Result<&'static str, Failure> {
    Ok("nothing")
}

#[tokio::test]
async fn a_server_ends_when_it_is_told_to() {
    let group = Group::new("own", "1").tool(Tool::new("nothing", "Does nothing.", nothing));
    let toolbox = group.build().expect("tools in order");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
    let (end, ended) = oneshot::channel::<()>();
    let served = tokio::spawn(serve_http(toolbox, listener, async move {
        let _ = ended.await;
    }));
    let client = ().serve(StreamableHttpClientTransport::from_uri(url));
    let client = soon(client).await.expect("a conversation");
    let called = client.call_tool(request("nothing", serde_json::json!({})));
    let called = soon(called).await.expect("a result");
    assert_eq!(called.is_error, None);
    // The client keeps its stream open; the server ends all the same.
    end.send(()).expect("a server");
    soon(served).await.expect("no panic").expect("a good end");
}
