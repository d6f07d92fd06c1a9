//! Sources that fail and come back.

use std::time::Duration;

use candor_model::McpEra;
use candor_sources::{SourceError, SourceEventKind, SourceState};
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra as Serves, ServerHandle, until};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{SourceHarness, answer, asker, call, http, lost, odd, spec};

fn hello() -> ServerScript {
    let result = r#"{"result":{"content":[],"resultType":"complete"}}"#;
    ServerScript::simple(&[("hello", result), ("die", r#"{"exit":1}"#)])
}

/// Whether there are tools, each time the inventory changes.
async fn tools_there(rig: &mut SourceHarness) -> bool {
    rig.hear(|event| matches!(event, SourceEventKind::Inventory { tools: true, .. }).then_some(()))
        .await;
    !rig.tools().is_empty()
}

#[tokio::test]
async fn a_crashed_server_comes_back() {
    let mut rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    assert!(tools_there(&mut rig).await);
    let mut conversation = rig
        .ask(call(asker(McpEra::Legacy, 1), "crash", &json!({})))
        .await;
    let error = lost(&mut conversation).await;
    assert!(error.outcome_is_unknown());
    assert!(
        error.sentence().contains("the sky is falling"),
        "{}",
        error.sentence()
    );
    assert!(conversation.next().await.is_none());
    let failing = rig
        .hear(|event| match event {
            SourceEventKind::State(SourceState::Failing {
                last_error,
                attempts,
                ..
            }) => Some((attempts, last_error)),
            _ => None,
        })
        .await;
    assert_eq!(failing.0, 1);
    assert!(failing.1.contains("the sky is falling"), "{}", failing.1);
    tools_there(&mut rig).await;
    rig.hear(|event| {
        matches!(event, SourceEventKind::State(SourceState::Ready { .. })).then_some(())
    })
    .await;
    assert!(tools_there(&mut rig).await);
    rig.call("echo", &json!({})).await;
    rig.source.stop().await;
}

#[tokio::test]
async fn while_it_is_down_a_source_says_so_at_once() {
    let rig = SourceHarness::start(spec(http("http://127.0.0.1:1/mcp")));
    rig.until("failing", |state| {
        matches!(state, SourceState::Failing { .. })
    })
    .await;
    let asked = rig
        .source
        .ask(call(asker(McpEra::Legacy, 1), "echo", &json!({})).into())
        .await;
    let Err(error @ SourceError::NotReady { .. }) = asked else {
        panic!("not ready")
    };
    let sentence = error.to_string();
    assert!(
        sentence.starts_with("source `under-test` has not been answering for"),
        "{sentence}"
    );
    assert!(
        sentence.contains("cannot connect to `http://127.0.0.1:1/mcp`"),
        "{sentence}"
    );
    assert!(rig.tools().is_empty());
    rig.source.stop().await;
}

#[tokio::test]
async fn an_http_server_that_dies_is_missed_and_found_again() {
    for serves in [Serves::Legacy, Serves::Modern] {
        let server = script::serve_http(&hello(), serves);
        let mut nervous = spec(http(server.url()));
        nervous.limits.health_interval = Duration::from_millis(100);
        let rig = SourceHarness::ready(nervous).await;
        let held = server.stop();
        rig.until("failing", |state| {
            matches!(state, SourceState::Failing { .. })
        })
        .await;
        assert!(rig.tools().is_empty());
        let server = script::serve_http_at(&hello(), serves, held.port());
        rig.source.restart();
        rig.until("ready", SourceState::is_ready).await;
        rig.call("hello", &json!({})).await;
        assert_eq!(server.calls("hello"), 1);
        rig.source.stop().await;
    }
}

#[tokio::test]
async fn a_server_without_a_sign_of_life_is_started_again() {
    let mut nervous = spec(odd(&json!({})));
    nervous.era = Some(McpEra::Legacy);
    nervous.limits.health_interval = Duration::from_millis(50);
    // Long enough for a server that does answer, on a busy machine.
    nervous.limits.start_timeout = Duration::from_secs(5);
    let mut rig = SourceHarness::ready(nervous).await;
    rig.call("mute", &json!({})).await;
    let why = rig
        .hear(|event| match event {
            SourceEventKind::State(SourceState::Failing { last_error, .. }) => Some(last_error),
            _ => None,
        })
        .await;
    assert!(why.contains("no sign of life"), "{why}");
    assert!(why.contains("did not answer `ping`"), "{why}");
    rig.until("ready", SourceState::is_ready).await;
    rig.call("echo", &json!({})).await;
    rig.source.stop().await;
}

#[tokio::test]
async fn an_expired_session_is_renewed_and_the_call_made_once() {
    let server = script::serve_http(&hello(), Serves::Legacy);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    rig.call("hello", &json!({})).await;
    for calls in 2..4 {
        end_session(&server).await;
        rig.call("hello", &json!({})).await;
        assert_eq!(server.calls("hello"), calls);
        assert!(rig.source.state().is_ready());
    }
    let seen = server.seen();
    let greetings = seen
        .iter()
        .filter(|it| it.body.contains("\"initialize\""))
        .count();
    assert_eq!(greetings, 3);
    rig.source.stop().await;
}

/// Ends the session that the last call was made in, behind the source's back.
async fn end_session(server: &ServerHandle) {
    let seen = server.seen();
    let session = seen
        .iter()
        .rev()
        .find_map(|it| it.header("Mcp-Session-Id"))
        .unwrap();
    let mut connection = TcpStream::connect(("127.0.0.1", server.port()))
        .await
        .unwrap();
    let request = format!(
        "DELETE /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nMcp-Session-Id: {session}\r\n\
         MCP-Protocol-Version: 2025-11-25\r\nConnection: close\r\n\r\n",
        server.port()
    );
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut reply = String::new();
    connection.read_to_string(&mut reply).await.unwrap();
    assert!(reply.starts_with("HTTP/1.1 20"), "{reply}");
}

#[tokio::test]
async fn wishes_survive_a_restart() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    rig.source.set_log_level("debug").await;
    rig.source.watch_resource("odd:1").await.unwrap();
    rig.source.roots_changed().await;
    let before = rig.seen().await;
    let methods: Vec<_> = before["seen"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["method"])
        .collect();
    for method in [
        "logging/setLevel",
        "resources/subscribe",
        "notifications/roots/list_changed",
    ] {
        assert!(methods.contains(&&json!(method)), "{method}");
    }
    rig.source.restart();
    rig.until("down", |state| !state.is_ready()).await;
    rig.until("ready", SourceState::is_ready).await;
    let level = rig
        .until_seen("the level", |it| it["method"] == "logging/setLevel")
        .await;
    assert_eq!(level["params"]["level"], "debug");
    let watched = rig
        .until_seen("the watch", |it| it["method"] == "resources/subscribe")
        .await;
    assert_eq!(watched["params"]["uri"], "odd:1");
    assert_ne!(rig.seen().await["pid"], before["pid"]);
    rig.source.stop().await;
}

#[tokio::test]
async fn a_stopped_source_leaves_no_process() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let pid = rig.seen().await["pid"].as_u64().unwrap();
    let process = std::path::PathBuf::from(format!("/proc/{pid}"));
    assert!(process.exists());
    let mut open = rig
        .ask(call(asker(McpEra::Legacy, 1), "hang", &json!({})))
        .await;
    rig.source.stop().await;
    assert!(!process.exists());
    lost(&mut open).await;
    let asked = rig
        .source
        .ask(call(asker(McpEra::Legacy, 1), "echo", &json!({})).into())
        .await;
    let Err(error) = asked else { panic!("stopped") };
    assert_eq!(error.to_string(), "source `under-test` is stopped");
}

#[tokio::test]
async fn a_source_that_is_stopped_while_it_starts_leaves_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let pid_file = folder.path().join("pid");
    let rig = SourceHarness::start(spec(odd(&json!({"deaf": true, "pid_file": pid_file}))));
    let pid = until("its start", async || {
        std::fs::read_to_string(&pid_file).ok()
    })
    .await;
    let process = std::path::PathBuf::from(format!("/proc/{pid}"));
    assert!(process.exists());
    assert!(matches!(rig.source.state(), SourceState::Starting));
    rig.source.stop().await;
    assert!(!process.exists());
}

#[tokio::test]
async fn dropping_the_last_handle_stops_the_source() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let mut states = rig.source.watch_state();
    let mut conversation = rig
        .ask(call(asker(McpEra::Legacy, 1), "echo", &json!({})))
        .await;
    answer(&mut conversation).await;
    drop(rig);
    let stopped = states.wait_for(|state| matches!(state, SourceState::Stopped));
    tokio::time::timeout(crate::harness::PATIENCE, stopped)
        .await
        .unwrap()
        .unwrap();
}
