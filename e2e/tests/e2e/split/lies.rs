//! Tools that say they only read, and try to write.

use candor_testkit::{CandorProcess, ServerEra, wait_until};
use serde_json::Value;

use super::{reader, served, writer};

/// What is known of a tool by what it did.
async fn contradiction(candor: &CandorProcess, tool: &str) -> Option<Value> {
    let all = candor.api().items("/verifications").await;
    let name = format!("notes.{tool}");
    let found = all.into_iter().find(|one| one["name"] == name.as_str())?;
    let hints = found["hints"].as_array()?.iter();
    let mut lies = hints.filter(|hint| hint["contradicts"] == true).cloned();
    lies.next()
}

async fn refusals(candor: &CandorProcess) -> Vec<Value> {
    let list = candor.api().read("/sources/notes/refusals").await;
    list["refusals"].as_array().cloned().unwrap_or_default()
}

/// The refusal of a path, as soon as it is written down.
async fn refusal(candor: &CandorProcess, path: &str) -> Value {
    candor_testkit::until("the refusal", async || {
        let all = refusals(candor).await;
        let mut found = all.into_iter();
        found.find(|one| one["target"].as_str().is_some_and(|it| it.ends_with(path)))
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lying_reader_is_stopped_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let (candor, mut client) = served(folder.path(), "split = true").await;
    client
        .call("notes_peek_note", "{}")
        .await
        .says("refused: Permission denied");
    let file = folder.path().join("peeked.txt");
    assert!(!file.exists());

    let refused = refusal(&candor, "peeked.txt").await;
    assert_eq!(refused["instance"], "read-only", "{refused}");
    assert_eq!(refused["action"], "create");
    assert_eq!(refused["timing"], "during");
    let call = &refused["calls"][0];
    assert_eq!(call["name"], "peek_note", "{refused}");
    assert_eq!(refused["calls"].as_array().map(Vec::len), Some(1));

    // The call is in the audit with what it tried.
    let call = candor_testkit::until("the call on file", async || {
        let calls = candor.api().calls("source=notes").await;
        calls.into_iter().find(|one| one["id"] == call["id"])
    })
    .await
    .to_string();
    assert!(
        call.contains("the read-only instance was refused to create")
            && call.contains("peeked.txt"),
        "{call}"
    );

    wait_until("the contradiction", async || {
        contradiction(&candor, "peek_note").await.is_some()
    })
    .await;
    let lie = contradiction(&candor, "peek_note").await.expect("a lie");
    assert_eq!(
        (&lie["hint"], &lie["value"]),
        (&"read_only".into(), &false.into())
    );
    let evidence = lie["evidence"].as_str().unwrap_or_default();
    assert!(
        evidence.contains("during the call of `peek_note`") && evidence.contains("peeked.txt"),
        "{evidence}"
    );

    // From now on it counts as what it is, and goes to the ordinary instance.
    let (value, says) = super::relied(&candor, "peek_note", "read_only").await;
    assert_eq!(value, false, "{says}");
    client.call("notes_peek_note", "{}").await.says("written");
    assert!(file.exists());

    let (code, listed) = candor.command(&["confine", "refusals", "notes"]);
    assert_eq!(code, 1, "{listed}");
    assert!(
        listed.contains("notes (read-only)") && listed.contains("peeked.txt"),
        "{listed}"
    );
    let page = candor.text("/sources/notes").await;
    assert!(
        page.contains("Blocked by confinement") && page.contains("peeked.txt"),
        "{page}"
    );
    let log = candor.log();
    assert!(
        log.contains("notes (read-only)") && log.contains("says that it only reads, but"),
        "{log}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_is_refused_and_not_held_against_a_reader() {
    let folder = tempfile::tempdir().expect("a folder");
    let (candor, mut client) = served(folder.path(), "split = true").await;
    client
        .call("notes_lock_note", "{}")
        .await
        .says("refused: Permission denied");
    refusal(&candor, "notes.lock").await;
    // Refusals are written down in order, so the next one shows that nothing more came of this.
    client.call("notes_peek_note", "{}").await.says("refused");
    wait_until("the other", async || {
        contradiction(&candor, "peek_note").await.is_some()
    })
    .await;
    assert_eq!(contradiction(&candor, "lock_note").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_several_calls_at_once_nobody_is_blamed_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (candor, mut client) = served(folder.path(), "split = true").await;
    let mut other = candor.client(ServerEra::Legacy).await;
    let waiting = tokio::spawn(async move {
        other
            .call("notes_wait_for", r#"{"name":"go.txt"}"#)
            .await
            .words()
    });
    client
        .call("notes_peek_together", "{}")
        .await
        .says("refused");
    let refused = refusal(&candor, "together.txt").await;
    assert_eq!(
        refused["calls"].as_array().map(Vec::len),
        Some(2),
        "{refused}"
    );
    let says = refused["says"].as_str().unwrap_or_default();
    assert!(says.contains("during these calls: "), "{says}");
    assert!(
        says.contains("`wait_for`") && says.contains("`peek_together`"),
        "{says}"
    );
    std::fs::write(folder.path().join("go.txt"), "").expect("a file");
    assert_eq!(waiting.await.expect("an answer"), "waited");
    // Refusals are judged in order, so the next one shows that nothing came of this.
    client.call("notes_peek_note", "{}").await.says("refused");
    wait_until("the other", async || {
        contradiction(&candor, "peek_note").await.is_some()
    })
    .await;
    for tool in ["wait_for", "peek_together"] {
        assert_eq!(contradiction(&candor, tool).await, None, "{tool}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_tried_after_the_answer_is_seen_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (candor, mut client) = served(folder.path(), "split = true").await;
    client
        .call("notes_late_note", "{}")
        .await
        .says("nothing to see");
    let refused = refusal(&candor, "late.txt").await;
    assert_eq!(refused["timing"], "after", "{refused}");
    assert_eq!(refused["calls"][0]["name"], "late_note", "{refused}");
    wait_until("the contradiction", async || {
        contradiction(&candor, "late_note").await.is_some()
    })
    .await;
    assert!(!folder.path().join("late.txt").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_home_is_refused_and_contradicts_a_closed_world() {
    let folder = tempfile::tempdir().expect("a folder");
    // Without any address it gets no network at all, and nobody sees where it wanted to go.
    let more = "split = { connect = [\"127.0.0.1:9\"] }";
    let (candor, mut client) = served(folder.path(), more).await;
    client.call("notes_phone_home", "{}").await.says("refused");
    let refused = refusal(&candor, "192.0.2.1:9").await;
    assert_eq!(refused["action"], "connect to", "{refused}");
    wait_until("the contradiction", async || {
        contradiction(&candor, "phone_home").await.is_some()
    })
    .await;
    let lie = contradiction(&candor, "phone_home").await.expect("a lie");
    assert_eq!(
        (&lie["hint"], &lie["value"]),
        (&"open_world".into(), &true.into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let (candor, mut client) = served(folder.path(), "split = true").await;
    client.call("notes_many_notes", "{}").await.says("refused");
    refusal(&candor, "flood-0.txt").await;
    assert_ne!(reader(&mut client).await, writer(&mut client).await);
    let listed = refusals(&candor).await.len();
    assert!((1..=60).contains(&listed), "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_ordinary_confined_source_is_refused_is_listed_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let more = format!("cwd = {:?}\nconfine = \"standard\"", elsewhere.path());
    let (candor, mut client) = served(folder.path(), &more).await;
    let reply = client.call("notes_add_note", r#"{"text":"milk"}"#).await;
    assert!(
        reply.response.contains("PermissionError"),
        "{}",
        reply.response
    );
    let refused = refusal(&candor, "notes.json").await;
    assert_eq!(refused["instance"], "ordinary", "{refused}");
    assert_eq!(refused["calls"][0]["name"], "add_note", "{refused}");
    // A source that says it writes is not contradicted by its writing.
    assert!(candor.api().items("/verifications").await.is_empty());
}
