//! Servers that tell of changes.

use std::time::{Duration, Instant};

use candor_sources::{SourceEventKind, SourceHandle};
use candor_testkit::{ServerEra as Serves, fixture, wait_until};
use serde_json::json;

use crate::harness::{SourceHarness, http, odd, spec};

#[expect(clippy::needless_pass_by_value, reason = "news are heard by value")]
fn inventory(event: SourceEventKind) -> Option<(bool, bool, bool)> {
    match event {
        SourceEventKind::Inventory {
            tools,
            resources,
            prompts,
        } => Some((tools, resources, prompts)),
        _ => None,
    }
}

fn updated(event: SourceEventKind) -> Option<String> {
    match event {
        SourceEventKind::ResourceUpdated { uri, .. } => Some(uri),
        _ => None,
    }
}

#[tokio::test]
async fn changed_tools_are_read_again_and_unchanged_ones_are_no_news() {
    let mut rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    assert_eq!(rig.hear(inventory).await, (true, true, false));
    let before = rig.tools().len();
    // A storm without a change, then a change: only the change is news.
    let begun = Instant::now();
    rig.call("change", &json!({"extra": false, "times": 500}))
        .await;
    rig.call("change", &json!({"extra": true})).await;
    assert_eq!(rig.hear(inventory).await, (true, false, false));
    assert_eq!(rig.tools().len(), before + 1);
    let lists = rig.seen().await["seen"].clone();
    let lists = lists
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["method"] == "tools/list")
        .count();
    // However long the storm takes, the list is read five times a second at most.
    let most = 3 + usize::try_from(begun.elapsed().as_millis() / 200).unwrap();
    assert!(lists <= most, "a storm is read {lists} times, not {most}");
    rig.source.stop().await;
}

#[tokio::test]
async fn http_servers_of_both_eras_tell_of_changes() {
    for serves in [Serves::Legacy, Serves::Modern] {
        let server = fixture::serve_http(serves);
        let mut rig = SourceHarness::ready(spec(http(server.url()))).await;
        rig.hear(inventory).await;
        let before = rig.tools().len();
        listening(&rig.source, &server).await;
        rig.call("test_trigger_tool_change", &json!({})).await;
        assert_eq!(
            rig.hear(inventory).await,
            (true, false, false),
            "{serves:?}"
        );
        assert_ne!(rig.tools().len(), before);
        rig.source.stop().await;
    }
}

/// Waits until the server has a client to tell: announces changes until one is followed.
async fn listening(source: &SourceHandle, server: &candor_testkit::ServerHandle) {
    let lists = || {
        server
            .seen()
            .iter()
            .filter(|it| it.body.contains("\"tools/list\""))
            .count()
    };
    let before = lists();
    wait_until(&format!("{source:?} listens"), async || {
        server.announce_tools_changed();
        lists() > before
    })
    .await;
}

#[tokio::test]
async fn a_watched_resource_is_followed_in_both_eras() {
    let uri = "test://watched-resource";
    for serves in [Serves::Legacy, Serves::Modern] {
        let server = fixture::serve_http(serves);
        let mut rig = SourceHarness::ready(spec(http(server.url()))).await;
        listening(&rig.source, &server).await;
        rig.source.watch_resource(uri).await.unwrap();
        rig.source.watch_resource(uri).await.unwrap();
        let asks = |text: &str| {
            server
                .seen()
                .iter()
                .filter(|it| it.body.contains(text))
                .count()
        };
        wait_until("the wish", async || {
            asks("resources/subscribe") + asks("resourceSubscriptions") > 0
        })
        .await;
        // A modern server may still be opening the new stream, so the change is made until it
        // is heard.
        let mut heard = None;
        for _ in 0..300 {
            rig.call(CHANGE, &json!({})).await;
            let wait = Duration::from_millis(200);
            if let Ok(uri) = tokio::time::timeout(wait, rig.hear(updated)).await {
                heard = Some(uri);
                break;
            }
        }
        assert_eq!(heard.as_deref(), Some(uri), "{serves:?}");
        assert!(asks("resources/subscribe") <= 1, "counted");
        rig.source.unwatch_resource(uri).await;
        assert_eq!(asks("resources/unsubscribe"), 0);
        rig.source.unwatch_resource(uri).await;
        if serves == Serves::Legacy {
            assert_eq!(asks("resources/unsubscribe"), 1);
        }
        rig.source.stop().await;
    }
}

/// The fixture's tool that changes the watched resource.
const CHANGE: &str = "test_trigger_resource_update";
