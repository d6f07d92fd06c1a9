//! Identical reads that are under way at the same time become one.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{
    CandorProcess, PATIENCE, RawClient, RawReply, ServerEra, assert_contains, config, wait_until,
};
use tokio::task::JoinHandle;

use super::failing_servers::{
    ALWAYS, AuditReader, TOOLS, WorkerProgram, bearer, client, outcome, token,
};

const TRUSTED: &str = "trust = \"trusted\"";

/// A gateway before a program whose tool waits at a gate.
async fn waiting_at(
    tool: &str,
    times: usize,
    before: &str,
    trust: &str,
) -> (WorkerProgram, CandorProcess) {
    let worker = WorkerProgram::new();
    worker.fail(tool, times, "gate");
    let text = format!("{before}\n{}", worker.config(trust));
    let candor = CandorProcess::serve(&text, &["--log-level", "debug"])
        .when_ready()
        .await;
    (worker, candor)
}

/// A call that goes on by itself.
fn begin(mut client: RawClient, tool: &str, arguments: &str) -> JoinHandle<RawReply> {
    let (tool, arguments) = (format!("s_{tool}"), arguments.to_owned());
    tokio::spawn(async move { client.call(&tool, &arguments).await })
}

/// Waits until so many calls have reached the program.
async fn arrived(worker: &WorkerProgram, tool: &str, count: usize) {
    let what = format!("{count} calls of `{tool}`");
    wait_until(&what, async || worker.arrived(tool) == count).await;
}

/// Waits until so many calls have reached the gateway, whatever it does with them.
async fn received(candor: &CandorProcess, count: usize) {
    let is_call =
        |line: &&str| line.contains("A request without a session") && line.contains("tools/call");
    wait_until(&format!("{count} calls in the log"), async || {
        candor.log().lines().filter(is_call).count() == count
    })
    .await;
    // That a call has joined another cannot be seen. It is the next thing that it does, and takes
    // less time than these requests, however busy the machine is.
    for _ in 0..5 {
        client(candor).await;
    }
}

