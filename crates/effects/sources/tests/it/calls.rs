//! One call and what travels with it.

use candor_model::McpEra;
use candor_sources::{CallEvent, SourceError};
use candor_testkit::ServerEra as Serves;
use candor_testkit::script::{self, SEEN_META, ServerScript};
use candor_wire::RawJson;
use serde_json::{Value, json};

use crate::harness::{SourceHarness, answer, asker, call, http, odd, question, said, spec, text};

#[tokio::test]
async fn progress_comes_back_under_the_clients_own_token() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let params = json!({"name": "progress", "_meta": {"progressToken": "mine"}});
    let mut conversation = rig
        .ask(question(
            asker(McpEra::Legacy, 1),
            "tools/call",
            "progress",
            &params,
        ))
        .await;
    for step in [1, 2] {
        let CallEvent::Notification(progress) = said(&mut conversation).await else {
            panic!("progress")
        };
        let (method, params) = (progress.method, progress.params);
        assert_eq!(&*method, "notifications/progress");
        let expect = json!({"progressToken": "mine", "progress": step, "x": "kept"});
        assert_eq!(params.unwrap().decode::<Value>().unwrap(), expect);
    }
    assert_eq!(text(&answer(&mut conversation).await), "done");
    rig.source.stop().await;
}

#[tokio::test]
async fn a_log_message_of_a_call_comes_before_its_answer() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    for _ in 0..50 {
        let mut conversation = rig
            .ask(call(asker(McpEra::Legacy, 1), "log", &json!({})))
            .await;
        let CallEvent::Notification(log) = said(&mut conversation).await else {
            panic!("a log message")
        };
        assert_eq!(&*log.method, "notifications/message");
        answer(&mut conversation).await;
    }
    rig.source.stop().await;
}

#[tokio::test]
async fn a_legacy_server_sees_nothing_of_a_modern_client() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let params = json!({"name": "echo", "arguments": {"a": 1}, "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    let mut conversation = rig
        .ask(question(
            asker(McpEra::Modern, 1),
            "tools/call",
            "echo",
            &params,
        ))
        .await;
    let received = text(&answer(&mut conversation).await);
    assert_eq!(received, json!({"name": "echo", "arguments": {"a": 1}}));
    rig.source.stop().await;
}

#[tokio::test]
async fn a_modern_server_is_told_of_a_legacy_client() {
    let script = ServerScript::simple(&[("echo", r#"{"echo":true}"#)]);
    let server = script::serve_http(&script, Serves::Modern);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    let mut asked = call(asker(McpEra::Legacy, 1), "echo", &json!({"a": 1}));
    asked.asker.info = Some(RawJson::from_value(&json!({"name": "old", "version": "2"})));
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    asked.asker.trace = vec![("traceparent".to_owned(), trace.to_owned())];
    let mut conversation = rig.ask(asked).await;
    let result = answer(&mut conversation).await;
    let meta = &result["_meta"][SEEN_META];
    assert_eq!(
        meta["io.modelcontextprotocol/protocolVersion"],
        "2026-07-28"
    );
    assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "old");
    assert!(meta["io.modelcontextprotocol/clientCapabilities"]["sampling"].is_object());
    assert_eq!(meta["traceparent"], trace);
    let seen = server
        .seen()
        .into_iter()
        .find(|it| it.body.contains("tools/call"))
        .unwrap();
    assert_eq!(seen.header("Mcp-Method"), Some("tools/call"));
    assert_eq!(seen.header("Mcp-Name"), Some("echo"));
    assert_eq!(seen.header("traceparent"), Some(trace));
    rig.source.stop().await;
}

#[tokio::test]
async fn one_call_too_many_is_refused_at_once() {
    let mut narrow = spec(odd(&json!({})));
    narrow.limits.concurrent_calls = 1;
    let rig = SourceHarness::ready(narrow).await;
    let hanging = rig
        .ask(call(asker(McpEra::Legacy, 1), "hang", &json!({})))
        .await;
    let refused = rig
        .source
        .ask(call(asker(McpEra::Legacy, 2), "echo", &json!({})).into())
        .await;
    let Err(error @ SourceError::Busy { limit: 1, .. }) = refused else {
        panic!("busy")
    };
    assert!(!error.outcome_is_unknown());
    drop(hanging);
    assert_eq!(text(&rig.call("echo", &json!({})).await)["name"], "echo");
    rig.source.stop().await;
}

#[tokio::test]
async fn one_caller_leaves_some_of_the_calls_to_others() {
    let mut narrow = spec(odd(&json!({})));
    narrow.limits.concurrent_calls = 4;
    let rig = SourceHarness::ready(narrow).await;
    let by = |caller: &str, tool: &str| {
        let mut asked = call(asker(McpEra::Legacy, 1), tool, &json!({}));
        asked.principal = Some(caller.to_owned());
        asked
    };
    let mut hanging = Vec::new();
    for _ in 0..3 {
        hanging.push(rig.ask(by("ann", "hang")).await);
    }
    let refused = rig.source.ask(by("ann", "echo").into()).await;
    let Err(error @ SourceError::CallerBusy { share: 3, .. }) = refused else {
        panic!("busy")
    };
    assert!(!error.outcome_is_unknown());
    let said = error.to_string();
    assert!(said.contains("busy for `ann`: 3 of its calls"), "{said}");
    let mut other = rig.ask(by("bob", "echo")).await;
    assert_eq!(text(&answer(&mut other).await)["name"], "echo");
    hanging.pop();
    let mut again = rig.ask(by("ann", "echo")).await;
    assert_eq!(text(&answer(&mut again).await)["name"], "echo");
    rig.source.stop().await;
}

#[tokio::test]
async fn the_server_is_told_when_nobody_waits() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let id = |message: &Value| message["params"]["requestId"].as_u64();
    let hanging = rig
        .ask(call(asker(McpEra::Legacy, 1), "hang", &json!({})))
        .await;
    hanging.cancel("enough").await;
    let told = rig
        .until_seen("the cancellation", |message| {
            message["method"] == "notifications/cancelled"
        })
        .await;
    assert_eq!(told["params"]["reason"], "enough");
    assert!(id(&told).is_some(), "{told}");
    drop(
        rig.ask(call(asker(McpEra::Legacy, 1), "hang", &json!({})))
            .await,
    );
    let second = rig
        .until_seen("the second cancellation", |message| {
            message["method"] == "notifications/cancelled" && id(message) != id(&told)
        })
        .await;
    assert!(id(&second) > id(&told));
    rig.source.stop().await;
}

#[tokio::test]
async fn many_calls_at_once_get_their_own_answers() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let mut open = Vec::new();
    for number in 0..60 {
        let asked = call(asker(McpEra::Legacy, number), "echo", &json!({"n": number}));
        open.push((number, rig.ask(asked).await));
    }
    for (number, mut conversation) in open.into_iter().rev() {
        let received = text(&answer(&mut conversation).await);
        assert_eq!(received["arguments"]["n"], number);
    }
    rig.source.stop().await;
}

#[tokio::test]
async fn a_meta_that_is_no_object_is_refused_before_it_is_sent() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let params = json!({"name": "echo", "_meta": 5});
    let asked = rig
        .source
        .ask(question(asker(McpEra::Legacy, 1), "tools/call", "echo", &params).into())
        .await;
    let Err(error @ SourceError::Refused { .. }) = asked else {
        panic!("refused")
    };
    assert!(error.to_string().contains("`_meta`"), "{error}");
    rig.source.stop().await;
}
