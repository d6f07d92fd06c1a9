//! Sources that are split into an ordinary and a read-only instance, in the whole product.

mod lies;
mod peers;

use std::path::Path;

use candor_testkit::{CandorProcess, RawClient, ServerEra, config, wait_until};
use serde_json::{Value, json};

/// The notes server of the testkit. It is given as text: the folder of the tests may be one that
/// a confined program cannot read.
const SERVER: &str = include_str!("../../../testkit/split/server.py");

/// The notes server as the source `notes`, with its notes in a folder.
fn notes(folder: &Path, mode: &str, settings: &str) -> String {
    let folder = folder.display().to_string();
    let args = ["-c", SERVER, folder.as_str(), mode].map(str::to_owned);
    config::stdio("notes", "/usr/bin/python3", &args, settings)
}

async fn served(folder: &Path, more: &str) -> (CandorProcess, RawClient) {
    let candor = CandorProcess::served_unasked(&notes(folder, "file", more)).await;
    let client = candor.client(ServerEra::Legacy).await;
    (candor, client)
}

/// The process that writes.
async fn writer(client: &mut RawClient) -> String {
    let words = client.call("notes_write_pid", "{}").await.words();
    let number = words.strip_prefix("written ");
    number
        .unwrap_or_else(|| panic!("it did not write: {words}"))
        .to_owned()
}

/// The process that reads.
async fn reader(client: &mut RawClient) -> String {
    client.call("notes_whoami", "{}").await.words()
}

async fn source(candor: &CandorProcess) -> Value {
    candor.api().read("/sources/notes").await
}

