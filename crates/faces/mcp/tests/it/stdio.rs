//! The same over pipes.

use std::time::Duration;

use candor_gateway::Endpoint;
use candor_mcp::serve_stdio;
use candor_model::GrantScope;
use candor_testkit::ServerEra;
use candor_testkit::script::ServerScript;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

use crate::harness::{McpHarness, message, modern_message, with_timeout};
use crate::people::careful;

const ASK: &str = r#"{"ask":{"method":"roots/list","params":{}}}"#;

/// A client with pipes to the gateway.
struct PipedClient {
    world: McpHarness,
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl PipedClient {
    async fn open() -> Self {
        let script = ServerScript::simple(&[
            ("plain", "{}"),
            ("slow", r#"{"sleep_ms":200}"#),
            ("hangs", r#"{"hang":true}"#),
            ("asks", ASK),
            ("changes", r#"{"list_changed":true}"#),
            ("pretty", "{\"result\":{\"content\":[],\n  \"x\": 1}}"),
        ])
        .field("tools_after", "[]")
        .field("capabilities", r#"{"tools":{"listChanged":true}}"#);
        Self::to(&script).await
    }

    /// In front of any script.
    async fn to(script: &ServerScript) -> Self {
        let world = McpHarness::of(script, ServerEra::Legacy).await;
        let (near, far) = tokio::io::duplex(4_096);
        let (input, output) = tokio::io::split(far);
        let served = tokio::spawn(serve_stdio(
            world.gateway.clone(),
            Endpoint::default(),
            input,
            output,
            world.shutdown.clone(),
        ));
        let (output, input) = tokio::io::split(near);
        Self {
            world,
            input,
            output: BufReader::new(output).lines(),
            served,
        }
    }

    async fn say(&mut self, message: impl ToString) {
        let line = format!("{}\n", message.to_string());
        with_timeout(self.input.write_all(line.as_bytes()))
            .await
            .expect("an open pipe");
    }

    async fn line(&mut self) -> Option<String> {
        with_timeout(self.output.next_line())
            .await
            .expect("an open pipe")
    }

    async fn hear(&mut self) -> Value {
        let line = self.line().await.expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    async fn begin(&mut self, revision: &str, capabilities: Value) {
        let hello = json!({"protocolVersion": revision, "capabilities": capabilities});
        self.say(message(0, "initialize", hello)).await;
        assert_eq!(self.hear().await["result"]["protocolVersion"], revision);
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
    }

    async fn call(&mut self, id: i64, tool: &str) {
        self.say(message(id, "tools/call", json!({"name": tool})))
            .await;
    }

    /// Says no more, and gives what was still to be heard.
    async fn end(mut self) -> Vec<Value> {
        with_timeout(self.input.shutdown())
            .await
            .expect("an open pipe");
        let mut rest = Vec::new();
        while let Some(line) = self.line().await {
            rest.push(serde_json::from_str(&line).expect("JSON"));
        }
        with_timeout(self.served)
            .await
            .expect("no panic")
            .expect("no error");
        rest
    }
}

#[tokio::test]
async fn both_eras_share_the_pipe() {
    let mut pipes = PipedClient::open().await;
    pipes.say(message(1, "ping", json!({}))).await;
    assert_eq!(pipes.hear().await["result"], json!({}));
    pipes.call(2, "plain").await;
    assert_eq!(pipes.hear().await["error"]["code"], -32600);
    pipes.say(message(3, "server/discover", json!({}))).await;
    assert_eq!(pipes.hear().await["error"]["code"], -32602);
    pipes
        .say(modern_message(4, "tools/call", json!({"name": "plain"})))
        .await;
    assert_eq!(pipes.hear().await["result"]["resultType"], "complete");
    pipes.begin("2025-06-18", json!({})).await;
    pipes.call(5, "plain").await;
    assert_eq!(pipes.hear().await["id"], 5);
    pipes.say(modern_message(6, "ping", json!({}))).await;
    assert_eq!(pipes.hear().await["error"]["code"], -32601);
    pipes
        .say(message(
            7,
            "initialize",
            json!({"protocolVersion": "2025-06-18"}),
        ))
        .await;
    assert_eq!(pipes.hear().await["error"]["code"], -32600);
    assert_eq!(pipes.end().await, Vec::<Value>::new());
}

#[tokio::test]
async fn requests_run_beside_one_another_and_all_are_finished() {
    let mut pipes = PipedClient::open().await;
    // Nothing is waited for, as when a file is piped in.
    let hello = json!({"protocolVersion": "2025-11-25"});
    pipes.say(message(0, "initialize", hello)).await;
    pipes.call(1, "slow").await;
    for id in 2..40 {
        pipes.call(id, "plain").await;
    }
    let rest = pipes.end().await;
    let mut ids: Vec<_> = rest
        .iter()
        .filter_map(|answer| answer["id"].as_i64())
        .collect();
    assert_ne!(ids.last(), Some(&0));
    ids.sort_unstable();
    assert_eq!(ids, (0..40).collect::<Vec<_>>());
    assert!(
        rest.iter().all(|answer| answer["result"].is_object()),
        "{rest:?}"
    );
}

#[tokio::test]
async fn bad_lines_are_answered_and_the_next_is_fine() {
    let mut pipes = PipedClient::open().await;
    for (line, code) in [
        ("{".to_owned(), -32700),
        ("[1]".to_owned(), -32600),
        ("\"x\"".to_owned(), -32600),
        (
            message(1, "ping", json!({"x": "y".repeat(200_000)})).to_string(),
            -32600,
        ),
    ] {
        pipes.say(&line).await;
        let answer = pipes.hear().await;
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&Value::Null, &json!(code))
        );
    }
    pipes.begin("2025-11-25", json!({})).await;
    pipes.call(1, "pretty").await;
    let line = pipes.line().await.expect("a line");
    assert!(line.contains(r#""x": 1"#), "{line}");
}

#[tokio::test]
async fn what_is_taken_back_is_not_answered() {
    let mut pipes = PipedClient::open().await;
    pipes.begin("2025-11-25", json!({})).await;
    pipes.call(1, "hangs").await;
    pipes
        .say(modern_message("m", "tools/call", json!({"name": "hangs"})))
        .await;
    let listen = json!({"notifications": {"toolsListChanged": true}});
    pipes
        .say(modern_message("l", "subscriptions/listen", listen))
        .await;
    assert_eq!(
        pipes.hear().await["method"],
        "notifications/subscriptions/acknowledged"
    );
    for id in [json!(1), json!("m"), json!("l")] {
        pipes
            .say(
                json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": {"requestId": id}}),
            )
            .await;
    }
    pipes.call(2, "plain").await;
    assert_eq!(pipes.hear().await["id"], 2);
    assert_eq!(pipes.end().await, Vec::<Value>::new());
}

#[tokio::test]
async fn questions_and_changes_come_over_the_same_pipe() {
    let mut pipes = PipedClient::open().await;
    pipes.begin("2025-11-25", json!({"roots": {}})).await;
    pipes.call(1, "asks").await;
    let question = pipes.hear().await;
    assert_eq!(
        (&question["id"], &question["method"]),
        (&json!("candor-1"), &json!("roots/list"))
    );
    let roots = json!({"roots": [{"uri": "file:///here"}]});
    pipes
        .say(json!({"jsonrpc": "2.0", "id": "candor-1", "result": roots}))
        .await;
    assert!(
        pipes.hear().await["result"]
            .to_string()
            .contains("file:///here")
    );
    pipes.call(2, "changes").await;
    let heard = [pipes.hear().await, pipes.hear().await];
    assert!(
        heard
            .iter()
            .any(|one| one["method"] == "notifications/tools/list_changed"),
        "{heard:?}"
    );
    assert!(heard.iter().any(|one| one["id"] == 2), "{heard:?}");
    pipes.call(3, "asks").await;
    let rest = pipes.end().await;
    assert!(
        rest.iter().any(|one| one["id"] == 3),
        "nobody can answer, and the call ends: {rest:?}"
    );
}

#[tokio::test]
async fn a_batch_is_answered_by_one_line() {
    let mut pipes = PipedClient::open().await;
    let batch = json!([
        message(1, "ping", json!({})),
        message(2, "tools/call", json!({"name": "plain"}))
    ]);
    pipes.say(&batch).await;
    assert_eq!(pipes.hear().await["error"]["code"], -32600);
    pipes.begin("2025-03-26", json!({})).await;
    pipes.say(&batch).await;
    assert_eq!(pipes.hear().await.as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn subscriptions_end_with_the_gateway() {
    let mut pipes = PipedClient::open().await;
    let listen = json!({"notifications": {}});
    pipes
        .say(modern_message("l", "subscriptions/listen", listen))
        .await;
    assert_eq!(pipes.hear().await["params"]["notifications"], json!({}));
    pipes.world.shutdown.cancel();
    let last = pipes.hear().await;
    assert_eq!(
        last["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
        "l"
    );
    with_timeout(pipes.served)
        .await
        .expect("no panic")
        .expect("no error");
}

#[tokio::test]
async fn a_question_that_was_answered_elsewhere_is_taken_back() {
    let mut pipes = PipedClient::to(&careful()).await;
    pipes.begin("2025-11-25", json!({"elicitation": {}})).await;
    pipes.call(1, "wipe").await;
    let question = pipes.hear().await;
    assert_eq!(question["method"], "elicitation/create");
    pipes.world.agree().await;
    let withdrawn = pipes.hear().await;
    assert_eq!(withdrawn["method"], "notifications/cancelled");
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);
    pipes
        .say(json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}}))
        .await;
    let result = pipes.hear().await;
    assert_eq!(result["id"], 1);
    assert_eq!(result["result"]["content"][0]["text"], "done");
    assert_eq!(pipes.end().await, Vec::<Value>::new());
}

#[tokio::test]
async fn both_eras_share_what_was_allowed_for_the_session() {
    let mut pipes = PipedClient::to(&careful()).await;
    pipes.begin("2025-11-25", json!({"elicitation": {}})).await;
    pipes.call(1, "wipe").await;
    let question = pipes.hear().await;
    assert_eq!(question["method"], "elicitation/create");
    pipes.world.agree_for(GrantScope::Session).await;
    assert_eq!(pipes.hear().await["method"], "notifications/cancelled");
    assert_eq!(pipes.hear().await["id"], 1);
    let able = json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}});
    let params = json!({"name": "wipe", "_meta": able});
    // A yes that counts for more than one call is known a moment after it was given.
    for id in 2..1_000 {
        let call = modern_message(id, "tools/call", params.clone());
        pipes.say(call).await;
        let result = pipes.hear().await;
        assert_eq!(result["id"], id);
        if result["result"]["resultType"] == "input_required" {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        }
        assert_eq!(result["result"]["content"][0]["text"], "done", "{result}");
        break;
    }
    assert_eq!(pipes.world.upstream.calls("wipe"), 2);
}

#[tokio::test]
async fn a_task_is_asked_after_over_the_same_pipe() {
    let mut pipes = PipedClient::to(&careful()).await;
    let knows = json!({"io.modelcontextprotocol/clientCapabilities":
        {"extensions": {"io.modelcontextprotocol/tasks": {}}}});
    let params = json!({"name": "wipe", "_meta": knows});
    pipes.say(modern_message(1, "tools/call", params)).await;
    let begun = pipes.hear().await;
    assert_eq!(begun["result"]["resultType"], "task", "{begun}");
    let task = &begun["result"]["taskId"];
    for (id, method, status) in [
        (2, "tasks/get", json!("working")),
        (3, "tasks/cancel", Value::Null),
        (4, "tasks/get", json!("cancelled")),
    ] {
        let params = json!({"taskId": task, "_meta": knows});
        pipes.say(modern_message(id, method, params)).await;
        let answer = pipes.hear().await;
        assert_eq!(answer["id"], id);
        assert_eq!(answer["result"]["status"], status, "{answer}");
    }
    let params = json!({"taskId": task});
    pipes.say(modern_message(5, "tasks/get", params)).await;
    assert_eq!(pipes.hear().await["error"]["code"], -32021);
}
