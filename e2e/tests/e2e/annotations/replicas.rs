//! An override that is made in one process is served by the others within a second.

use std::time::{Duration, Instant};

use candor_testkit::script::ServerScript;
use candor_testkit::{CandorProcess, RawClient, Replicas, ServerEra, config, within};
use serde_json::{Value, json};

/// What is promised.
const PROMISE: Duration = Duration::from_secs(1);

const TOOL: &str = r#"[{"name":"lend","title":"Lend","description":"Lends a book.","inputSchema":{"type":"object"}}]"#;

fn script() -> ServerScript {
    ServerScript::new().tools(TOOL).call("*", "{}")
}

/// Asks for the list until it shows something, which must be within a second.
async fn shown(client: &mut RawClient, what: &str, is_it: impl Fn(&Value) -> bool) {
    within(PROMISE, what, async || {
        client.offered().await.get("s_lend").is_some_and(&is_it)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_override_reaches_the_other_replica_within_a_second() {
    let Some((pair, _file)) = Replicas::of_script(&script()).await else {
        return;
    };
    let mut here = pair.one.client(ServerEra::Legacy).await;
    let mut there = pair.two.client(ServerEra::Legacy).await;
    there.listen().await;
    let (one, two) = (pair.one.api(), pair.two.api());
    for round in 0..5 {
        let title = format!("Lend {round}");
        let body = json!({"title": title, "destructive": round % 2 == 0});
        one.patch("/annotations/s.lend", &body).await.fine();
        let is_it = |tool: &Value| {
            tool["title"] == title.as_str()
                && tool["annotations"]["destructiveHint"] == (round % 2 == 0)
        };
        shown(&mut there, &title, is_it).await;
        there.list_changed().await;
        // Where it was made, it counts before it is confirmed.
        assert!(is_it(&here.offered().await["s_lend"]));
        let effective = two.read("/tools/s.lend").await;
        assert!(effective.to_string().contains(&title), "{effective}");
    }
}

/// An environment that is made at one replica has an endpoint at the other.
#[tokio::test(flavor = "multi_thread")]
async fn an_environment_is_served_by_every_replica() {
    let Some((pair, _file)) = Replicas::of_script(&script()).await else {
        return;
    };
    let body = json!({"name": "prod"});
    let api = pair.one.api();
    api.post("/environments", &body).await.fine();
    let said = json!({"open_world": true});
    api.patch("/annotations/s.lend?environment=prod", &said)
        .await
        .fine();
    let since = Instant::now();
    let url = pair.two.at("/mcp@prod");
    within(PROMISE, "the endpoint", async || {
        reqwest::get(&url).await.expect("an answer").status() != 404
    })
    .await;
    let mut client = RawClient::http(&url, ServerEra::Legacy).await;
    let is_it = |tool: &Value| tool["annotations"]["openWorldHint"] == true;
    shown(&mut client, "the override", is_it).await;
    let took = since.elapsed();
    assert!(took < PROMISE, "endpoint and override took {took:?}");
    let mut plain = pair.two.client(ServerEra::Legacy).await;
    let tools = plain.offered().await;
    assert_eq!(tools["s_lend"]["annotations"]["openWorldHint"], Value::Null);
}

/// The same without a server for the database: the command line writes, the gateway serves.
#[tokio::test(flavor = "multi_thread")]
async fn an_override_on_the_command_line_is_served_within_a_second() {
    let file = script().file();
    let candor =
        CandorProcess::served_unasked(&config::script("s", &file, ServerEra::Legacy, "")).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    client.listen().await;
    for round in 0..3 {
        let title = format!("Lend {round}");
        candor.fine(&["annotate", "s.lend", "--title", &title]);
        shown(&mut client, &title, |tool| tool["title"] == title.as_str()).await;
        client.list_changed().await;
    }
    let records = candor.api().changes("annotations.amend", "s.lend").await;
    assert_eq!(records.len(), 3, "{records:?}");
    assert!(
        records.iter().all(|record| record["door"] == "cli"),
        "{records:?}"
    );
}
