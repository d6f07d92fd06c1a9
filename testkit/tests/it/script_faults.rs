//! Scripts that misbehave, over stdio.

use candor_testkit::ServerEra;
use candor_testkit::script::{ScriptFile, ServerScript};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;

use crate::script_stdio::start;
use crate::support::{LIMIT, RawStdioServer, request, text};

const OK: &str = r#"{"content":[{"type":"text","text":"ok"}]}"#;

async fn call(behaviour: &str) -> (RawStdioServer, ScriptFile) {
    let script = ServerScript::simple(&[("t", behaviour), ("fine", r#"{"echo": true}"#)]);
    let (mut server, file) = start(&script, ServerEra::Legacy);
    server.handshake("2025-11-25", &json!({})).await;
    server
        .send(&request(1, "tools/call", &json!({"name": "t"})))
        .await;
    (server, file)
}

fn ping() -> Value {
    request(9, "ping", &json!({}))
}

fn cancel() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
}

#[tokio::test]
async fn garbage_comes_before_the_answer_or_in_place_of_it() {
    let (mut server, _file) = call(&format!(r#"{{"garbage": "<oops", "result": {OK}}}"#)).await;
    assert_eq!(server.line().await.unwrap(), "<oops");
    assert_eq!(text(&server.message().await), "ok");

    let (mut server, _file) = call(r#"{"garbage": "<oops", "alone": true}"#).await;
    assert_eq!(server.line().await.unwrap(), "<oops");
    assert_eq!(server.exchange(&ping()).await["id"], 9);
}

#[tokio::test]
async fn an_answer_comes_twice_or_under_a_wrong_id() {
    let (mut server, _file) = call(&format!(r#"{{"twice": {OK}}}"#)).await;
    for _ in 0..2 {
        assert_eq!(server.message().await["id"], 1);
    }
    let (mut server, _file) = call(&format!(r#"{{"wrong_id": true, "result": {OK}}}"#)).await;
    assert_eq!(server.message().await["id"], "nobody-asked-1");
}

#[tokio::test]
async fn a_hanging_call_leaves_the_others_alone() {
    let (mut server, _file) = call(r#"{"hang": true}"#).await;
    let fine = request(
        2,
        "tools/call",
        &json!({"name": "fine", "arguments": {"a": 1}}),
    );
    assert_eq!(text(&server.exchange(&fine).await), r#"{"a":1}"#);
    server.send(&cancel()).await;
    assert_eq!(server.exchange(&ping()).await["id"], 9);
}

#[tokio::test]
async fn sleep_heeds_a_cancellation_and_late_does_not() {
    let (mut server, _file) = call(r#"{"sleep_ms": 600000}"#).await;
    server.send(&cancel()).await;
    // Nothing is left to wait for, so the process ends at once and in order.
    assert_eq!(server.finish().await, Some(0));
    assert_eq!(server.line().await, None);

    let (mut server, _file) = call(r#"{"late_ms": 50}"#).await;
    server.send(&cancel()).await;
    assert_eq!(text(&server.message().await), "done");
}

#[tokio::test]
async fn a_process_dies_in_the_middle_of_a_call() {
    let (mut server, _file) = call(r#"{"exit": 3}"#).await;
    assert_eq!(server.line().await, None);
    let status = tokio::time::timeout(LIMIT, server.child.wait())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(status.code(), Some(3));
}

#[tokio::test]
async fn a_process_closes_its_input_and_stays() {
    let (mut server, _file) = call(&format!(r#"{{"close_stdin": true, "result": {OK}}}"#)).await;
    assert_eq!(text(&server.message().await), "ok");
    // The pipe breaks as soon as the process has let go of it.
    let broken = async {
        while server.send_text("x").await.is_ok() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(LIMIT, broken).await.unwrap();
    assert!(
        server.child.try_wait().unwrap().is_none(),
        "the process is still there"
    );
}

#[tokio::test]
async fn standard_error_is_flooded() {
    let size = 300_000;
    let behaviour = format!(r#"{{"stderr_flood_bytes": {size}, "result": {OK}}}"#);
    let (mut server, _file) = call(&behaviour).await;
    let mut errors = server.child.stderr.take().unwrap();
    let mut flood = vec![0; size];
    tokio::time::timeout(LIMIT, errors.read_exact(&mut flood))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(text(&server.message().await), "ok");
}

#[tokio::test]
async fn a_wrong_script_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.json");
    std::fs::write(&path, r#"{"calls": {"a": {"hnag": true}}}"#).unwrap();
    let mut server = RawStdioServer::start(&["script".as_ref(), path.as_os_str()]);
    assert_eq!(server.finish().await, Some(1));
    let mut errors = String::new();
    server
        .child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .await
        .unwrap();
    assert!(errors.contains("`calls.a`: unknown key `hnag`"), "{errors}");
}
