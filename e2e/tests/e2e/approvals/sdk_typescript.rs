//! The TypeScript SDK: its first generation, which knows the legacy era, and its second, which
//! knows both.

use std::path::Path;

use candor_testkit::peers::{folder, node};
use serde_json::Value;
use tokio::process::Command;

use super::guarded::Guarded;
use super::scenes::{ANSWERED, BRIEF, Door, ELSEWHERE, EXPIRED, MUTE, PAGED, Scene, check, order};

/// A generation and an era.
const CLIENTS: [(&str, &str); 3] = [("v1", "legacy"), ("v2", "legacy"), ("v2", "modern")];

async fn run(order: &Value) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/approvals/client.mjs");
    let mut command = Command::new(node().expect("Node is installed"));
    command
        .arg(script)
        .arg(folder().expect("a folder"))
        .arg(order.to_string());
    let output = command.output().await.expect("Node runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{order}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

/// Puts every client through the scenes, and gives what each printed.
async fn put_through(guarded: &Guarded, doors: &[Door], scenes: &[Scene]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for door in doors {
        for (sdk, era) in CLIENTS {
            let name = format!("{sdk} {era} {door:?}");
            let mut order = order(guarded, *door, scenes, &name);
            order["sdk"] = sdk.into();
            order["era"] = era.into();
            let said = run(&order).await;
            check(guarded, scenes, &name, &said);
            all.push((name, serde_json::from_str(&said).expect("JSON")));
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_over_http() {
    let guarded = Guarded::open("").await;
    for (name, said) in put_through(&guarded, &[Door::Http], &ANSWERED).await {
        // A client that holds a question open is told when it needs no answer any more.
        let withdrawn = name.contains("legacy");
        assert_eq!(said[6]["withdrawn"], withdrawn, "{name}: {}", said[6]);
        assert_eq!(said[7]["withdrawn"], withdrawn, "{name}: {}", said[7]);
        assert_eq!(said[0]["withdrawn"], false, "{name}");
    }
}

/// Somebody answers at the gateway that listens, and the one that the client has started hears.
#[tokio::test(flavor = "multi_thread")]
async fn every_answer_over_stdio() {
    let guarded = Guarded::open("").await;
    put_through(&guarded, &[Door::Stdio], &ANSWERED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_answers() {
    let guarded = Guarded::open(BRIEF).await;
    put_through(&guarded, &[Door::Http, Door::Stdio], &EXPIRED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_cannot_be_asked_waits() {
    let guarded = Guarded::open("").await;
    put_through(&guarded, &[Door::Http, Door::Stdio], &MUTE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_offered_where_the_client_may_not_answer() {
    let guarded = Guarded::open(ELSEWHERE).await;
    for (name, said) in put_through(&guarded, &[Door::Http], &PAGED).await {
        let url = said[0]["question"]["url"].as_str().expect("an address");
        assert!(url.contains("/approvals/"), "{name}: {url}");
    }
}
