//! The Python SDK, in both eras.

use std::path::Path;

use candor_testkit::peers::folder;
use serde_json::Value;
use tokio::process::Command;

use super::guarded::Guarded;
use super::scenes::{ANSWERED, BRIEF, Door, ELSEWHERE, EXPIRED, MUTE, PAGED, Scene, check, order};

const MODES: [&str; 3] = ["legacy", "auto", "2026-07-28"];

async fn run(order: &Value) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/approvals/client.py");
    let python = folder().expect("a folder").join("venv/bin/python");
    let mut command = Command::new(python);
    command.arg(script).arg(order.to_string());
    let output = command.output().await.expect("Python runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{order}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

/// Puts the client through the scenes in every mode, and gives what it printed.
async fn put_through(guarded: &Guarded, doors: &[Door], scenes: &[Scene]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for door in doors {
        for mode in MODES {
            let name = format!("{mode} {door:?}");
            let mut order = order(guarded, *door, scenes, &name);
            order["mode"] = mode.into();
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
        let withdrawn = name.contains("legacy");
        assert_eq!(said[6]["withdrawn"], withdrawn, "{name}: {}", said[6]);
        assert_eq!(said[7]["withdrawn"], withdrawn, "{name}: {}", said[7]);
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

/// This client always says that it can offer a page.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_offered_where_the_client_may_not_answer() {
    let guarded = Guarded::open(ELSEWHERE).await;
    for (name, said) in put_through(&guarded, &[Door::Http], &PAGED).await {
        let url = said[0]["question"]["url"].as_str().expect("an address");
        assert!(url.contains("/approvals/"), "{name}: {url}");
    }
}