async fn said(call: JoinHandle<RawReply>) -> String {
    let (well, said) = outcome(&call.await.expect("an answer"));
    assert!(well, "{said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn identical_reads_become_one_call() {
    let (worker, candor) = waiting_at("look", ALWAYS, "", TRUSTED).await;
    let mut calls = vec![begin(client(&candor).await, "look", r#"{"a":1,"b":2}"#)];
    arrived(&worker, "look", 1).await;
    for _ in 0..11 {
        calls.push(begin(client(&candor).await, "look", r#"{"b":2,"a":1}"#));
    }
    received(&candor, 12).await;
    worker.open();
    for call in calls {
        assert_eq!(said(call).await, "look 1");
    }
    assert_eq!(worker.arrived("look"), 1);

    let approver = AuditReader::of(&candor);
    let mut entries = Vec::new();
    for _ in 0..12 {
        entries.push(approver.entry("look").await);
    }
    let (first, others): (Vec<_>, Vec<_>) =
        entries.iter().partition(|entry| entry["reused"].is_null());
    assert_eq!((first.len(), others.len()), (1, 11), "{entries:?}");
    assert_eq!(first[0]["attempts"], 1, "{}", first[0]);
    for entry in others {
        assert_eq!(entry["attempts"], 0, "{entry}");
        assert_eq!(entry["outcome"], "ok", "{entry}");
        assert_eq!(entry["reused"]["shared_with"], first[0]["id"], "{entry}");
        assert!(entry["reused"]["kept_ms"].is_null(), "{entry}");
    }
    // It is over: who asks now asks for themselves.
    assert_eq!(
        said(begin(client(&candor).await, "look", r#"{"a":1,"b":2}"#)).await,
        "look 2"
    );
}

/// The first caller goes away: one of the others takes its place, and all are answered.
#[tokio::test(flavor = "multi_thread")]
async fn the_others_are_answered_when_the_first_goes_away() {
    let (worker, candor) = waiting_at("look", ALWAYS, "", TRUSTED).await;
    let first = begin(client(&candor).await, "look", "{}");
    arrived(&worker, "look", 1).await;
    let mut calls = Vec::new();
    for _ in 0..5 {
        calls.push(begin(client(&candor).await, "look", "{}"));
    }
    received(&candor, 6).await;
    first.abort();
    arrived(&worker, "look", 2).await;
    worker.open();
    let mut answers = Vec::new();
    for call in calls {
        answers.push(said(call).await);
    }
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
    assert_eq!(worker.arrived("look"), 2);
}

/// Arguments, callers and environments are told apart.
#[tokio::test(flavor = "multi_thread")]
async fn different_calls_are_different() {
    let worker = WorkerProgram::new();
    worker.fail("look", ALWAYS, "gate");
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!(
        "[server]\nauth = \"required\"\n[environments.dev]\n{}",
        worker.config(TRUSTED)
    );
    std::fs::write(folder.path().join("candor.toml"), &text).expect("a file");
    let [ann, bob] = ["ann", "bob"].map(|name| token(folder.path(), name, "caller"));
    let candor = CandorProcess::serve_in(folder, &text, &[]);
    let mut calls = Vec::new();
    for (token, path, arguments) in [
        (&ann, "/mcp", "{}"),
        (&ann, "/mcp", r#"{"a":1}"#),
        (&ann, "/mcp@dev", "{}"),
        (&bob, "/mcp", "{}"),
    ] {
        let client = bearer(&candor, path, token).await;
        calls.push(begin(client, "look", arguments));
        arrived(&worker, "look", calls.len()).await;
    }
    worker.open();
    for call in calls {
        said(call).await;
    }
}

/// Makes the same call twice at once; both reach the program.
async fn check_apart(tool: &str, before: &str, trust: &str) {
    let (worker, candor) = waiting_at(tool, ALWAYS, before, trust).await;
    let one = begin(client(&candor).await, tool, "{}");
    arrived(&worker, tool, 1).await;
    let two = begin(client(&candor).await, tool, "{}");
    arrived(&worker, tool, 2).await;
    worker.open();
    said(one).await;
    said(two).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_and_what_nobody_vouches_for_are_not_collapsed() {
    check_apart("save", "", TRUSTED).await;
    check_apart("create", "", TRUSTED).await;
    check_apart("handle", "", TRUSTED).await;
    check_apart("look", "", "trust = \"untrusted\"").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn collapsing_can_be_turned_off() {
    check_apart("look", "[policy]\ncollapse = false\n", TRUSTED).await;
}

/// A call that wants progress is not coalesced.
#[tokio::test(flavor = "multi_thread")]
async fn calls_that_want_to_hear_of_progress_are_not_collapsed() {
    let (worker, candor) = waiting_at("look", ALWAYS, "", TRUSTED).await;
    let mut calls = vec![begin(client(&candor).await, "look", "{}")];
    arrived(&worker, "look", 1).await;
    for token in ["one", "two"] {
        let mut client = candor.client(ServerEra::Legacy).await;
        let params = format!(
            r#"{{"name":"s_look","arguments":{{}},"_meta":{{"progressToken":"{token}"}}}}"#
        );
        calls.push(tokio::spawn(async move {
            client.request("tools/call", &params).await
        }));
        arrived(&worker, "look", calls.len()).await;
    }
    worker.open();
    for call in calls {
        said(call).await;
    }
}

/// A caller that has written and then reads must see what it wrote: an answer that was on its way
/// before may be older. Nothing needs to be kept for this to matter.
#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_follows_a_write_does_not_join_a_read_from_before() {
    for before in ["", "[policy]\ncache = \"1h\"\n"] {
        let (worker, candor) = waiting_at("look", 1, before, TRUSTED).await;
        let old = begin(client(&candor).await, "look", "{}");
        arrived(&worker, "look", 1).await;
        said(begin(client(&candor).await, "create", "{}")).await;
        let new = begin(client(&candor).await, "look", "{}");
        arrived(&worker, "look", 2).await;
        assert_eq!(said(new).await, "look 1");
        worker.open();
        assert_eq!(said(old).await, "look 2");
    }
}

/// If the source gives no answer, it is not asked by one after the other: the last of them would
/// wait as many times as long.
#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_is_silent_is_silent_for_all_of_them() {
    let script = ServerScript::new()
        .tools(TOOLS)
        .call("*", r#"{"hang":true}"#);
    let server = script::serve_http(&script, ServerEra::Legacy);
    let more = format!("{TRUSTED}\ncall_timeout = \"5s\"");
    let text = config::url("s", server.url(), &more);
    let candor = CandorProcess::serve(&text, &["--log-level", "debug"])
        .when_ready()
        .await;
    let first = client(&candor).await;
    let mut others = Vec::new();
    for _ in 0..4 {
        others.push(client(&candor).await);
    }
    let mut calls = vec![begin(first, "look", "{}")];
    wait_until("the first", async || server.calls("look") == 1).await;
    calls.extend(others.into_iter().map(|other| begin(other, "look", "{}")));
    for call in calls {
        let call = tokio::time::timeout(PATIENCE, call).await;
        let (well, said) = outcome(&call.expect("in time").expect("an answer"));
        assert!(!well, "{said}");
        assert_contains(&said, "did not answer within 5 s");
    }
    assert_eq!(server.calls("look"), 1, "one question for all of them");
}
