//! Servers that ask back.

use candor_model::McpEra;
use candor_sources::{CallEvent, SourceCall, SourceEventKind};
use candor_testkit::{ServerEra as Serves, fixture};
use candor_wire::{ErrorObject, RawJson};
use serde_json::{Value, json};

use crate::harness::{SourceHarness, answer, asker, call, http, odd, said, spec, text};

/// Answers every ask with what `with` gives, until the answer comes.
async fn talk(conversation: &mut SourceCall, with: impl Fn(&str) -> Value) -> Value {
    for _ in 0..100 {
        match said(conversation).await {
            CallEvent::Input(ask) => {
                let result = RawJson::from_value(&with(&ask.method));
                ask.answer(Ok(result)).await;
            }
            CallEvent::Notification(_) | CallEvent::Withdrawn | CallEvent::Paused(_) => {}
            CallEvent::Done(outcome) => {
                return outcome.expect("a result").decode().unwrap();
            }
            CallEvent::Remark(remark) => panic!("{remark}"),
        }
    }
    panic!("the server never stops asking")
}

fn reply(method: &str) -> Value {
    match method {
        "elicitation/create" => json!({"action": "accept", "content": {"name": "Ann", "ok": true}}),
        "sampling/createMessage" => json!({
            "role": "assistant", "model": "m", "content": {"type": "text", "text": "Paris"},
        }),
        _ => json!({"roots": [{"uri": "file:///x"}]}),
    }
}

fn elicit() -> Value {
    json!({"method": "elicitation/create", "params": {"message": "?"}})
}

#[tokio::test]
async fn an_ask_reaches_the_only_client() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let _other = rig
        .ask(call(asker(McpEra::Legacy, 1), "hang", &json!({})))
        .await;
    let mut conversation = rig
        .ask(call(asker(McpEra::Legacy, 1), "ask", &elicit()))
        .await;
    let CallEvent::Input(ask) = said(&mut conversation).await else {
        panic!("an ask")
    };
    assert_eq!(
        ask.params.as_ref().unwrap().to_string(),
        r#"{"message": "?"}"#
    );
    ask.answer(Ok(
        RawJson::parse(r#"{"action":"decline","x":1.50}"#).unwrap()
    ))
    .await;
    let received = text(&answer(&mut conversation).await);
    assert_eq!(received["result"], json!({"action": "decline", "x": 1.5}));
    rig.source.stop().await;
}

#[tokio::test]
async fn an_ask_without_an_answer_is_an_error() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let mut conversation = rig
        .ask(call(asker(McpEra::Legacy, 1), "ask", &elicit()))
        .await;
    let CallEvent::Input(ask) = said(&mut conversation).await else {
        panic!("an ask")
    };
    drop(ask);
    let received = text(&answer(&mut conversation).await);
    assert!(
        received["error"]["message"]
            .as_str()
            .unwrap()
            .contains("was not answered")
    );
    rig.source.stop().await;
}

#[tokio::test]
async fn a_client_is_not_asked_what_it_cannot_do() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let mut plain = asker(McpEra::Legacy, 1);
    plain.capabilities = RawJson::parse("{}").unwrap();
    let mut conversation = rig.ask(call(plain, "ask", &elicit())).await;
    let received = text(&answer(&mut conversation).await);
    let sentence = received["error"]["message"].as_str().unwrap();
    assert!(
        sentence.contains("does not support elicitation"),
        "{sentence}"
    );
    let asked = json!({"method": "ping"});
    let mut conversation = rig.ask(call(asker(McpEra::Legacy, 1), "ask", &asked)).await;
    assert_eq!(text(&answer(&mut conversation).await)["result"], json!({}));
    let asked = json!({"method": "tasks/list"});
    let mut conversation = rig.ask(call(asker(McpEra::Legacy, 1), "ask", &asked)).await;
    assert_eq!(
        text(&answer(&mut conversation).await)["error"]["code"],
        -32601
    );
    rig.source.stop().await;
}

