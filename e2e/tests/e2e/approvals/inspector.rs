//! The Inspector's command line, in both eras. It says that it cannot be asked, so that its calls
//! wait for an approver: with an open connection in the legacy era, as tasks in the modern one.

use serde_json::{Value, json};

use crate::peers::inspect;

use super::client_scenarios::BRIEF;
use super::guarded::{GuardedGateway, id_of};

const ERAS: [&str; 2] = ["legacy", "modern"];

/// Calls with the Inspector; its result.
async fn call(guarded: &GuardedGateway, era: &str, path: &str) -> Value {
    let arguments = json!({"path": path}).to_string();
    let method = ["--method", "tools/call", "--tool-name", "s_wipe"];
    let args = [&method[..], &["--tool-args-json", &arguments]].concat();
    inspect(&guarded.candor, era, &args).await
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_elsewhere_decides() {
    let (guarded, approver) = GuardedGateway::with_approver("").await;
    for era in ERAS {
        let path = format!("yes-{era}");
        let decided = async {
            let asked = approver.next_pending().await;
            assert_eq!(guarded.made(&path), 0);
            approver.approve(&id_of(&asked)).await;
        };
        let (said, ()) = tokio::join!(call(&guarded, era, &path), decided);
        assert_eq!(said["content"][0]["text"], "done", "{said}");
        assert_eq!(guarded.made(&path), 1);

        let path = format!("no-{era}");
        let decided = async {
            approver
                .deny(&id_of(&approver.next_pending().await), "not today")
                .await
        };
        let (said, _) = tokio::join!(call(&guarded, era, &path), decided);
        assert_eq!(said["isError"], true, "{said}");
        assert!(said.to_string().contains("denied it: not today"), "{said}");
        assert_eq!(guarded.made(&path), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_decides() {
    let guarded = GuardedGateway::open(BRIEF).await;
    let said = call(&guarded, "legacy", "legacy").await;
    assert_eq!(said["isError"], true, "{said}");
    let sentence = "no decision was made within 5 s";
    assert!(said.to_string().contains(sentence), "{said}");
    assert_eq!(guarded.made("legacy"), 0);
}

/// In the modern era the Inspector knows tasks, and a task has longer than its connection would.
#[tokio::test(flavor = "multi_thread")]
async fn a_task_waits_longer() {
    let (guarded, approver) = GuardedGateway::with_approver(BRIEF).await;
    let decided = async {
        let asked = approver.next_pending().await;
        // The time that is left now, which is less than the day that it was given.
        let left = asked["card"]["expires_in"].as_str().expect("a text");
        assert!(
            left == "in 1 day" || left.starts_with("in 23 hours"),
            "{asked}"
        );
        approver.approve(&id_of(&asked)).await;
    };
    let (said, ()) = tokio::join!(call(&guarded, "modern", "task"), decided);
    assert_eq!(said["content"][0]["text"], "done", "{said}");
    assert_eq!(guarded.made("task"), 1);
}
