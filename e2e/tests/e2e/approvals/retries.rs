//! What is lost on the way is made again where that is right, and nowhere else; what may have
//! taken effect is called unknown.

mod dropping_proxy;
mod openapi;

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{CandorProcess, ServerEra, config, http_api, test_rows, wait_until};
use serde_json::Value;

use super::failing_servers::{
    ALWAYS, AuditReader, FailingServer, WorkerProgram, client, listed, outcome, staged, until,
};
use dropping_proxy::DroppingProxy;

const TRUSTED: &str = "trust = \"trusted\"";

/// What is said about a call that may have been made.
const UNKNOWN: &str = "whether the call took effect is unknown";

/// One tool, how often it is lost, how often it is to arrive, and how that is to end.
type RetryCase = (&'static str, usize, usize, &'static str);

/// What may be repeated is, up to three times; what may not is sent once.
const RELIED_UPON: [RetryCase; 14] = [
    ("look", 0, 1, "ok"),
    ("look", 1, 2, "ok"),
    ("look", 2, 3, "ok"),
    ("look", ALWAYS, 3, "unknown"),
    ("save", 0, 1, "ok"),
    ("save", 1, 2, "ok"),
    ("save", 2, 3, "ok"),
    ("save", ALWAYS, 3, "unknown"),
    ("create", 0, 1, "ok"),
    ("create", 1, 1, "unknown"),
    ("create", ALWAYS, 1, "unknown"),
    ("handle", 0, 1, "ok"),
    ("handle", 1, 1, "unknown"),
    ("handle", ALWAYS, 1, "unknown"),
];

/// Nothing is repeated.
const NOT_RELIED_UPON: [RetryCase; 4] = [
    ("look", 1, 1, "unknown"),
    ("save", 1, 1, "unknown"),
    ("create", 1, 1, "unknown"),
    ("handle", 1, 1, "unknown"),
];

/// What the audit says of a call is what came to pass.
fn check_entry(entry: &Value, attempts: usize, ended: &str) {
    assert_eq!(entry["attempts"], attempts, "{entry}");
    assert_eq!(entry["outcome"], ended, "{entry}");
    assert!(entry["reused"].is_null(), "{entry}");
    let detail = entry["detail"].as_str().unwrap_or_default();
    assert_eq!(detail.contains(UNKNOWN), ended == "unknown", "{entry}");
}

/// Calls that are lost because the connection breaks when the request has been read.
async fn lost_on_the_network(works: bool, more: &str, before: &str, cases: &[RetryCase]) {
    let server = FailingServer::start();
    let (_candor, approver, mut client) =
        staged(&format!("{before}\n{}", server.config(more))).await;
    for case in cases {
        let &(tool, times, arrives, ended) = case;
        server.fail(tool, times, works, http_api::ScriptedReply::close());
        let (well, said) = outcome(&client.call(&format!("s_{tool}"), "{}").await);
        assert_eq!(server.arrived(tool), arrives, "{case:?}: {said}");
        let lost = times.min(arrives);
        let done = if works { arrives } else { arrives - lost };
        assert_eq!(server.done(tool), done, "{case:?}: {said}");
        assert_eq!(well, ended == "ok", "{case:?}: {said}");
        assert_eq!(said.contains(UNKNOWN), ended == "unknown", "{said}");
        check_entry(&approver.entry(tool).await, arrives, ended);
    }
}

test_rows! {
    lost_on_the_network {
        a_server_on_the_network_that_fails_after_the_work(true, TRUSTED, "", &RELIED_UPON);
        a_server_on_the_network_that_fails_before_the_work(false, TRUSTED, "", &RELIED_UPON);
    }
}

/// What a source that is not trusted claims is no ground to repeat anything.
#[tokio::test(flavor = "multi_thread")]
async fn hints_of_an_untrusted_source_repeat_nothing() {
    let never = "[annotations.\"s.*\"]\nconfirm = \"never\"\n\
                 [policy]\nalways_confirm_destructive = false\n";
    lost_on_the_network(true, "trust = \"untrusted\"", never, &NOT_RELIED_UPON).await;
    lost_on_the_network(
        true,
        "trust = \"untrusted\"",
        never,
        &[("remove", 1, 1, "unknown")],
    )
    .await;
}

