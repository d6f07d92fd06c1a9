//! A program changes while it is served.

mod broken;
mod drift;
mod files;

use candor_testkit::{ServerEra, wait_until};
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::kit::{FunctionGateway, call, done, source, until, words, write};
use crate::approvals::kit::{ConcurrentClient, PendingRequest, forms};

const CHANGED: &str = "notifications/tools/list_changed";

/// A version of the program: a tool that shows which it is, one that asks before it does, and
/// whatever else there is.
fn version(word: &str, more: &str) -> String {
    format!(
        r#"import {{ Toolbox, s }} from "candor";

const word: string = "{word}";

export default new Toolbox()
  .tool({{
    name: "show",
    description: "Shows which version this is: {word}.",
    annotations: {{ title: "Show", readOnlyHint: true, idempotentHint: true, openWorldHint: false }},
    execute: () => word,
  }})
  .tool({{
    name: "ponder",
    description: "Shows which version this is when it is allowed to.",
    annotations: {{ title: "Ponder", readOnlyHint: true, idempotentHint: true, openWorldHint: false }},
    async execute(ctx) {{
      await ctx.elicit("Go on?", {{ sure: s.boolean() }});
      return word;
    }},
  }}){more};
"#
    )
}

/// One more tool.
const MORE: &str = r#"
  .tool({
    name: "more",
    description: "Is there since the second version.",
    annotations: { title: "More", readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    execute: () => "more",
  })"#;

/// The first version as the source `f`.
async fn stage(more: &str) -> FunctionGateway {
    let text = source("f", "program.ts", more);
    FunctionGateway::open(&[("program.ts", &version("old", ""))], &text).await
}

/// Exchanges the program.
fn rewrite(stage: &FunctionGateway, text: &str) {
    write(stage.gateway.folder(), "program.ts", text);
}

/// Waits until this version is listed and answers.
async fn serves(stage: &FunctionGateway, word: &str) {
    let mut client = stage.client(ServerEra::Modern).await;
    until(&format!("version {word}"), async || {
        // The source is ready a moment before its tools are offered.
        let offered = client.offered().await;
        let shown = offered.get("f_show")?["description"].to_string();
        let is_listed = shown.contains(&format!(": {word}."));
        (done(&mut client, "f_show", &json!({})).await == word && is_listed).then_some(())
    })
    .await;
}

/// What was found about the source.
async fn findings(stage: &FunctionGateway) -> Vec<Value> {
    let source = stage.read("/sources/f").await;
    source["findings"].as_array().expect("findings").clone()
}

/// Begins calls that ask before they go on.
async fn pondering(wire: &mut ConcurrentClient, count: usize) -> Vec<PendingRequest> {
    let mut flights = Vec::new();
    for _ in 0..count {
        flights.push(wire.call("f_ponder", &json!({})).await);
    }
    flights
}

fn sure() -> Value {
    json!({"action": "accept", "content": {"sure": true}})
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_in_flight_stay_with_their_version() {
    let stage = stage("workers = 24\n").await;
    let mut wire = ConcurrentClient::http(stage.gateway.url(), "2025-11-25", &forms(), None).await;
    let mut flights = pondering(&mut wire, 20).await;
    let mut questions = Vec::new();
    for flight in &mut flights {
        questions.push(flight.question().await);
    }
    let workers = stage.workers();
    assert!(workers.len() >= 20, "{workers:?}");

    let mut legacy = stage.client(ServerEra::Legacy).await;
    legacy.listen().await;
    let mut modern =
        ConcurrentClient::http(stage.gateway.url(), "2026-07-28", &json!({}), None).await;
    let wanted = json!({"notifications": {"toolsListChanged": true}});
    let mut ear = modern.send("subscriptions/listen", wanted).await;
    let acknowledged = "notifications/subscriptions/acknowledged";
    ear.notified(acknowledged).await;

    rewrite(&stage, &version("new", MORE));
    legacy.heard(CHANGED).await;
    ear.notified(CHANGED).await;
    // Whoever is told sees it.
    assert!(legacy.offered().await.contains_key("f_more"));
    assert_eq!(done(&mut legacy, "f_more", &json!({})).await, "more");
    assert_eq!(done(&mut legacy, "f_show", &json!({})).await, "new");

    let answers: Vec<(&Value, Value)> = questions.iter().map(|one| (one, sure())).collect();
    wire.respond_all(&answers).await;
    for answered in join_all(flights.into_iter().map(PendingRequest::done)).await {
        assert_eq!(answered.fine(), "old");
    }
    // The old version ends with its last call.
    until("the end of the old workers", async || {
        let left = stage.workers();
        (!workers.iter().any(|old| left.contains(old))).then_some(())
    })
    .await;
    assert_eq!(done(&mut legacy, "f_show", &json!({})).await, "new");
    stage.end();
}

/// Also those that have to wait for a worker get their answer.
#[tokio::test(flavor = "multi_thread")]
async fn calls_that_wait_for_a_worker_are_answered() {
    let stage = stage("workers = 2\n").await;
    let mut wire = ConcurrentClient::http(stage.gateway.url(), "2025-11-25", &forms(), None).await;
    let mut first = pondering(&mut wire, 2).await;
    let mut questions = Vec::new();
    for flight in &mut first {
        questions.push(flight.question().await);
    }
    let mut queued = Vec::new();
    for _ in 0..4 {
        let mut wire =
            ConcurrentClient::http(stage.gateway.url(), "2025-11-25", &forms(), None).await;
        let flight = wire.call("f_ponder", &json!({})).await;
        queued.push((wire, flight));
    }
    rewrite(&stage, &version("new", MORE));
    let mut client = stage.client(ServerEra::Modern).await;
    wait_until("the new version", async || {
        client.offered().await.contains_key("f_more")
    })
    .await;
    assert_eq!(done(&mut client, "f_show", &json!({})).await, "new");
    for question in &questions {
        wire.respond(question, &sure()).await;
    }
    for answered in join_all(first.into_iter().map(PendingRequest::done)).await {
        assert_eq!(answered.fine(), "old");
    }
    // They come to a worker in any order, and each keeps its worker until it is answered.
    let answers = queued.into_iter().map(async |(mut wire, mut flight)| {
        let question = flight.question().await;
        wire.respond(&question, &sure()).await;
        flight.done().await
    });
    for answered in join_all(answers).await {
        let word = answered.fine();
        assert!(["old", "new"].contains(&word), "{word}");
    }
    stage.end();
}

/// A client that calls all the time notices nothing but the new answer.
#[tokio::test(flavor = "multi_thread")]
async fn no_call_fails_while_versions_follow_each_other() {
    let stage = stage("").await;
    let callers = (0..4).map(async |number| {
        let mut client = stage.client(ServerEra::in_turn(number)).await;
        let mut heard = vec!["old".to_owned()];
        loop {
            let result = call(&mut client, "f_show", &json!({})).await;
            assert_ne!(result["isError"], true, "{result}");
            let said = words(&result);
            if heard.last() != Some(&said) {
                assert!(!heard.contains(&said), "back to {said} after {heard:?}");
                heard.push(said.clone());
            }
            if said == "v8" {
                return heard;
            }
        }
    });
    let editing = async {
        for number in 1..=8 {
            rewrite(&stage, &version(&format!("v{number}"), ""));
            serves(&stage, &format!("v{number}")).await;
        }
    };
    let (heard, ()) = tokio::join!(join_all(callers), editing);
    assert_eq!(heard.len(), 4);
    assert!(findings(&stage).await.is_empty());
    stage.end();
}
