//! Which era and transport a server turns out to speak.

use candor_model::{McpEra, McpRevision};
use candor_sources::{OriginSpec, SourceEventKind, SourceState};
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra as Serves, fixture};
use serde_json::json;

use crate::harness::{SourceHarness, http, http_spec, odd, spec};

#[track_caller]
fn check(state: &SourceState, era: McpEra, revision: McpRevision, transport: &str) {
    let SourceState::Ready {
        era: e,
        revision: r,
        transport: t,
        ..
    } = state
    else {
        panic!("{state}")
    };
    assert_eq!((*e, *r, *t), (era, revision, transport));
}

fn hello() -> ServerScript {
    ServerScript::simple(&[(
        "hello",
        r#"{"result":{"content":[],"resultType":"complete"}}"#,
    )])
}

#[tokio::test]
async fn a_polite_legacy_server_is_asked_once() {
    let mut rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    check(
        &rig.source.state(),
        McpEra::Legacy,
        McpRevision::V2025_06_18,
        "stdio",
    );
    let inventory = rig.source.inventory();
    assert_eq!(
        (&*inventory.server.name, &*inventory.server.version),
        ("odd", "1")
    );
    assert_eq!(inventory.server.instructions.as_deref(), Some("be kind"));
    assert_eq!(inventory.resources[0].uri, "odd:1");
    assert!(
        inventory.templates.is_empty() && inventory.diagnostics.is_empty(),
        "{inventory:?}"
    );
    let (era, server) = rig
        .hear(|event| match event {
            SourceEventKind::Found { era, server, .. } => Some((era, server)),
            _ => None,
        })
        .await;
    assert_eq!((era, &*server), (McpEra::Legacy, "odd 1"));
    rig.source.stop().await;
}

#[tokio::test]
async fn a_silent_legacy_server_is_found_and_then_remembered() {
    let rig = SourceHarness::ready(spec(odd(&json!({"silent": true})))).await;
    check(
        &rig.source.state(),
        McpEra::Legacy,
        McpRevision::V2025_06_18,
        "stdio",
    );
    rig.source.stop().await;

    // This one would die of a probe, so the first thing it heard tells that there was none.
    let mut remembered = spec(odd(&json!({"dies": true})));
    remembered.remembered = Some(McpEra::Legacy);
    let rig = SourceHarness::ready(remembered).await;
    assert_eq!(rig.seen().await["seen"][0]["method"], "initialize");
    rig.source.stop().await;
}

#[tokio::test]
async fn a_server_that_dies_of_the_probe_is_started_again() {
    let rig = SourceHarness::ready(spec(odd(&json!({"dies": true})))).await;
    check(
        &rig.source.state(),
        McpEra::Legacy,
        McpRevision::V2025_06_18,
        "stdio",
    );
    rig.source.stop().await;
}

/// It has heard the modern greeting and the handshake before it answers the first.
#[tokio::test]
async fn a_modern_server_that_is_slow_to_start_is_started_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let starts = folder.path().join("starts");
    let options = json!({"modern": true, "slow": 3.5, "starts": starts});
    let rig = SourceHarness::ready(spec(odd(&options))).await;
    check(
        &rig.source.state(),
        McpEra::Modern,
        McpRevision::V2026_07_28,
        "stdio",
    );
    assert_eq!(rig.tools()[0], "echo");
    let started = std::fs::read_to_string(&starts).expect("a file");
    assert_eq!(started, "started\n");
    rig.source.stop().await;
}

#[tokio::test]
async fn an_unknown_revision_is_named() {
    let rig = SourceHarness::start(spec(odd(&json!({"revision": "2031-01-01"}))));
    let state = rig
        .until("failing", |state| {
            matches!(state, SourceState::Failing { .. })
        })
        .await;
    assert!(state.to_string().contains("`2031-01-01`"), "{state}");
    rig.source.stop().await;
}

#[tokio::test]
async fn http_servers_are_probed() {
    for (serves, era, revision) in [
        (Serves::Modern, McpEra::Modern, McpRevision::V2026_07_28),
        (Serves::Legacy, McpEra::Legacy, McpRevision::V2025_11_25),
        (Serves::Both, McpEra::Modern, McpRevision::V2026_07_28),
    ] {
        let server = script::serve_http(&hello(), serves);
        let rig = SourceHarness::ready(spec(http(server.url()))).await;
        check(&rig.source.state(), era, revision, "http");
        assert_eq!(rig.tools(), ["hello"]);
        rig.source.stop().await;
    }
}

#[tokio::test]
async fn the_operator_has_the_last_word() {
    let server = script::serve_http(&hello(), Serves::Both);
    let mut fixed = spec(OriginSpec::StreamableHttp(http_spec(server.url())));
    fixed.era = Some(McpEra::Legacy);
    fixed.remembered = Some(McpEra::Modern);
    let rig = SourceHarness::ready(fixed).await;
    check(
        &rig.source.state(),
        McpEra::Legacy,
        McpRevision::V2025_11_25,
        "http",
    );
    assert!(
        server
            .seen()
            .iter()
            .all(|message| !message.body.contains("server/discover"))
    );
    rig.source.stop().await;
}

#[tokio::test]
async fn a_wrong_memory_is_corrected() {
    for (serves, memory, found) in [
        (Serves::Legacy, McpEra::Modern, McpEra::Legacy),
        (Serves::Modern, McpEra::Legacy, McpEra::Modern),
    ] {
        let server = script::serve_http(&hello(), serves);
        let mut wrong = spec(http(server.url()));
        wrong.remembered = Some(memory);
        let rig = SourceHarness::ready(wrong).await;
        assert!(matches!(rig.source.state(), SourceState::Ready { era, .. } if era == found));
        rig.source.stop().await;
    }
}

#[tokio::test]
async fn a_plain_url_may_be_http_with_sse() {
    let server = fixture::serve_sse_at(0).unwrap();
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    let SourceState::Ready { transport, .. } = rig.source.state() else {
        panic!("ready")
    };
    assert_eq!(transport, "sse");
    let result = rig.call("test_simple_text", &json!({})).await;
    assert!(result["content"][0]["text"].is_string(), "{result}");
    rig.source.stop().await;
}

#[tokio::test]
async fn what_is_out_of_reach_is_said_clearly() {
    let mut gone = spec(odd(&json!({})));
    let OriginSpec::Stdio(stdio) = &mut gone.origin else {
        unreachable!()
    };
    stdio.command = "no-such-program-anywhere".to_owned();
    let rig = SourceHarness::start(gone);
    let state = rig
        .until("failing", |state| {
            matches!(state, SourceState::Failing { .. })
        })
        .await;
    assert!(
        state
            .to_string()
            .contains("cannot start `no-such-program-anywhere`"),
        "{state}"
    );
    rig.source.stop().await;
    assert!(matches!(rig.source.state(), SourceState::Stopped));
}
