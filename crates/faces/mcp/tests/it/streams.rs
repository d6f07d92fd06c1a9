//! What a client hears before its answer, and beside it.

use std::time::Duration;

use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use http::StatusCode;
use serde_json::{Value, json};

use crate::harness::{McpHarness, message};

const ASK: &str = r#"{"ask":{"method":"elicitation/create","params":{"message":"Name?","requestedSchema":{"type":"object","properties":{}}}}}"#;

fn calls() -> ServerScript {
    ServerScript::simple(&[
        ("steps", r#"{"progress":[1,2]}"#),
        ("talks", r#"{"log":{"level":"warning","data":"x"}}"#),
        ("asks", ASK),
        ("hangs", r#"{"hang":true}"#),
        ("slow", r#"{"sleep_ms":1000}"#),
        ("changes", r#"{"list_changed":true}"#),
    ])
    .field(
        "tools_after",
        r#"[{"name":"new","description":"d","inputSchema":{"type":"object"}}]"#,
    )
    .field(
        "capabilities",
        r#"{"tools":{"listChanged":true},"logging":{}}"#,
    )
}

async fn world(era: ServerEra) -> McpHarness {
    McpHarness::of(&calls(), era).await
}

fn call(name: &str) -> Value {
    message(1, "tools/call", json!({"name": name}))
}

#[tokio::test]
async fn progress_is_told_to_those_who_gave_a_token() {
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let world = world(era).await;
        let params = json!({"name": "steps", "_meta": {"progressToken": "mine"}});
        let mut reply = world.modern("tools/call", params.clone()).send().await;
        assert!(reply.is_stream());
        assert_eq!(reply.header("x-accel-buffering").as_deref(), Some("no"));
        let first = reply.event().await.expect("progress");
        assert_eq!(first["params"]["progressToken"], "mine");
        assert_eq!(reply.methods().await, ["notifications/progress", ""]);

        let id = world.session("2025-06-18", json!({})).await;
        let ask = world
            .post(message(2, "tools/call", params.clone()))
            .session(&id);
        let progress = "notifications/progress";
        assert_eq!(ask.send().await.methods().await, [progress, progress, ""]);
        let ask = world.post(message(2, "tools/call", params)).session(&id);
        let mut plain = ask.header("accept", "application/json").send().await;
        assert_eq!(
            plain.json().await["id"],
            2,
            "a client of plain answers gets just that"
        );
        let mut quiet = world
            .modern("tools/call", json!({"name": "steps"}))
            .send()
            .await;
        assert!(!quiet.is_stream());
        assert_eq!(quiet.json().await["id"], 1);
    }
}

#[tokio::test]
async fn logs_are_told_to_those_who_asked_for_them() {
    let world = world(ServerEra::Legacy).await;
    let modern = |level: Option<&str>| {
        let mut meta = json!({});
        if let Some(level) = level {
            meta["io.modelcontextprotocol/logLevel"] = json!(level);
        }
        world.modern("tools/call", json!({"name": "talks", "_meta": meta}))
    };
    assert!(!modern(None).send().await.is_stream());
    assert!(!modern(Some("error")).send().await.is_stream());
    assert_eq!(
        modern(Some("info")).send().await.methods().await,
        ["notifications/message", ""]
    );

    let id = world.session("2025-11-25", json!({})).await;
    let set = |level: &str| {
        world
            .post(message(9, "logging/setLevel", json!({"level": level})))
            .session(&id)
    };
    let talk = || world.post(call("talks")).session(&id);
    set("error").send().await;
    assert!(!talk().send().await.is_stream());
    set("debug").send().await;
    assert_eq!(
        talk().send().await.methods().await,
        ["notifications/message", ""]
    );
}

#[tokio::test]
async fn a_question_goes_out_on_the_stream_and_its_answer_comes_by_post() {
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let world = world(era).await;
        let id = world
            .session("2025-11-25", json!({"elicitation": {}}))
            .await;
        let mut stream = world.post(call("asks")).session(&id).send().await;
        let question = stream.event().await.expect("a question");
        assert_eq!(question["method"], "elicitation/create");
        assert_eq!(question["id"], "candor-1");
        let message = "The server `test` (untrusted) asks: Name?";
        assert_eq!(question["params"]["message"], message);
        let answer = json!({"jsonrpc": "2.0", "id": "candor-1",
            "result": {"action": "accept", "content": {"name": "Ada"}}});
        let other = world
            .session("2025-11-25", json!({"elicitation": {}}))
            .await;
        world.post(&answer).session(&other).send().await;
        let taken = world.post(&answer).session(&id).send().await;
        assert_eq!(taken.status, StatusCode::ACCEPTED);
        let result = stream.event().await.expect("the answer");
        assert!(result["result"].to_string().contains("Ada"), "{result}");
        assert_eq!(stream.event().await, None);
    }
}

#[tokio::test]
async fn a_call_that_is_taken_back_has_no_answer() {
    let world = world(ServerEra::Legacy).await;
    let id = world.session("2025-11-25", json!({})).await;
    let cancel = async {
        world.seen("tools/call").await;
        let news = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": {"requestId": 1, "reason": "enough"}});
        world.post(news).session(&id).send().await
    };
    let hang = world.post(call("hangs")).session(&id).send();
    let (mut stream, accepted) = tokio::join!(hang, cancel);
    assert_eq!(accepted.status, StatusCode::ACCEPTED);
    assert_eq!(stream.event().await, None);
    world.seen("notifications/cancelled").await;
}

#[tokio::test]
async fn a_client_that_hangs_up_cancels_its_call() {
    let upstream = script::serve_http(&calls(), ServerEra::Legacy);
    let world = McpHarness::with(upstream, |_, config| config.patience = Duration::ZERO).await;
    let id = world.session("2025-11-25", json!({})).await;
    let stream = world.post(call("hangs")).session(&id).send().await;
    assert!(stream.is_stream(), "patience has run out");
    world.seen("tools/call").await;
    drop(stream);
    world.seen("notifications/cancelled").await;
}

#[tokio::test]
async fn a_client_that_lost_its_stream_comes_back_for_the_answer() {
    let upstream = script::serve_http(&calls(), ServerEra::Legacy);
    let world = McpHarness::with(upstream, |_, config| {
        config.patience = Duration::ZERO;
        config.return_window = Duration::from_mins(10);
    })
    .await;
    let id = world.session("2025-11-25", json!({})).await;
    let stream = world.post(call("slow")).session(&id).send().await;
    assert!(stream.is_stream());
    drop(stream);
    let back = world
        .bare("GET")
        .session(&id)
        .header("last-event-id", "1-0");
    let mut back = back.send().await;
    let answer = back.event().await.expect("the answer");
    assert!(answer["result"].is_object(), "{answer}");
    assert_eq!(back.event().await, None, "there is nothing else on it");
    assert_eq!(world.upstream.calls("slow"), 1);
    // Another session has streams of its own.
    let other = world.session("2025-11-25", json!({})).await;
    let strange = world
        .bare("GET")
        .session(&other)
        .header("last-event-id", "1-0");
    let mut strange = strange.send().await;
    world.shutdown.cancel();
    assert_eq!(strange.event().await, None);
}

#[tokio::test]
async fn a_slow_call_becomes_a_stream_and_is_still_one_call() {
    let upstream = script::serve_http(&calls(), ServerEra::Legacy);
    let world = McpHarness::with(upstream, |_, config| {
        config.patience = Duration::from_millis(20);
        config.keep_alive = Duration::from_millis(20);
    })
    .await;
    let id = world.session("2025-11-25", json!({})).await;
    let mut reply = world.post(call("slow")).session(&id).send().await;
    assert!(reply.is_stream());
    let text = reply.text().await;
    let (priming, rest) = text.split_once("\n\n").expect("two events");
    assert_eq!(priming, "id: 1-0\nretry: 1000\ndata: ");
    assert!(rest.starts_with(':') && rest.ends_with("}\n\n"), "{text}");
    assert_eq!(world.upstream.calls("slow"), 1);
}

#[tokio::test]
async fn changes_reach_the_stream_of_a_session_even_if_it_opens_later() {
    let world = world(ServerEra::Legacy).await;
    let id = world.session("2025-11-25", json!({})).await;
    let mut first = world.bare("GET").session(&id).send().await;
    let mut second = world.bare("GET").session(&id).send().await;
    assert_eq!(
        first.event().await,
        None,
        "a new stream replaces the old one"
    );
    world.post(call("changes")).session(&id).send().await;
    let change = second.event().await.expect("a change");
    assert_eq!(
        change,
        json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    );
    world.shutdown.cancel();
    assert_eq!(second.event().await, None, "streams end with the gateway");
    assert_eq!(
        world.bare("GET").session(&id).send().await.status,
        StatusCode::SERVICE_UNAVAILABLE
    );
}

#[tokio::test]
async fn a_subscription_is_acknowledged_marked_and_ended() {
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let world = world(era).await;
        let filter = json!({"toolsListChanged": true, "promptsListChanged": true,
            "resourceSubscriptions": ["x://y"]});
        let listen = || world.modern("subscriptions/listen", json!({"notifications": filter}));
        assert_eq!(
            listen().header("accept", "application/json").fault().await,
            (406, -32600)
        );
        let mut stream = listen().send().await;
        let mark = json!({"io.modelcontextprotocol/subscriptionId": 1});
        let first = stream.event().await.expect("the acknowledgement");
        assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
        assert_eq!(
            first["params"],
            json!({"notifications": {"toolsListChanged": true}, "_meta": mark})
        );
        world
            .modern("tools/call", json!({"name": "changes"}))
            .send()
            .await;
        let change = stream.event().await.expect("a change");
        assert_eq!(change["method"], "notifications/tools/list_changed");
        assert_eq!(change["params"]["_meta"], mark);
        world.shutdown.cancel();
        let last = stream.event().await.expect("the result");
        assert_eq!(
            (&last["id"], &last["result"]["resultType"]),
            (&json!(1), &json!("complete"))
        );
        let marked = &last["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
        assert_eq!(marked, 1);
        assert_eq!(stream.event().await, None);
        assert_eq!(listen().fault().await, (503, -32603));
    }
}

#[tokio::test]
async fn a_call_that_has_begun_is_finished_while_the_gateway_goes() {
    let world = world(ServerEra::Legacy).await;
    let id = world
        .session("2025-11-25", json!({"elicitation": {}}))
        .await;
    let mut stream = world.post(call("asks")).session(&id).send().await;
    let question = stream.event().await.expect("a question");
    world.shutdown.cancel();
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}});
    let taken = world.post(answer).session(&id).send().await;
    assert_eq!(taken.status, StatusCode::ACCEPTED);
    let result = stream.event().await.expect("the answer");
    assert!(result["result"].to_string().contains("decline"), "{result}");
}

