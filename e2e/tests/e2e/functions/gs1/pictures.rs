//! Links that are made, recorded and drawn.

use std::process::Stdio;

use candor_testkit::ServerEra;
use candor_testkit::peers::{folder, node};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use super::configured;
use crate::functions::kit::{call, refused};

/// What a reader that others wrote finds in a picture: its size, and what the code says.
async fn read(picture: &str) -> Value {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/e2e/functions/gs1/picture.mjs"
    );
    let mut child = Command::new(node().expect("Node is installed"))
        .arg(script)
        .arg(folder().expect("a folder"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("Node runs");
    let mut input = child.stdin.take().expect("an input");
    input.write_all(picture.as_bytes()).await.expect("a reader");
    drop(input);
    let output = child.wait_with_output().await.expect("Node ends");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_holds_its_link() {
    let stage = configured().await;
    let lot = "https://id.gs1.org/01/09506000134352/10/ABC%2F123/21/12345?17=261231";
    for (era, arguments, url) in [
        (
            ServerEra::Legacy,
            json!({"gtin": "9506000134352"}),
            "https://id.gs1.org/01/09506000134352",
        ),
        (
            ServerEra::Modern,
            json!({"gtin": "9506000134352", "lot": "ABC/123", "serial": "12345", "expiry": "2026-12-31"}),
            lot,
        ),
        (
            ServerEra::Modern,
            json!({"gtin": "96385074", "scale": 3, "link_type": "gs1:pip"}),
            "https://id.gs1.org/01/00000096385074?linkType=gs1:pip",
        ),
    ] {
        let mut client = stage.client(era).await;
        let result = call(&mut client, "gs1_generate_qr_url", &arguments).await;
        assert_eq!(result["structuredContent"]["url"], url, "{result}");
        let picture = &result["content"][1];
        assert_eq!(picture["type"], "image", "{result}");
        assert_eq!(picture["mimeType"], "image/png", "{result}");
        let seen = read(picture["data"].as_str().expect("base64")).await;
        assert_eq!(seen["says"], url, "{seen}");
        let size = &result["structuredContent"]["size"];
        assert_eq!(seen["width"], *size, "{seen}");
        assert_eq!(seen["height"], *size, "{seen}");
    }
}

/// Doing it twice is doing it once: the same record, and the same reply to the byte.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_link_is_one_record() {
    let stage = configured().await;
    let arguments = r#"{"gtin":"9506000134352","lot":"A"}"#;
    let mut records = Vec::new();
    for (era, mut client) in stage.clients().await {
        let first = client.call("gs1_generate_qr_url", arguments).await;
        let second = client.call("gs1_generate_qr_url", arguments).await;
        assert_eq!(first.result(), second.result(), "{era:?}");
        records.push(first.value()["structuredContent"]["record"].clone());
    }
    assert_eq!(records[0], records[1], "whoever asks by the same name");
    let mut client = stage.client(ServerEra::Modern).await;
    let other = json!({"gtin": "9506000134352", "lot": "B"});
    let other = call(&mut client, "gs1_generate_qr_url", &other).await;
    assert_ne!(other["structuredContent"]["record"], records[0]);

    // It outlives the gateway.
    let text = candor_testkit::candor::unasked(super::PACK);
    let gateway = candor_testkit::CandorProcess::serve_in(stage.end(), &text, &[]);
    gateway.all_ready().await;
    let mut client = gateway.client(ServerEra::Modern).await;
    let again = client.call("gs1_generate_qr_url", arguments).await;
    let again = &again.value()["structuredContent"]["record"];
    assert_eq!(*again, records[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_made_is_told() {
    let stage = configured().await;
    let mut client = stage.client(ServerEra::Legacy).await;
    for (arguments, expect) in [
        (
            json!({"gtin": "9506000134353"}),
            "its check digit should be 2",
        ),
        (json!({"gtin": "9506000134352", "lot": "a b"}), "`10`"),
        (
            json!({"gtin": "9506000134352", "expiry": "soon"}),
            "`soon` is not a date",
        ),
        (json!({"gtin": "9506000134352", "scale": 0}), "/scale"),
        (
            json!({"gtin": "9506000134352", "lot": "x".repeat(21)}),
            "20",
        ),
    ] {
        let said = refused(&mut client, "gs1_generate_qr_url", &arguments).await;
        assert!(said.contains(expect), "{arguments}: {said}");
    }
}