/// A person may say so instead.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_relied_upon_where_the_source_is_not() {
    let said = "[annotations.\"s.create\"]\nidempotent = true\n\
                [annotations.\"s.handle\"]\nread_only = true\n";
    let cases = [
        ("create", 1, 2, "ok"),
        ("handle", 2, 3, "ok"),
        ("look", 1, 1, "unknown"),
    ];
    let stranger = "trust = \"untrusted\"\nunset = \"allow\"";
    lost_on_the_network(true, stranger, said, &cases).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn retries_can_be_turned_off() {
    let off = "[policy]\ntrust_idempotent_retries = false\n";
    lost_on_the_network(true, TRUSTED, off, &NOT_RELIED_UPON).await;
}

/// A delete is approved once, and repeated on that.
#[tokio::test(flavor = "multi_thread")]
async fn a_destructive_call_that_may_be_repeated_is_asked_about_once() {
    let server = FailingServer::start();
    let (_candor, approver, mut client) = staged(&server.config(TRUSTED)).await;
    let cases = [
        (0, 1, "ok"),
        (1, 2, "ok"),
        (2, 3, "ok"),
        (ALWAYS, 3, "unknown"),
    ];
    for (round, (times, arrives, ended)) in cases.into_iter().enumerate() {
        server.fail("remove", times, true, http_api::ScriptedReply::close());
        let (reply, approval) =
            tokio::join!(client.call("s_remove", "{}"), approver.approve("remove"));
        let (well, said) = outcome(&reply);
        assert_eq!(server.done("remove"), arrives, "{times}: {said}");
        assert_eq!(well, ended == "ok", "{times}: {said}");
        let entry = approver.entry("remove").await;
        check_entry(&entry, arrives, ended);
        assert_eq!(entry["approval"], approval.as_str(), "{entry}");
        let questions = approver.questions("remove").await;
        assert_eq!(questions.len(), round + 1, "{questions:?}");
        assert_eq!(questions[0]["state"], "consumed", "{questions:?}");
        assert_eq!(questions[0]["call"], entry["id"], "{questions:?}");
    }
    // The yes was for that call: the next one is asked about again.
    server.fail("remove", 0, true, http_api::ScriptedReply::close());
    let (reply, _) = tokio::join!(client.call("s_remove", "{}"), approver.approve("remove"));
    assert!(outcome(&reply).0);
    assert_eq!(approver.questions("remove").await.len(), 5);
}

/// The same with a program that dies, and is waited for until it has been started again.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_dies() {
    for how in ["before", "after"] {
        let cases = [
            ("look", 1, 2, "ok"),
            ("look", 2, 3, "ok"),
            ("save", 1, 2, "ok"),
            ("save", ALWAYS, 3, "unknown"),
            ("create", 1, 1, "unknown"),
            ("handle", 1, 1, "unknown"),
        ];
        for (tool, times, arrives, ended) in cases {
            // A new gateway each time: the more often a program dies, the later it is started.
            let worker = WorkerProgram::new();
            let candor = CandorProcess::served(&worker.config(TRUSTED)).await;
            let mut client = client(&candor).await;
            worker.fail(tool, times, how);
            let (well, said) = outcome(&client.call(&format!("s_{tool}"), "{}").await);
            assert_eq!(worker.arrived(tool), arrives, "{how} {tool}: {said}");
            let lost = times.min(arrives);
            let done = if how == "after" {
                arrives
            } else {
                arrives - lost
            };
            assert_eq!(worker.done(tool), done, "{how} {tool}: {said}");
            assert_eq!(well, ended == "ok", "{how} {tool}: {said}");
            check_entry(&AuditReader::of(&candor).entry(tool).await, arrives, ended);
        }
    }
}