async fn relied(candor: &CandorProcess, tool: &str, hint: &str) -> (Value, String) {
    let tool = candor.api().read(&format!("/tools/notes.{tool}")).await;
    let fact = &tool["relied"][hint];
    let says = fact["says"].as_str().unwrap_or_default().to_owned();
    (fact["value"].clone(), says)
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_and_writes_are_made_by_different_processes() {
    let folder = tempfile::tempdir().expect("a folder");
    let (candor, mut client) = served(folder.path(), "split = true").await;
    let (reads, writes) = (reader(&mut client).await, writer(&mut client).await);
    assert_ne!(reads, writes);
    assert_eq!(reader(&mut client).await, reads);
    client
        .call("notes_add_note", r#"{"text":"milk"}"#)
        .await
        .says("added");
    client.call("notes_list_notes", "{}").await.says("milk");
    assert_eq!(reader(&mut client).await, reads);

    let source = source(&candor).await;
    let split = &source["split"];
    assert_eq!(split["active"], true, "{source}");
    assert_eq!(split["state"], "ready");
    assert_eq!(split["process"].to_string(), reads);
    assert!(split["started_in_ms"].is_u64(), "{source}");
    assert_eq!(split["isolated"], true);
    let (_, status) = candor.command(&["status"]);
    let running = format!("read-only instance: running (process {reads}, started in ");
    assert!(status.contains(&running), "{status}");
    let page = candor.text("/sources/notes").await;
    assert!(page.contains("read-only instance: running"), "{page}");
    assert!(
        candor
            .log()
            .contains("The read-only instance of `notes` is ready"),
        "{}",
        candor.log()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_enforced_hint_of_an_untrusted_source_is_relied_upon() {
    let folder = tempfile::tempdir().expect("a folder");
    // With the usual policy: what is not known to be read-only is asked about.
    let candor = CandorProcess::served(&notes(folder.path(), "file", "split = true")).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    assert!(reader(&mut client).await.parse::<u32>().is_ok());
    let (value, says) = relied(&candor, "whoami", "read_only").await;
    assert_eq!(value, true, "{says}");
    assert!(
        says.contains("enforced by the read-only instance"),
        "{says}"
    );
    assert_eq!(relied(&candor, "whoami", "open_world").await.0, false);
    assert_eq!(relied(&candor, "add_note", "read_only").await.0, false);

    let other = CandorProcess::served(&notes(folder.path(), "file", "")).await;
    let (value, says) = relied(&other, "whoami", "read_only").await;
    assert_eq!(value, Value::Null, "{says}");
    assert!(says.contains("untrusted"), "{says}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_it_may_reach_is_not_held_and_not_relied_upon() {
    let folder = tempfile::tempdir().expect("a folder");
    let more = "split = { connect = [\"127.0.0.1:9\"] }";
    let (candor, mut client) = served(folder.path(), more).await;
    assert_ne!(reader(&mut client).await, writer(&mut client).await);
    assert_eq!(source(&candor).await["split"]["isolated"], false);
    let (value, says) = relied(&candor, "whoami", "read_only").await;
    assert_eq!(value, Value::Null, "{says}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_case_of_a_call_chooses_the_instance() {
    let folder = tempfile::tempdir().expect("a folder");
    let more = "split = true\n\
                [[annotations.\"notes.either\".when]]\nargument = \"action\"\nis = \"look\"\nread_only = true\ndestructive = false\n\
                [[annotations.\"notes.either\".when]]\nargument = \"action\"\nis = \"change\"\nread_only = false\n";
    let (_candor, mut client) = served(folder.path(), more).await;
    let (reads, writes) = (reader(&mut client).await, writer(&mut client).await);
    let look = client.call("notes_either", r#"{"action":"look"}"#).await;
    assert_eq!(look.words(), reads, "{}", look.response);
    let change = client.call("notes_either", r#"{"action":"change"}"#).await;
    assert_eq!(change.words(), writes, "{}", change.response);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reading_instance_that_ends_comes_back_and_is_not_replaced_by_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let (candor, mut client) = served(folder.path(), "split = true").await;
    let (reads, writes) = (reader(&mut client).await, writer(&mut client).await);
    let lost = client.call("notes_end_reading", "{}").await;
    assert!(lost.response.contains("notes"), "{}", lost.response);
    wait_until("another process", async || {
        let process = source(&candor).await["split"]["process"].to_string();
        !["null", reads.as_str()].contains(&process.as_str())
    })
    .await;
    let again = reader(&mut client).await;
    assert!(again != reads && again != writes, "{again}");
    assert_eq!(writer(&mut client).await, writes);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instance_that_cannot_run_fails_its_calls_and_no_others() {
    let folder = tempfile::tempdir().expect("a folder");
    // The folder that it may write is not there, so the instance cannot be made.
    let more = "split = { write = [\"/no/such/folder\"] }";
    let (candor, mut client) = served(folder.path(), more).await;
    let reply = client.call("notes_whoami", "{}").await;
    assert!(
        reply.response.contains("read-only instance") && reply.response.contains("/no/such/folder"),
        "{}",
        reply.response
    );
    writer(&mut client).await;
    let source = source(&candor).await;
    assert_eq!(source["state"], "ready", "{source}");
    assert_eq!(source["split"]["state"], "failing", "{source}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_with_its_state_in_memory_is_not_split() {
    let folder = tempfile::tempdir().expect("a folder");
    let (candor, mut client) = served(folder.path(), "split = true").await;
    assert_ne!(reader(&mut client).await, writer(&mut client).await);
    let tool = candor.api().read("/tools/notes.whoami").await;
    let report = json!({
        "source": "notes",
        "server": {"version": "1"},
        "tools": [{"name": "whoami", "definition": tool["hash"], "hints": {}}],
        "instances": {"shared": false, "evidence": "`list_notes` does not show it"},
    });
    let answer = candor.api().post("/verifications", &report).await;
    assert_eq!(answer.status, 204, "{}", answer.text);
    let source = source(&candor).await;
    assert_eq!(source["split"]["active"], false, "{source}");
    let says = source["split"]["says"].as_str().unwrap_or_default();
    assert!(
        says.contains("not split: its instances do not share their state: `list_notes`"),
        "{says}"
    );
    assert_eq!(relied(&candor, "whoami", "read_only").await.0, Value::Null);
    assert_eq!(reader(&mut client).await, writer(&mut client).await);
    let again = candor.restart().await;
    let source = self::source(&again).await;
    assert_eq!(source["split"]["active"], false, "{source}");
}
