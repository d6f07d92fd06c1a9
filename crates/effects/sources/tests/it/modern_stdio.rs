//! A modern server as a child process: everything shares one pair of pipes.

use std::time::Duration;

use candor_model::McpEra;
use candor_sources::{CallEvent, SourceEventKind, SourceState};
use candor_testkit::{ServerEra as Serves, fixture};
use candor_wire::RawJson;
use serde_json::{Value, json};

use crate::harness::{SourceHarness, answer, asker, call, child, said, spec};

async fn rig() -> SourceHarness {
    let rig = SourceHarness::ready(spec(child(fixture::stdio_command(Serves::Modern)))).await;
    let SourceState::Ready { era, transport, .. } = rig.source.state() else {
        panic!("ready")
    };
    assert_eq!((era, transport), (McpEra::Modern, "stdio"));
    rig
}

#[tokio::test]
async fn changes_and_updates_arrive() {
    let mut rig = rig().await;
    let uri = "test://watched-resource";
    rig.source.watch_resource(uri).await.unwrap();
    // The listen stream opens in the background, so each change is made until it is heard.
    for (tool, expect) in [
        ("test_trigger_tool_change", "inventory"),
        ("test_trigger_resource_update", uri),
    ] {
        let mut heard = false;
        for _ in 0..200 {
            rig.call(tool, &json!({})).await;
            let news = rig.hear(|event| match event {
                SourceEventKind::Inventory { tools: true, .. } => Some("inventory".to_owned()),
                SourceEventKind::ResourceUpdated { uri, .. } => Some(uri),
                _ => None,
            });
            let waited = tokio::time::timeout(Duration::from_millis(500), news).await;
            if waited.is_ok_and(|what| what == expect) {
                heard = true;
                break;
            }
        }
        assert!(heard, "{tool}");
    }
    rig.source.stop().await;
}

#[tokio::test]
async fn wishes_and_log_messages_reach_a_legacy_client() {
    let rig = rig().await;
    let name = "test_input_required_result_elicitation";
    let mut conversation = rig
        .ask(call(asker(McpEra::Legacy, 1), name, &json!({})))
        .await;
    let CallEvent::Input(ask) = said(&mut conversation).await else {
        panic!("an ask")
    };
    let accept = json!({"action": "accept", "content": {"name": "Ann"}});
    ask.answer(Ok(RawJson::from_value(&accept))).await;
    assert_eq!(
        answer(&mut conversation).await["content"][0]["text"],
        "Hello, Ann!"
    );

    let logs = |said: &[CallEvent]| {
        let is_log = |said: &&CallEvent| matches!(said, CallEvent::Notification(one) if &*one.method == "notifications/message");
        said.iter().filter(is_log).count()
    };
    assert_eq!(
        logs(&hear_out(&rig, "test_logging_tool").await),
        0,
        "no level, no log"
    );
    rig.source.set_log_level("debug").await;
    assert_eq!(logs(&hear_out(&rig, "test_logging_tool").await), 3);
    rig.source.stop().await;
}

/// Everything that is said in one call.
async fn hear_out(rig: &SourceHarness, tool: &str) -> Vec<CallEvent> {
    let mut conversation = rig
        .ask(call(asker(McpEra::Legacy, 1), tool, &json!({})))
        .await;
    let mut all = Vec::new();
    while let Some(said) = conversation.next().await {
        all.push(said.expect("no loss"));
    }
    assert!(
        matches!(all.last(), Some(CallEvent::Done(Ok(_)))),
        "{all:?}"
    );
    all
}

#[tokio::test]
async fn progress_finds_its_call() {
    let rig = rig().await;
    let params = json!({"name": "test_tool_with_progress", "_meta": {"progressToken": 77}});
    let asked = crate::harness::question(asker(McpEra::Legacy, 1), "tools/call", "x", &params);
    let mut conversation = rig.ask(asked).await;
    let mut steps = 0;
    while let CallEvent::Notification(progress) = said(&mut conversation).await {
        assert_eq!(&*progress.method, "notifications/progress");
        let params: Value = progress.params.unwrap().decode().unwrap();
        assert_eq!(params["progressToken"], 77);
        steps += 1;
    }
    assert!(steps > 0);
    rig.source.stop().await;
}
