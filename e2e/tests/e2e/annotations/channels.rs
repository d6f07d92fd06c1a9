//! What is said at one door is known at the others, in the same words.

use std::process::Stdio;

use candor_testkit::candor::command;
use candor_testkit::text::args;
use candor_testkit::{ServerEra, wait_until};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::Command;
use tokio::time::timeout;

use super::{PATIENCE, serve};

const TOOLS: &str = r#"[
    {"name":"find","title":"Find","description":"Finds a thing.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"keep","title":"Keep","description":"Keeps a thing.","inputSchema":{"type":"object"}}]"#;

/// All overrides as a file that a team can review, and the file taken over elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn overrides_travel_in_a_file() {
    let (gateway, _file) = serve(TOOLS, "[environments.prod]\n");
    gateway.all_ready().await;
    let api = gateway.api();
    let said = json!({"destructive": false, "idempotent": "unset", "title": "Keep It",
        "extra": {"vendor/cost": 1.5}, "why": "a test of \"quotes\""});
    api.patch("/annotations/s.keep", &said).await.fine();
    let said = json!({"open_world": true});
    api.patch("/annotations/s.*?environment=prod", &said)
        .await
        .fine();
    let export = gateway.folder().join("overrides.toml");
    let path = export.to_str().expect("a path");
    gateway.fine(&["tools", "--export", path]);
    let (code, same) = gateway.command(&["annotate", "--apply", path, "--dry-run"]);
    assert_eq!(code, 0, "nothing to change: {same}");

    let (other, _file) = serve(TOOLS, "[environments.prod]\n");
    other.all_ready().await;
    other.fine(&["annotate", "--apply", path]);
    for endpoint in ["/mcp", "/mcp@prod"] {
        let there = gateway
            .client_at(endpoint, ServerEra::Legacy)
            .await
            .offered()
            .await;
        let mut client = other.client_at(endpoint, ServerEra::Legacy).await;
        wait_until("the same at the other gateway", async || {
            client.offered().await == there
        })
        .await;
        assert_eq!(there["s_keep"]["annotations"]["vendor/cost"], 1.5);
    }

    // One wrong line, and nothing of the file is taken over.
    let text = std::fs::read_to_string(&export).expect("the file");
    let wrong = format!(
        "{text}\n[annotations.\"s.nothing\"]\ntitle = \"N\"\n[annotations.\"s.find\"]\ntitle = \"F\"\n"
    );
    std::fs::write(&export, wrong).expect("a file");
    let (code, said) = other.command(&["annotate", "--apply", path]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("s.nothing"), "{said}");
    let entry = other.api().read("/annotations/s.find").await;
    assert_eq!(entry["version"], 0, "{entry}");
}

/// Each layer and who spoke, through the command line and the API.
#[tokio::test(flavor = "multi_thread")]
async fn every_layer_is_explained() {
    let (gateway, _file) = serve(
        TOOLS,
        "[annotations.\"s.*\"]\nopen_world = false\n\
         [environments.prod.annotations.\"s.find\"]\nidempotent = true\n",
    );
    gateway.all_ready().await;
    let api = gateway.api();
    let said = json!({"title": "Look For", "why": "clearer"});
    api.patch("/annotations/s.find", &said).await.fine();
    let tool = api.read("/tools/s.find?environment=prod").await;
    for (field, value, layer) in [
        ("read_only", json!(true), "declared"),
        ("destructive", json!(false), "declared"),
        ("idempotent", json!(true), "environment"),
        ("open_world", json!(false), "override"),
        ("title", json!("Look For"), "override"),
    ] {
        let fact = &tool["effective"][field];
        assert_eq!(fact["value"], value, "{field}: {tool:#}");
        assert_eq!(fact["layer"], layer, "{field}: {tool:#}");
    }
    // An untrusted server's word is shown, and not relied upon.
    assert_eq!(
        tool["relied"]["read_only"]["value"],
        Value::Null,
        "{tool:#}"
    );
    let mut client = gateway.client_at("/mcp@prod", ServerEra::Legacy).await;
    let served = client.offered().await;
    assert_eq!(tool["definition"], served["s_find"]);

    let explained = gateway.fine(&args("tools --explain --environment prod --source s"));
    for part in [
        "Look For",
        "clearer",
        "candor.toml",
        "ignored (untrusted source)",
    ] {
        assert!(explained.contains(part), "{part}: {explained}");
    }
}

/// A client that starts its servers itself can have an environment, too.
#[tokio::test(flavor = "multi_thread")]
async fn an_environment_on_standard_input_and_output() {
    let (gateway, _file) = serve(
        TOOLS,
        "[environments.prod.annotations.\"s.keep\"]\ndestructive = true\n",
    );
    let mut child = Command::from(command(gateway.folder()))
        .args(["stdio", "--environment", "prod", "--data", "other"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("an input");
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#,
    ] {
        let line = format!("{message}\n");
        input.write_all(line.as_bytes()).await.expect("it reads");
    }
    let list = loop {
        let line = timeout(PATIENCE, lines.next_line()).await;
        let line = line.expect("a line in time").expect("text");
        let line: Value = serde_json::from_str(&line.expect("the list")).expect("JSON");
        if line["id"] == 2 {
            break line;
        }
    };
    let mut tools = list["result"]["tools"].as_array().expect("tools").iter();
    let keep = tools.find(|tool| tool["name"] == "s_keep").expect("a tool");
    assert_eq!(keep["annotations"]["destructiveHint"], true, "{list}");
    drop(input);
    let end = timeout(PATIENCE, child.wait())
        .await
        .expect("an end in time");
    assert!(end.expect("a status").success());

    let args = ["stdio", "--environment", "nosuch"];
    let (code, said) = gateway.command(&args);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("there is no environment `nosuch`"), "{said}");
}
