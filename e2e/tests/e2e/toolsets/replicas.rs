//! One workspace, several processes: what one is told, the others serve within a second.

use std::time::Duration;

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{QuickestRound, RawClient, Replicas, ServerEra};
use serde_json::json;

use super::management_client::{ManagementClient, description, names};
use super::noted;

/// What is promised.
const PROMISE: Duration = Duration::from_secs(1);

const LENDS: &str = "A scripted tool.";

async fn start() -> Option<(Replicas, ScriptFile)> {
    Replicas::of_script(&ServerScript::simple(&[("lend", "{}"), ("take", "{}")])).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_reaches_the_other_replica_within_a_second() {
    let Some((pair, _file)) = start().await else {
        return;
    };
    let mut here = ManagementClient::of(pair.one.owner_client(ServerEra::Legacy).await).await;
    let mut there = ManagementClient::of(pair.two.owner_client(ServerEra::Legacy).await).await;
    there.client.listen().await;
    let (mut sets, mut notes) = (QuickestRound::new(), QuickestRound::new());
    here.build("work", &["s.lend"]).await;
    let url = pair.two.at("/mcp/work");
    sets.round("the endpoint of the toolset", async || {
        reqwest::get(&url).await.expect("an answer").status() != 404
    })
    .await;
    let mut narrow = RawClient::http(&url, ServerEra::Modern).await;
    assert_eq!(names(&mut narrow).await, ["s_lend"]);
    here.equip("work").await;
    sets.round("the equipped toolset", async || {
        there.names().await == ["s_lend"]
    })
    .await;
    sets.was_within(PROMISE);
    there.client.list_changed().await;

    let all = [("one", "First."), ("two", "Second."), ("three", "Third.")];
    for count in 1..=all.len() {
        // Each replica takes notes, and both have all of them.
        let (writer, reader) = if count % 2 == 1 {
            (&mut here, &mut there)
        } else {
            (&mut there, &mut here)
        };
        writer.note("s.lend", &[all[count - 1]]).await.fine();
        let expect = noted(LENDS, &all[..count]);
        // Where it was made, it counts before it is confirmed.
        assert_eq!(writer.description("s_lend").await, expect);
        notes
            .round("the note", async || {
                reader.description("s_lend").await == expect
            })
            .await;
    }
    let expect = noted(LENDS, &all);
    notes
        .round("the notes at the toolset's endpoint", async || {
            description(&mut narrow, "s_lend").await == expect
        })
        .await;
    notes.was_within(PROMISE);
    there.client.list_changed().await;
}

/// What one replica deletes, the other serves no more.
#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_toolset_is_gone_everywhere() {
    let Some((pair, _file)) = start().await else {
        return;
    };
    let mut here = ManagementClient::of(pair.one.owner_client(ServerEra::Legacy).await).await;
    let mut there = ManagementClient::of(pair.two.owner_client(ServerEra::Modern).await).await;
    here.build("work", &["s.lend"]).await;
    here.equip("work").await;
    let mut quickest = QuickestRound::new();
    quickest
        .round("the toolset", async || there.names().await == ["s_lend"])
        .await;
    there.client.call("s_take", "{}").await.error();
    let gone = json!({"name": "work", "confirm": true});
    there.ask("delete-toolset", &gone).await.fine();
    quickest
        .round("everything again", async || here.names().await.len() == 2)
        .await;
    quickest.was_within(PROMISE);
    assert_eq!(here.saved().await, [""; 0]);
    assert_eq!(here.client.call("s_take", "{}").await.words(), "done");
}