#[tokio::test]
async fn a_question_to_a_client_of_plain_answers_is_refused_at_once() {
    let world = world(ServerEra::Legacy).await;
    let id = world
        .session("2025-11-25", json!({"elicitation": {}}))
        .await;
    let ask = world
        .post(call("asks"))
        .session(&id)
        .header("accept", "application/json");
    let answer = ask.send().await.json().await;
    assert_eq!(answer["id"], 1);
    assert!(
        answer.to_string().contains("takes no questions"),
        "{answer}"
    );
}

#[tokio::test]
async fn followed_resources_are_told_of_and_others_are_not() {
    const WATCHED: &str = "test://watched-resource";
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let world = McpHarness::with(candor_testkit::fixture::serve_http(era), |_, _| {}).await;
        let touch = || {
            world.modern(
                "tools/call",
                json!({"name": "test_trigger_resource_update"}),
            )
        };
        let id = world.session("2025-11-25", json!({})).await;
        let follow = |method: &str| {
            world
                .post(message(5, method, json!({"uri": WATCHED})))
                .session(&id)
        };
        let other = world.session("2025-11-25", json!({})).await;
        let mut silent = world.bare("GET").session(&other).send().await;
        let mut stream = world.bare("GET").session(&id).send().await;
        let listen = json!({"notifications": {"resourceSubscriptions": [WATCHED]}});
        let mut modern = world.modern("subscriptions/listen", listen).send().await;
        let first = modern.event().await.expect("the acknowledgement");
        assert_eq!(
            first["params"]["notifications"]["resourceSubscriptions"],
            json!([WATCHED])
        );
        let followed = follow("resources/subscribe").send().await.json().await;
        assert_eq!(followed["result"], json!({}), "{followed}");
        // A modern server learns of the wish a little later, so it is touched until it tells.
        let touching = async {
            loop {
                assert_eq!(touch().send().await.status, StatusCode::OK);
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let hearing = async {
            for stream in [&mut stream, &mut modern] {
                let update = stream.event().await.expect("an update");
                assert_eq!(update["method"], "notifications/resources/updated");
                assert_eq!(update["params"]["uri"], WATCHED);
            }
        };
        tokio::select! {
            () = hearing => {}
            () = touching => {}
        }
        let left = follow("resources/unsubscribe").send().await.json().await;
        assert_eq!(left["result"], json!({}));
        world.shutdown.cancel();
        assert_eq!(
            silent.event().await,
            None,
            "whoever does not follow it hears nothing"
        );
    }
}
