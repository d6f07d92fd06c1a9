//! The Inspector's command line, in both eras. It says that it cannot be asked, so that its calls
//! wait for an approver: with an open connection in the legacy era, as tasks in the modern one.

use serde_json::{Value, json};

use crate::peers::inspector;

use super::client_scenarios::BRIEF;
use super::guarded::{GuardedGateway, id_of};

const ERAS: [&str; 2] = ["legacy", "modern"];

/// Begins a call with the Inspector; what it prints is its result.
fn call(guarded: &GuardedGateway, era: &str, path: &str) -> tokio::task::JoinHandle<Value> {
    let arguments = json!({"path": path}).to_string();
    let mut command = inspector(guarded.candor.folder());
    command
        .args([guarded.candor.url(), "--transport", "http"])
        .args(["--protocol-era", era, "--format", "json"])
        .args(["--method", "tools/call", "--tool-name", "s_wipe"])
        .args(["--tool-args-json", &arguments]);
    tokio::spawn(async move {
        let output = command.output().await.expect("the Inspector runs");
        let text = String::from_utf8(output.stdout).expect("text");
        let complaint = String::from_utf8_lossy(&output.stderr);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{complaint}"))
    })
}

/// The result, wherever the Inspector puts it.
fn result(said: &Value) -> &Value {
    said.get("result").unwrap_or(said)
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_elsewhere_decides() {
    let guarded = GuardedGateway::open("").await;
    let desk = guarded.approver();
    for era in ERAS {
        let path = format!("yes-{era}");
        let called = call(&guarded, era, &path);
        let asked = desk.next_pending().await;
        assert_eq!(guarded.made(&path), 0);
        desk.approve(&id_of(&asked)).await;
        let said = called.await.expect("a result");
        assert_eq!(result(&said)["content"][0]["text"], "done", "{said}");
        assert_eq!(guarded.made(&path), 1);

        let path = format!("no-{era}");
        let called = call(&guarded, era, &path);
        desk.deny(&id_of(&desk.next_pending().await), "not today")
            .await;
        let said = called.await.expect("a result");
        assert_eq!(result(&said)["isError"], true, "{said}");
        assert!(said.to_string().contains("denied it: not today"), "{said}");
        assert_eq!(guarded.made(&path), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_decides() {
    let guarded = GuardedGateway::open(BRIEF).await;
    let said = call(&guarded, "legacy", "legacy").await.expect("a result");
    assert_eq!(result(&said)["isError"], true, "{said}");
    let sentence = "nobody answered within 1 s";
    assert!(said.to_string().contains(sentence), "{said}");
    assert_eq!(guarded.made("legacy"), 0);
}

/// In the modern era the Inspector knows tasks, and a task has longer than its connection would.
#[tokio::test(flavor = "multi_thread")]
async fn a_task_waits_longer() {
    let guarded = GuardedGateway::open(BRIEF).await;
    let desk = guarded.approver();
    let called = call(&guarded, "modern", "task");
    let asked = desk.next_pending().await;
    assert_eq!(asked["card"]["expires_in"], "in 1 day", "{asked}");
    desk.approve(&id_of(&asked)).await;
    let said = called.await.expect("a result");
    assert_eq!(result(&said)["content"][0]["text"], "done", "{said}");
    assert_eq!(guarded.made("task"), 1);
}
