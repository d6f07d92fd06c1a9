//! A gateway that dies while an approval is pending: it stays pending, or decided, afterwards.

use std::path::Path;

use candor_testkit::candor::owner_name;
use serde_json::{Value, json};

use super::kit::{
    ApprovalGateway, COMING_BACK, ClientKind, ClientTransport, ON_THE_LINE, asked_ways, until, yes,
};

/// Those that are served; a client on stdio brings its own gateway.
fn served() -> impl Iterator<Item = ClientKind> {
    asked_ways().filter(|way| way.0 == ClientTransport::Http)
}

/// Runs a command of `candor approvals` in a folder where nothing is served.
fn approvals(folder: &Path, args: &[&str]) -> String {
    let args = [&["approvals"], args, &["--data", "data"]].concat();
    let output = candor_testkit::candor::run(folder, &args);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_call_meets_the_same_question() {
    let mut stage = ApprovalGateway::open("").await;
    for (count, way) in (0..).zip(served()) {
        let arguments = way.arguments();
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = stage.approver().only_pending().await;
        stage = stage.die(|_| ()).await;
        drop((wire, asked));

        let approver = stage.approver();
        assert_eq!(approver.only_pending().await, id, "{way:?}");
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        assert_eq!(approver.only_pending().await, id, "{way:?}");
        assert_eq!(wire.say(asked, &yes()).await.fine(), arguments.to_string());
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        approver.becomes(&id, "consumed").await;
    }
}

/// The state that a client was handed before counts after, once.
#[tokio::test(flavor = "multi_thread")]
async fn a_state_outlives_the_gateway() {
    let stage = ApprovalGateway::open("").await;
    let way = COMING_BACK[0];
    let (one, two) = (json!({"path": "one"}), json!({"path": "two"}));
    let mut wire = stage.wire(way).await;
    let used = wire.asked("s_wipe", &one).await;
    let used = used.back(&yes());
    wire.called_with("s_wipe", &one, &used).await.fine();
    let kept = wire.asked("s_wipe", &two).await;
    let stage = stage.die(|_| ()).await;

    let mut wire = stage.wire(way).await;
    let done = wire.say(kept, &yes()).await;
    assert_eq!(done.fine(), two.to_string());
    let done = wire.called_with("s_wipe", &one, &used).await;
    assert!(done.error().contains("it was used before"), "{done:?}");
    assert_eq!(stage.calls("wipe"), 2);
}

/// An answer that is given while nothing is served counts when it is served again.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_given_meanwhile_counts() {
    let mut stage = ApprovalGateway::open("").await;
    for (count, way) in (0..).zip(served()) {
        let arguments = way.arguments();
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = stage.approver().only_pending().await;
        stage = stage
            .die(|folder| {
                let listed = approvals(folder, &["list", "--json"]);
                assert!(listed.contains(&id), "{listed}");
                approvals(folder, &["approve", &id]);
            })
            .await;
        drop(asked);
        let mut wire = stage.wire(way).await;
        let done = wire.called("s_wipe", &arguments).await;
        assert_eq!(done.fine(), arguments.to_string(), "{way:?}");
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        let shown = stage.approver().becomes(&id, "consumed").await;
        assert_eq!(shown["verdict"]["door"], "cli", "{shown}");

        // A no is one for the call that was asked about; the next one asks anew.
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = stage.approver().only_pending().await;
        stage = stage
            .die(|folder| drop(approvals(folder, &["deny", &id, "--reason", "enough"])))
            .await;
        let mut wire = stage.wire(way).await;
        if way.is_modern() {
            let done = wire.say(asked, &yes()).await;
            assert!(done.refused().contains("enough"), "{done:?}");
        }
        let _open = wire.asked("s_wipe", &arguments).await;
        let next = stage.approver().only_pending().await;
        assert_ne!(next, id, "{way:?}");
        stage.approver().deny(&next, "enough").await;
    }
}

/// What was not answered in time has expired, whether or not a gateway was running.
#[tokio::test(flavor = "multi_thread")]
async fn time_goes_on_while_nothing_is_served() {
    let stage = ApprovalGateway::open("[policy]\napproval_timeout = \"5s\"\n").await;
    let mut wire = stage.wire(ON_THE_LINE[1]).await;
    let asked = wire.asked("s_wipe", &json!({})).await;
    let id = stage.approver().only_pending().await;
    let shown = stage.approver().approval(&id).await;
    let expires = shown["expires"].as_str().expect("a time").to_owned();
    let stage = stage
        .die(|folder| {
            let over = || {
                let shown = approvals(folder, &["show", &id, "--json"]);
                let shown: Value = serde_json::from_str(&shown).expect("JSON");
                shown["state"] == "expired"
            };
            let end = std::time::Instant::now() + super::kit::PATIENCE;
            while !over() {
                assert!(std::time::Instant::now() < end, "never over: {expires}");
            }
        })
        .await;
    drop(asked);
    let approver = stage.approver();
    approver.becomes(&id, "expired").await;
    approver.cannot_approve(&id, 409).await;
    assert_eq!(stage.calls("wipe"), 0);
}

/// Standing approvals are there again.
#[tokio::test(flavor = "multi_thread")]
async fn what_goes_on_counting_goes_on() {
    let stage = ApprovalGateway::open("").await;
    let mut wire = stage.wire(ON_THE_LINE[1]).await;
    let asked = wire.asked("s_wipe", &json!({"path": "a"})).await;
    stage
        .approver()
        .approve_for(&stage.approver().only_pending().await, "always")
        .await;
    let (flight, _) = asked.flight.expect("a question on the line");
    flight.done().await.fine();
    let stage = stage.die(|_| ()).await;
    let mut wire = stage.wire(ON_THE_LINE[1]).await;
    let done = wire.called("s_wipe", &json!({"path": "b"})).await;
    done.fine();
    assert_eq!(stage.calls("wipe"), 2);
    until("the reason on file", async || {
        let calls = stage.approver().calls("outcome=ok").await;
        let why = calls.first()?["decision"].as_str()?.to_owned();
        (calls.len() == 2 && why.contains(&format!("approved always by {}", owner_name())))
            .then_some(())
    })
    .await;
}