/// A server that is gone after it did the work may have done it, whatever the later tries came
/// to.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_once_stays_unknown_when_the_server_never_comes_back() {
    let worker = WorkerProgram::new();
    let candor = CandorProcess::served(&worker.config(TRUSTED)).await;
    worker.fail("save", 1, "for-good");
    let (well, said) = outcome(&client(&candor).await.call("s_save", "{}").await);
    assert!(!well && said.contains(UNKNOWN), "{said}");
    assert_eq!(worker.done("save"), 1);
    check_entry(&AuditReader::of(&candor).entry("save").await, 3, "unknown");

    // The first try is read and lost; for the others there is no door any more.
    let server = FailingServer::start();
    let door = DroppingProxy::before(server.address()).await;
    let candor = CandorProcess::served(&server.config_at(&door.url(), TRUSTED)).await;
    server.fail("save", ALWAYS, true, http_api::ScriptedReply::hang());
    let mut client = client(&candor).await;
    let shut = async {
        wait_until("the work", async || server.done("save") == 1).await;
        door.shut();
    };
    let (reply, ()) = tokio::join!(client.call("s_save", "{}"), shut);
    let (well, said) = outcome(&reply);
    assert!(!well && said.contains(UNKNOWN), "{said}");
    assert_eq!(server.done("save"), 1);
    check_entry(&AuditReader::of(&candor).entry("save").await, 3, "unknown");
}

/// A connection that is closed before the request was read. This cannot be told from outside, so it
/// counts as sent.
#[tokio::test(flavor = "multi_thread")]
async fn a_door_that_is_slammed_before_the_request_is_read() {
    let server = FailingServer::start();
    let door = DroppingProxy::before(server.address()).await;
    let (_candor, approver, mut client) = staged(&server.config_at(&door.url(), TRUSTED)).await;
    for tool in ["look", "save"] {
        server.fail(tool, 0, true, http_api::ScriptedReply::close());
        door.slam(1).await;
        let (well, said) = outcome(&client.call(&format!("s_{tool}"), "{}").await);
        assert!(well, "{said}");
        assert_eq!((server.done(tool), door.turned_away()), (1, 1), "{tool}");
        let entry = approver.entry(tool).await;
        assert!(entry["attempts"].as_u64() > Some(1), "{entry}");
    }
    for tool in ["create", "handle"] {
        server.fail(tool, 0, true, http_api::ScriptedReply::close());
        door.slam(ALWAYS).await;
        let (well, said) = outcome(&client.call(&format!("s_{tool}"), "{}").await);
        assert!(!well, "{said}");
        assert_eq!(server.arrived(tool), 0);
        // A connection that was thrown out is noticed before or after the request is written to it.
        assert!(
            said.contains(UNKNOWN) || said.contains("cannot connect"),
            "{said}"
        );
        door.slam(0).await;
    }
}

/// A server that is not there: nothing was sent, and nothing is unknown. It is tried again,
/// whatever the tool.
#[tokio::test(flavor = "multi_thread")]
async fn what_never_arrived_is_tried_again_and_not_called_unknown() {
    let server = FailingServer::start();
    let door = DroppingProxy::before(server.address()).await;
    let candor = CandorProcess::served(&server.config_at(&door.url(), TRUSTED)).await;
    door.shut();
    wait_until("the end of the connections", async || {
        server.open_connections() == 0
    })
    .await;
    let (well, said) = outcome(&client(&candor).await.call("s_create", "{}").await);
    assert!(!well && !said.contains(UNKNOWN), "{said}");
    assert_eq!(server.arrived("create"), 0);
    check_entry(
        &AuditReader::of(&candor).entry("create").await,
        3,
        "unavailable",
    );
}

