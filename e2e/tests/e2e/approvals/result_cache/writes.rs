//! Whatever is written through a source lets go of what was read from it: here, in another
//! process, and while it is still being written.

use std::time::{Duration, Instant};

use candor_testkit::candor::run;
use candor_testkit::{
    CandorProcess, QuickestRound, RawClient, Replicas, ServerEra, config, wait_until,
};

use super::super::failing_servers::{AuditReader, WorkerProgram, client, listed, outcome};
use super::{AN_HOUR, TRUSTED, ask, serve, shelf};

/// What is promised.
const PROMISE: Duration = Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread")]
async fn a_write_through_the_same_source() {
    let (shelf, other) = (shelf(), super::shelf());
    let before = format!("{AN_HOUR}{}", config::url("t", other.url(), TRUSTED));
    let candor = serve(&shelf, &before, TRUSTED).await;
    let mut client = client(&candor).await;
    // Whatever is not known to read only may have written.
    for writer in ["s_store", "s_handle"] {
        let before = kept(&mut client).await;
        client.call(writer, "{}").await;
        assert_ne!(ask(&mut client, "look", "{}").await, before, "{writer}");
    }
    // Elsewhere is elsewhere. The news that an earlier write here has ended may fall in between,
    // once.
    let mut stays = false;
    for round in 1..=5 {
        let before = kept(&mut client).await;
        client.call("t_store", "{}").await;
        assert_eq!(other.calls("store"), round);
        stays |= ask(&mut client, "look", "{}").await == before;
    }
    assert!(stays, "a write elsewhere lets go of what was read here");
}

/// What is kept. That an earlier write has ended may still be on its way, and lets go once more.
async fn kept(client: &mut RawClient) -> String {
    for _ in 0..5 {
        let first = ask(client, "look", "{}").await;
        if ask(client, "look", "{}").await == first {
            return first;
        }
    }
    panic!("nothing is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_through_another_replica() {
    let shelf = shelf();
    let text = format!("{AN_HOUR}{}", config::url("s", shelf.url(), TRUSTED));
    let Some(pair) = Replicas::start(&text).await else {
        return;
    };
    let (mut here, mut there) = (client(&pair.one).await, client(&pair.two).await);
    let mut quickest = QuickestRound::new();
    for _ in 0..5 {
        let old = kept(&mut here).await;
        ask(&mut there, "store", "{}").await;
        quickest
            .round("the write", async || {
                ask(&mut here, "look", "{}").await != old
            })
            .await;
    }
    quickest.was_within(PROMISE);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_by_another_process_on_the_same_file() {
    let shelf = shelf();
    let candor = serve(&shelf, AN_HOUR, TRUSTED).await;
    let mut client = client(&candor).await;
    let mut quickest = QuickestRound::new();
    for round in 0..3 {
        let old = kept(&mut client).await;
        let written = run(
            candor.folder(),
            &["call", "s.store", "{}", "--data", "data"],
        );
        assert!(written.status.success(), "{written:?}");
        assert_eq!(shelf.calls("store"), round + 1);
        quickest
            .round("the write", async || {
                ask(&mut client, "look", "{}").await != old
            })
            .await;
    }
    quickest.was_within(PROMISE);
}

/// What is read meanwhile may be from before or after, so that it is not kept beyond the end.
#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_is_under_way() {
    let worker = WorkerProgram::new();
    let candor = CandorProcess::served(&format!("{AN_HOUR}{}", worker.config(TRUSTED))).await;
    worker.fail("create", 1, "gate");
    let mut reader = client(&candor).await;
    let mut writer = client(&candor).await;
    assert_eq!(ask(&mut reader, "look", "{}").await, "look 1");
    assert_eq!(ask(&mut reader, "look", "{}").await, "look 1");
    let writing = tokio::spawn(async move { ask(&mut writer, "create", "{}").await });
    wait_until("the write", async || worker.arrived("create") == 1).await;
    assert_eq!(ask(&mut reader, "look", "{}").await, "look 2");
    worker.open();
    assert_eq!(writing.await.expect("an answer"), "create 1");
    assert_eq!(ask(&mut reader, "look", "{}").await, "look 3");
    // The answer may be here a moment before the write counts as over.
    assert_ne!(kept(&mut reader).await, "look 2");
}

/// A client begins to write and goes away; the server finishes the work all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_nobody_waits_for_any_more() {
    let worker = WorkerProgram::new();
    let candor = CandorProcess::served(&format!("{AN_HOUR}{}", worker.config(TRUSTED))).await;
    worker.fail("create", 1, "gate");
    let mut reader = client(&candor).await;
    let mut writer = client(&candor).await;
    let writing = tokio::spawn(async move { ask(&mut writer, "create", "{}").await });
    wait_until("the write", async || worker.arrived("create") == 1).await;
    let kept = settled(&mut reader).await;
    writing.abort();
    let entry = AuditReader::of(&candor).entry("create").await;
    assert_eq!(entry["outcome"], "cancelled", "{entry}");
    worker.open();
    wait_until("the work", async || worker.done("create") == 1).await;
    assert_ne!(ask(&mut reader, "look", "{}").await, kept);
}

/// Reads until the result is kept: the news of a write also comes by way of the store.
async fn settled(client: &mut RawClient) -> String {
    let (mut last, mut since) = (String::new(), Instant::now());
    while since.elapsed() < 2 * PROMISE {
        let said = ask(client, "look", "{}").await;
        if said != last {
            (last, since) = (said, Instant::now());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    last
}

/// A write that gets lost may have taken effect.
#[tokio::test(flavor = "multi_thread")]
async fn a_write_whose_outcome_is_unknown() {
    let worker = WorkerProgram::new();
    let candor = CandorProcess::served(&format!("{AN_HOUR}{}", worker.config(TRUSTED))).await;
    worker.fail("create", 1, "after");
    let mut client = candor.client(ServerEra::Legacy).await;
    listed(&mut client).await;
    assert_eq!(ask(&mut client, "look", "{}").await, "look 1");
    let reply = client.call("s_create", "{}").await;
    assert_eq!(reply.value()["isError"], true, "{}", reply.response);
    // The list may still be that of before the end: the server is back when it answers.
    let mut said = String::new();
    wait_until("an answer", async || {
        let (well, words) = outcome(&client.call("s_look", "{}").await);
        said = words;
        well
    })
    .await;
    assert_eq!(said, "look 2");
}
