//! An override that is made in one process is served by the others within a second.

use std::time::Duration;

use candor_testkit::script::ServerScript;
use candor_testkit::{CandorProcess, QuickestRound, RawClient, Replicas, ServerEra, config};
use serde_json::{Value, json};

/// What is promised.
const PROMISE: Duration = Duration::from_secs(1);

const TOOL: &str = r#"[{"name":"lend","title":"Lend","description":"Lends a book.","inputSchema":{"type":"object"}}]"#;

fn script() -> ServerScript {
    ServerScript::new().tools(TOOL).call("*", "{}")
}

/// Whether the list shows something about the tool.
async fn shows(client: &mut RawClient, is_it: impl Fn(&Value) -> bool) -> bool {
    client.offered().await.get("s_lend").is_some_and(is_it)
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
    let mut quickest = QuickestRound::new();
    for round in 0..5 {
        let title = format!("Lend {round}");
        let body = json!({"title": title, "destructive": round % 2 == 0});
        one.patch("/annotations/s.lend", &body).await.fine();
        let is_it = |tool: &Value| {
            tool["title"] == title.as_str()
                && tool["annotations"]["destructiveHint"] == (round % 2 == 0)
        };
        quickest
            .round(&title, async || shows(&mut there, is_it).await)
            .await;
        there.list_changed().await;
        // Where it was made, it counts before it is confirmed.
        assert!(is_it(&here.offered().await["s_lend"]));
        let effective = two.read("/tools/s.lend").await;
        assert!(effective.to_string().contains(&title), "{effective}");
    }
    quickest.was_within(PROMISE);
}

/// An environment that is made at one replica has an endpoint at the other.
#[tokio::test(flavor = "multi_thread")]
async fn an_environment_is_served_by_every_replica() {
    let Some((pair, _file)) = Replicas::of_script(&script()).await else {
        return;
    };
    let api = pair.one.api();
    let (mut endpoints, mut overrides) = (QuickestRound::new(), QuickestRound::new());
    for name in ["prod", "stage", "test"] {
        let body = json!({"name": name});
        api.post("/environments", &body).await.fine();
        let url = pair.two.at(&format!("/mcp@{name}"));
        endpoints
            .round("the endpoint", async || {
                reqwest::get(&url).await.expect("an answer").status() != 404
            })
            .await;
        let mut client = RawClient::http(&url, ServerEra::Legacy).await;
        let said = json!({"open_world": true});
        api.patch(&format!("/annotations/s.lend?environment={name}"), &said)
            .await
            .fine();
        let is_it = |tool: &Value| tool["annotations"]["openWorldHint"] == true;
        overrides
            .round("the override", async || shows(&mut client, is_it).await)
            .await;
    }
    endpoints.was_within(PROMISE);
    overrides.was_within(PROMISE);
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
    let mut quickest = QuickestRound::new();
    for round in 0..3 {
        let title = format!("Lend {round}");
        candor.fine(&["annotate", "s.lend", "--title", &title]);
        let is_it = |tool: &Value| tool["title"] == title.as_str();
        quickest
            .round(&title, async || shows(&mut client, is_it).await)
            .await;
        client.list_changed().await;
    }
    quickest.was_within(PROMISE);
    let records = candor.api().changes("annotations.amend", "s.lend").await;
    assert_eq!(records.len(), 3, "{records:?}");
    assert!(
        records.iter().all(|record| record["door"] == "cli"),
        "{records:?}"
    );
}