#[tokio::test]
async fn outside_any_call_roots_are_the_operators_and_the_rest_is_news() {
    let mut rig = SourceHarness::ready(spec(odd(&json!({"asks_roots": true})))).await;
    let answered = rig
        .until_seen("the roots", |message| message["id"] == "ask-1")
        .await;
    assert_eq!(
        answered["result"],
        json!({"roots": [{"uri": "file:///home/me"}]})
    );
    rig.source.roots_changed().await;
    let ask = rig
        .hear(|event| match event {
            SourceEventKind::Ask(ask) => Some(ask),
            _ => None,
        })
        .await;
    ask.answer(Err(ErrorObject::new(-1, "not now"))).await;
    let answered = rig
        .until_seen("the refusal", |message| message["id"] == "ask-2")
        .await;
    assert_eq!(answered["error"]["message"], "not now");
    rig.source.stop().await;
}

#[tokio::test]
async fn legacy_http_asks_on_the_calls_own_stream() {
    let server = fixture::serve_http(Serves::Legacy);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    let _other = rig
        .ask(call(
            asker(McpEra::Legacy, 2),
            "test_tool_with_progress",
            &json!({}),
        ))
        .await;
    let name = "test_input_required_result_elicitation";
    let mut conversation = rig
        .ask(call(asker(McpEra::Legacy, 1), name, &json!({})))
        .await;
    let result = talk(&mut conversation, reply).await;
    assert_eq!(result["content"][0]["text"], "Hello, Ann!");
    rig.source.stop().await;
}

#[tokio::test]
async fn a_modern_servers_wishes_become_asks_for_a_legacy_client() {
    let server = fixture::serve_http(Serves::Modern);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    for (tool, expect) in [
        ("test_input_required_result_elicitation", "Hello, Ann!"),
        ("test_input_required_result_sampling", "Paris"),
        ("test_input_required_result_list_roots", "file:///x"),
        ("test_input_required_result_request_state", "state-ok"),
    ] {
        let mut conversation = rig
            .ask(call(asker(McpEra::Legacy, 1), tool, &json!({})))
            .await;
        let result = talk(&mut conversation, reply).await;
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(expect), "{tool}: {text}");
    }
    for tool in [
        "test_input_required_result_multiple_inputs",
        "test_input_required_result_multi_round",
    ] {
        let mut conversation = rig
            .ask(call(asker(McpEra::Legacy, 1), tool, &json!({})))
            .await;
        let result = talk(&mut conversation, reply).await;
        assert_ne!(result["resultType"], "input_required", "{tool}: {result}");
        assert_ne!(result["isError"], true, "{tool}: {result}");
    }
    rig.source.stop().await;
}

#[tokio::test]
async fn a_refused_wish_ends_the_call() {
    let server = fixture::serve_http(Serves::Modern);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    let name = "test_input_required_result_elicitation";
    let mut conversation = rig
        .ask(call(asker(McpEra::Legacy, 1), name, &json!({})))
        .await;
    let CallEvent::Input(ask) = said(&mut conversation).await else {
        panic!("an ask")
    };
    ask.answer(Err(ErrorObject::new(-32601, "no thanks"))).await;
    let CallEvent::Done(Err(error)) = said(&mut conversation).await else {
        panic!("an error")
    };
    assert!(error.to_string().contains("no thanks"), "{error}");
    assert!(conversation.next().await.is_none());
    rig.source.stop().await;
}

#[tokio::test]
async fn a_modern_client_gets_the_wishes_as_they_are() {
    let server = fixture::serve_http(Serves::Modern);
    let rig = SourceHarness::ready(spec(http(server.url()))).await;
    let name = "test_input_required_result_elicitation";
    let mut conversation = rig
        .ask(call(asker(McpEra::Modern, 1), name, &json!({})))
        .await;
    let result = answer(&mut conversation).await;
    assert_eq!(result["resultType"], "input_required");
    assert!(result["inputRequests"]["user_name"].is_object(), "{result}");
    rig.source.stop().await;
}