/// An answer by status: the server is there and has refused, so that nothing is sent again, or it
/// is in trouble and may have done the work.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_answers_with_a_status() {
    let server = FailingServer::start();
    let (_candor, approver, mut client) = staged(&server.config(TRUSTED)).await;
    for status in [400, 403, 429] {
        for tool in ["look", "save", "create", "handle"] {
            server.fail(tool, ALWAYS, false, http_api::ScriptedReply::status(status));
            let (well, said) = outcome(&client.call(&format!("s_{tool}"), "{}").await);
            assert!(!well && said.contains(&status.to_string()), "{said}");
            assert_eq!(server.arrived(tool), 1, "{status} {tool}: {said}");
            let entry = approver.entry(tool).await;
            check_entry(&entry, 1, "unavailable");
        }
    }
    for status in [500, 502, 503, 504] {
        for (tool, times, arrives, ended) in [
            ("look", 1, 2, "ok"),
            ("save", 1, 2, "ok"),
            ("create", 1, 1, "unknown"),
            ("handle", 1, 1, "unknown"),
        ] {
            server.fail(tool, times, true, http_api::ScriptedReply::status(status));
            let (well, said) = outcome(&client.call(&format!("s_{tool}"), "{}").await);
            assert_eq!(well, ended == "ok", "{status} {tool}: {said}");
            assert_eq!(server.arrived(tool), arrives, "{status} {tool}: {said}");
            check_entry(&approver.entry(tool).await, arrives, ended);
        }
    }
}

/// Who has heard of progress would hear of it twice.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_repeated_after_progress_was_passed_on() {
    let worker = WorkerProgram::new();
    let candor = CandorProcess::served(&worker.config(TRUSTED)).await;
    let approver = AuditReader::of(&candor);
    let mut client = candor.client(ServerEra::Legacy).await;
    listed(&mut client).await;
    worker.fail("look", 1, "progress");
    let params = r#"{"name":"s_look","arguments":{},"_meta":{"progressToken":"mine"}}"#;
    let reply = client.request("tools/call", params).await;
    assert_eq!(reply.notifications.len(), 1, "{reply:?}");
    let (well, said) = outcome(&reply);
    assert!(!well && said.contains(UNKNOWN), "{said}");
    assert_eq!(worker.arrived("look"), 1);
    check_entry(&approver.entry("look").await, 1, "unknown");

    // The same without retries. A list may be answered from before
    // the server has come back; a call is not.
    until("the restart", async || {
        let (well, _) = outcome(&client.call("s_save", "{}").await);
        well.then_some(())
    })
    .await;
    worker.fail("look", 1, "progress");
    let (well, said) = outcome(&client.call("s_look", "{}").await);
    assert!(well, "{said}");
    assert_eq!(worker.arrived("look"), 2);
}

/// A tool that says that it failed has answered. So has a server that refuses, and one that is
/// silent for too long may still be at work.
#[tokio::test(flavor = "multi_thread")]
async fn answers_and_silence_are_not_repeated() {
    let script = ServerScript::new()
        .tools(super::failing_servers::TOOLS)
        .call(
            "look",
            r#"{"result":{"content":[{"type":"text","text":"no"}],"isError":true}}"#,
        )
        .call("save", r#"{"error":{"code":-32000,"message":"not today"}}"#)
        .call("create", r#"{"hang":true}"#);
    let server = script::serve_http(&script, ServerEra::Legacy);
    let settings = format!("{TRUSTED}\ncall_timeout = \"3s\"");
    let text = config::url("s", server.url(), &settings);
    let said = "[annotations.\"s.create\"]\nidempotent = true\n";
    let (_candor, approver, mut client) = staged(&format!("{said}{text}")).await;
    for (tool, ended, words) in [
        ("look", "tool-error", "no"),
        ("save", "rpc-error", "not today"),
        ("create", "timed-out", UNKNOWN),
    ] {
        let reply = client.call(&format!("s_{tool}"), "{}").await;
        assert!(reply.response.contains(words), "{}", reply.response);
        assert_eq!(server.calls(tool), 1, "{tool}");
        let entry = approver.entry(tool).await;
        assert_eq!(
            (&entry["outcome"], &entry["attempts"]),
            (&ended.into(), &1.into()),
            "{entry}"
        );
    }
}
