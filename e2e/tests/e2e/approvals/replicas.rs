//! Two gateways on one database: a question is asked here and answered there.

use std::time::{Duration, Instant};

use candor_testkit::{QuickestRound, assert_contains_for};
use serde_json::json;

use super::kit::{
    ClientKind, ClientTransport, ConcurrentClient, MODERN, asked_ways, forms, no, pair, yes,
};

/// How soon an answer that was given at the other replica is heard.
const PROMISE: Duration = Duration::from_secs(1);

fn http() -> impl Iterator<Item = ClientKind> {
    asked_ways().filter(|way| way.0 == ClientTransport::Http)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_at_another_replica_counts() {
    let Some(pair) = pair("").await else { return };
    let (here, there) = pair.approvers();
    let mut quickest = QuickestRound::new();
    for (count, way) in (0..).zip(http()) {
        let arguments = way.arguments();
        let mut wire = ConcurrentClient::http(pair.replicas.one.url(), way.1, &forms(), None).await;
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = there.only_pending().await;
        assert_eq!(here.only_pending().await, id);
        there.approve(&id).await;
        let begun = Instant::now();
        let done = match asked.flight {
            Some((flight, _)) => flight.done().await,
            None => wire.called("s_wipe", &arguments).await,
        };
        assert_eq!(done.fine(), arguments.to_string(), "{way:?}");
        quickest.took(begun.elapsed());
        assert_eq!(pair.upstream.calls("wipe"), count + 1);
        if !way.is_modern() {
            assert_eq!(done.heard("notifications/cancelled").len(), 1, "{done:?}");
        }

        let asked = wire.asked("s_wipe", &arguments).await;
        there
            .deny(&there.only_pending().await, "not from over there")
            .await;
        let done = match asked.flight {
            Some((flight, _)) => flight.done().await,
            None => wire.say(asked, &yes()).await,
        };
        assert_contains_for(&way, done.refused(), "not from over there");
    }
    quickest.was_within(PROMISE);
}

/// A client may come back to any of them, and makes its call again at any of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_may_come_back_elsewhere() {
    let Some(pair) = pair("").await else { return };
    let (here, there) = pair.approvers();
    let mut one = ConcurrentClient::http(pair.replicas.one.url(), MODERN, &forms(), None).await;
    let mut two = ConcurrentClient::http(pair.replicas.two.url(), MODERN, &forms(), None).await;
    let arguments = json!({"path": "a"});
    let asked = one.asked("s_wipe", &arguments).await;
    let back = asked.back(&yes());
    let done = two.called_with("s_wipe", &arguments, &back).await;
    assert_eq!(done.fine(), arguments.to_string());
    let again = one.called_with("s_wipe", &arguments, &back).await;
    assert!(again.error().contains("it was used before"), "{again:?}");

    for way in http() {
        let mut one = ConcurrentClient::http(pair.replicas.one.url(), way.1, &forms(), None).await;
        let mut two = ConcurrentClient::http(pair.replicas.two.url(), way.1, &forms(), None).await;
        let first = one.asked("s_wipe", &arguments).await;
        let id = here.only_pending().await;
        let second = two.asked("s_wipe", &arguments).await;
        assert_eq!(there.only_pending().await, id, "it is the same question");
        let done = two.say(second, &no("not now")).await;
        assert!(done.refused().contains("not now"), "{done:?}");
        let done = match first.flight {
            Some((flight, _)) => flight.done().await,
            None => one.say(first, &yes()).await,
        };
        assert!(done.refused().contains("not now"), "{way:?}: {done:?}");
    }
    assert_eq!(pair.upstream.calls("wipe"), 1);
}

/// What goes on counting counts everywhere within a second, and so does taking it back.
#[tokio::test(flavor = "multi_thread")]
async fn a_standing_approval_counts_everywhere() {
    let Some(pair) = pair("").await else { return };
    let (here, there) = pair.approvers();
    let mut one = ConcurrentClient::http(pair.replicas.one.url(), MODERN, &forms(), None).await;
    let mut two = ConcurrentClient::http(pair.replicas.two.url(), MODERN, &forms(), None).await;
    let (mut granted, mut revoked) = (QuickestRound::new(), QuickestRound::new());
    // Every question that is asked before the news is there has arguments of its own.
    let mut number = 0;
    for round in ["a", "b", "c"] {
        one.asked("s_wipe", &json!({"path": round})).await;
        here.approve_for(&here.only_pending().await, "always").await;
        granted
            .round("it counts there", async || {
                number += 1;
                let done = two.called("s_wipe", &json!({"path": number})).await;
                done.result()["resultType"] == "complete"
            })
            .await;

        there.revoke_all().await;
        revoked
            .round("it counts no more here", async || {
                number += 1;
                let done = one.called("s_wipe", &json!({"path": number})).await;
                done.result()["resultType"] == "input_required"
            })
            .await;
        for item in here.approvals("pending").await {
            let id = item["id"].as_str().expect("an id");
            here.deny(id, "enough").await;
        }
    }
    granted.was_within(PROMISE);
    revoked.was_within(PROMISE);
}

/// A replica that dies takes nothing along.
#[tokio::test(flavor = "multi_thread")]
async fn the_other_replica_goes_on() {
    let Some(pair) = pair("").await else { return };
    let (_, there) = pair.approvers();
    let mut one =
        ConcurrentClient::http(pair.replicas.one.url(), "2025-11-25", &forms(), None).await;
    let arguments = json!({"path": "a"});
    let asked = one.asked("s_wipe", &arguments).await;
    let id = there.only_pending().await;
    drop(pair.replicas.one.kill());
    drop(asked);
    there.approve(&id).await;
    let mut two =
        ConcurrentClient::http(pair.replicas.two.url(), "2025-06-18", &forms(), None).await;
    let done = two.called("s_wipe", &arguments).await;
    assert_eq!(done.fine(), arguments.to_string());
    assert_eq!(pair.upstream.calls("wipe"), 1);
}
