use std::time::Duration;

use candor_registry_client::{Freshness, RegistryClient, RegistryLimits};
use candor_testkit::ScriptedRegistry;
use candor_testkit::http_api::ScriptedReply;
use serde_json::json;

use crate::support::{EARLY, client, listed, server, settings};

#[tokio::test]
async fn an_outage_is_told_and_what_was_seen_stays() {
    let registry = ScriptedRegistry::start().expect("a registry");
    registry.publish(server("a.example/s", "1.0.0"), EARLY);
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[&registry.origin()]);
    let before = client.view(Freshness::Now).await;
    let page = |page| ScriptedReply::json(&page);
    for (reply, expect) in [
        (
            ScriptedReply::status(503),
            "`127.0.0.1` answered 503 Service Unavailable",
        ),
        (
            ScriptedReply::status(500),
            "`127.0.0.1` answered 500 Internal Server Error",
        ),
        (ScriptedReply::text("<html>hello"), "is no list of servers"),
        (page(json!({ "servers": 1 })), "is no list of servers"),
        (page(json!([])), "is no list of servers"),
        (ScriptedReply::close(), "the registry cannot be asked"),
        (
            ScriptedReply::raw("garbage"),
            "the registry cannot be asked",
        ),
        (
            ScriptedReply::zeros(64 << 20),
            "answered with more than 4MiB",
        ),
        (
            ScriptedReply::gzip_bomb(64 << 20),
            "the registry cannot be asked",
        ),
        (ScriptedReply::status(404), "does not know it"),
        (
            page(json!({ "servers": [], "metadata": { "nextCursor": "again" } })),
            "does not end: a page leads to itself",
        ),
    ] {
        registry.fail_with(Some(reply));
        let view = client.view(Freshness::Now).await;
        let outage = view.registries[0].outage.clone().expect("an outage");
        assert!(outage.contains(expect), "{outage}");
        assert_eq!(listed(&view), ["a.example/s 1.0.0 active"], "{expect}");
        assert_eq!(view.registries[0].asked_at, before.registries[0].asked_at);
    }
    registry.fail_with(None);
    assert_eq!(client.view(Freshness::Now).await.registries[0].outage, None);
}

#[tokio::test]
async fn a_registry_that_never_answers_is_given_up() {
    let registry = ScriptedRegistry::start().expect("a registry");
    registry.fail_with(Some(ScriptedReply::hang()));
    let data = tempfile::tempdir().expect("a folder");
    for (answer, refresh, expect) in [
        (
            Duration::from_millis(50),
            Duration::from_mins(1),
            "the registry cannot be asked",
        ),
        (
            Duration::from_mins(1),
            Duration::from_millis(50),
            "did not finish its list within 50ms",
        ),
    ] {
        let limits = RegistryLimits {
            answer,
            refresh,
            ..RegistryLimits::default()
        };
        let settings = settings(&[&registry.origin()]);
        let client = RegistryClient::with_limits(data.path(), &settings, limits);
        let view = client.expect("a client").view(Freshness::Now).await;
        let outage = view.registries[0].outage.clone().expect("an outage");
        assert!(outage.contains(expect), "{outage}");
    }
}

#[tokio::test]
async fn a_list_without_end_is_given_up() {
    let registry = ScriptedRegistry::start().expect("a registry");
    for at in 0..50 {
        registry.publish(server(&format!("a.example/s{at}"), "1.0.0"), EARLY);
    }
    let data = tempfile::tempdir().expect("a folder");
    for (entries, pages, expect) in [
        (20, 100, "more than 20 entries"),
        (100, 3, "more than 3 pages"),
    ] {
        let limits = RegistryLimits {
            entries,
            pages,
            page_entries: 10,
            ..RegistryLimits::default()
        };
        let settings = settings(&[&registry.origin()]);
        let client = RegistryClient::with_limits(data.path(), &settings, limits);
        let view = client.expect("a client").view(Freshness::Now).await;
        let outage = view.registries[0].outage.clone().expect("an outage");
        assert!(outage.contains(expect), "{outage}");
        assert!(view.entries.is_empty());
    }
}

#[tokio::test]
async fn nothing_is_asked_offline_and_a_damaged_memory_is_empty() {
    let registry = ScriptedRegistry::start().expect("a registry");
    registry.publish(server("a.example/s", "1.0.0"), EARLY);
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[&registry.origin()]);
    assert!(client.view(Freshness::Remembered).await.entries.is_empty());
    assert!(registry.targets().is_empty());
    client.view(Freshness::Now).await;
    let asked = registry.targets().len();
    assert_eq!(listed(&client.view(Freshness::Remembered).await).len(), 1);
    assert_eq!(registry.targets().len(), asked);
    let folder = data.path().join("catalogue");
    for file in std::fs::read_dir(folder).expect("a folder") {
        std::fs::write(file.expect("a file").path(), "{\"form\":1,\"servers\":[{")
            .expect("written");
    }
    assert!(client.view(Freshness::Remembered).await.entries.is_empty());
    assert_eq!(listed(&client.view(Freshness::WhenOld).await).len(), 1);
}

#[tokio::test]
async fn a_private_address_is_not_asked_unless_it_is_allowed() {
    let registry = ScriptedRegistry::start().expect("a registry");
    let data = tempfile::tempdir().expect("a folder");
    let mut settings = settings(&[&registry.origin()]);
    settings.allow_private = false;
    let client = RegistryClient::new(data.path(), &settings).expect("a client");
    let view = client.view(Freshness::Now).await;
    assert!(view.registries[0].outage.is_some());
    assert!(registry.targets().is_empty());
}

#[tokio::test]
async fn entries_that_cannot_be_used_are_left_out_with_a_sentence() {
    let registry = ScriptedRegistry::start().expect("a registry");
    registry.publish(server("a.example/s", "1.0.0"), EARLY);
    registry.publish(json!({ "name": "<b>bold</b>", "version": "1" }), EARLY);
    registry.publish(json!({ "name": "a.example/v", "version": "" }), EARLY);
    for at in 0..20 {
        registry.publish(
            json!({ "name": format!("evil\u{202e}{at}/x"), "version": "1" }),
            EARLY,
        );
    }
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[&registry.origin()]);
    let view = client.view(Freshness::Now).await;
    assert_eq!(listed(&view), ["a.example/s 1.0.0 active"]);
    let problems = &view.registries[0].problems;
    assert_eq!(problems.len(), 11, "{problems:#?}");
    assert_eq!(problems[10], "and 12 more entries were left out");
    assert!(problems.iter().all(|said| !said.contains('\u{202e}')));
}
