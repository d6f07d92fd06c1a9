//! One workspace, several processes: what one is told, the others serve within a second.

use std::time::{Duration, Instant};

use candor_e2e::{Candor, Client, Era, config};
use candor_testkit::Postgres;
use candor_testkit::script::{Script, ScriptFile};
use serde_json::json;

use super::counter::{Counter, description, names};
use super::noted;

/// What is promised.
const PROMISE: Duration = Duration::from_secs(1);

const LENDS: &str = "A scripted tool.";

struct Pair {
    one: Candor,
    two: Candor,
    _file: ScriptFile,
    _database: Postgres,
}

// === impl Pair ===

impl Pair {
    /// None where there is no PostgreSQL.
    async fn start() -> Option<Self> {
        let database = Postgres::start()?;
        let script = Script::simple(&[("lend", "{}"), ("take", "{}")]);
        let file = script.write().expect("a script");
        let text = config::script("s", &file, Era::Legacy, "");
        let url = database.url();
        let serve = || Candor::unasked(&text, &["--database-url", &url]);
        let pair = Self {
            one: serve(),
            two: serve(),
            _file: file,
            _database: database,
        };
        pair.one.all_ready().await;
        pair.two.all_ready().await;
        Some(pair)
    }
}

/// Looks until something is so; it must be within what is promised.
async fn soon(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !is_so().await {
        assert!(since.elapsed() < 20 * PROMISE, "never: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let took = since.elapsed();
    assert!(took < PROMISE, "{what} took {took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_reaches_the_other_replica_within_a_second() {
    let Some(pair) = Pair::start().await else {
        return;
    };
    let mut here = Counter::of(Client::http(pair.one.url(), Era::Legacy).await).await;
    let mut there = Counter::of(Client::http(pair.two.url(), Era::Legacy).await).await;
    there.client.listen().await;
    here.build("work", &["s.lend"]).await;
    let url = pair.two.at("/mcp/work");
    soon("the endpoint of the toolset", async || {
        reqwest::get(&url).await.expect("an answer").status() != 404
    })
    .await;
    let mut narrow = Client::http(&url, Era::Modern).await;
    assert_eq!(names(&mut narrow).await, ["s_lend"]);
    here.equip("work").await;
    soon("the equipped toolset", async || {
        there.names().await == ["s_lend"]
    })
    .await;
    there.client.heard("notifications/tools/list_changed").await;

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
        soon("the note", async || {
            reader.description("s_lend").await == expect
        })
        .await;
    }
    let expect = noted(LENDS, &all);
    soon("the notes at the toolset's endpoint", async || {
        description(&mut narrow, "s_lend").await == expect
    })
    .await;
    there.client.heard("notifications/tools/list_changed").await;
}

/// What one replica deletes, the other serves no more.
#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_toolset_is_gone_everywhere() {
    let Some(pair) = Pair::start().await else {
        return;
    };
    let mut here = Counter::of(Client::http(pair.one.url(), Era::Legacy).await).await;
    let mut there = Counter::of(Client::http(pair.two.url(), Era::Modern).await).await;
    here.build("work", &["s.lend"]).await;
    here.equip("work").await;
    soon("the toolset", async || there.names().await == ["s_lend"]).await;
    there.client.call("s_take", "{}").await.error();
    let gone = json!({"name": "work", "confirm": true});
    there.ask("delete-toolset", &gone).await.fine();
    soon("everything again", async || here.names().await.len() == 2).await;
    assert_eq!(here.saved().await, [""; 0]);
    assert_eq!(here.client.call("s_take", "{}").await.words(), "done");
}
