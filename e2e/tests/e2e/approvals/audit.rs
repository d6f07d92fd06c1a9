//! The audit says of every call what was relied upon, why it was made or not, on which approval,
//! how often the source was asked, and whose answer it was.

use candor_testkit::candor::owner_name;
use candor_testkit::{CandorProcess, ServerEra, assert_contains, http_api};
use serde_json::{Value, json};

use super::failing_servers::{AuditReader, FailingServer, client, listed, outcome};

const RULES: &str = r#"
[policy]
cache = "1h"
approval_timeout = "1s"

[[policy.rule]]
name = "nothing for strangers"
tool = "s.create"
when = 'has(args.stranger)'
effect = "deny"
message = "Only friends."

[[policy.rule]]
name = "friends of friends"
tool = "s.create"
when = 'has(args.friend)'
effect = "ask"
"#;

async fn serve(server: &FailingServer, before: &str, trust: &str) -> CandorProcess {
    CandorProcess::served(&format!("{before}\n{}", server.config(trust))).await
}

/// Some fields of an entry.
fn check(entry: &Value, expect: &Value) {
    for (key, value) in expect.as_object().expect("fields") {
        assert_eq!(&entry[key], value, "`{key}` of {entry}");
    }
}

/// Read-only, destructive, idempotent, open world.
fn hints([read_only, destructive, idempotent, open_world]: [Option<bool>; 4]) -> Value {
    json!({
        "read_only": read_only, "destructive": destructive,
        "idempotent": idempotent, "open_world": open_world
    })
}

fn decision(entry: &Value) -> &str {
    entry["decision"]
        .as_str()
        .unwrap_or_else(|| panic!("no decision in {entry}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_relied_upon_and_why_it_was_decided_so() {
    let server = FailingServer::start();
    let candor = serve(&server, RULES, "trust = \"trusted\"").await;
    let approver = AuditReader::of(&candor);
    let mut client = client(&candor).await;

    client.call("s_look", "{}").await;
    let looked = approver.entry("look").await;
    check(
        &looked,
        &json!({
            "outcome": "ok", "attempts": 1, "reused": null, "approval": null,
            "hints": hints([Some(true), Some(false), None, Some(false)]),
            "kind": "tool", "source": "s", "target": "look", "principal": "local",
        }),
    );
    assert!(!decision(&looked).is_empty());

    client.call("s_look", "{}").await;
    let kept = approver.entry("look").await;
    check(
        &kept,
        &json!({"outcome": "ok", "attempts": 0, "arguments": looked["arguments"]}),
    );
    assert!(kept["reused"]["kept_ms"].is_u64(), "{kept}");

    server.fail("save", 1, true, http_api::ScriptedReply::close());
    client.call("s_save", "{}").await;
    check(
        &approver.entry("save").await,
        &json!({
            "outcome": "ok", "attempts": 2, "reused": null,
            "hints": hints([Some(false), Some(false), Some(true), None]),
        }),
    );

    let (well, said) = outcome(&client.call("s_create", r#"{"stranger":true}"#).await);
    assert!(!well && said.contains("Only friends."), "{said}");
    let denied = approver.entry("create").await;
    check(
        &denied,
        &json!({"outcome": "refused", "attempts": 0, "approval": null, "reused": null}),
    );
    assert!(
        decision(&denied).contains("nothing for strangers"),
        "{denied}"
    );
    assert_eq!(server.arrived("create"), 0);
}

/// What an untrusted source says about itself was not relied upon, and the audit does not say so.
#[tokio::test(flavor = "multi_thread")]
async fn claims_of_an_untrusted_source_were_not_relied_upon() {
    let server = FailingServer::start();
    let candor = serve(&server, "", "trust = \"untrusted\"").await;
    let approver = AuditReader::of(&candor);
    let mut client = client(&candor).await;
    client.call("s_look", "{}").await;
    let looked = approver.entry("look").await;
    for hint in ["read_only", "idempotent", "open_world"] {
        assert!(looked["hints"][hint].is_null(), "{looked}");
    }
    assert_ne!(looked["hints"]["destructive"], false, "{looked}");
}

/// Approved, denied and not answered: the audit of each names the question.
#[tokio::test(flavor = "multi_thread")]
async fn the_question_that_a_call_was_decided_on() {
    let server = FailingServer::start();
    let candor = serve(&server, "", "trust = \"trusted\"").await;
    let approver = AuditReader::of(&candor);
    let mut client = candor.client(ServerEra::Legacy).await;
    listed(&mut client).await;

    let (reply, approval) = tokio::join!(client.call("s_remove", "{}"), approver.approve("remove"));
    assert!(outcome(&reply).0, "{reply:?}");
    let entry = approver.entry("remove").await;
    check(
        &entry,
        &json!({
            "outcome": "ok", "attempts": 1, "approval": approval,
            "hints": hints([Some(false), Some(true), Some(true), None]),
        }),
    );
    let why = decision(&entry);
    let by = format!("approved by {} (api)", owner_name());
    assert!(why.starts_with(&by), "{why}");
    assert!(why.contains("; asked because "), "{why}");
    let found = approver
        .api
        .read(&format!("/audit/calls?approval={approval}"))
        .await;
    assert_eq!(found["items"], json!([entry]));

    let (reply, denied) = tokio::join!(
        client.call("s_remove", "{}"),
        approver.deny("remove", "not now")
    );
    let (well, said) = outcome(&reply);
    assert!(!well && said.contains("not now"), "{said}");
    let entry = approver.entry("remove").await;
    check(
        &entry,
        &json!({"outcome": "refused", "attempts": 0, "approval": denied}),
    );
    assert!(entry["detail"].to_string().contains("not now"), "{entry}");
    let found = approver
        .api
        .read(&format!("/audit/calls?approval={denied}"))
        .await;
    assert_eq!(found["items"], json!([entry]));
    assert_eq!(server.done("remove"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_nobody_answered_is_named_too() {
    let server = FailingServer::start();
    let candor = serve(&server, RULES, "trust = \"trusted\"").await;
    let approver = AuditReader::of(&candor);
    let mut client = client(&candor).await;
    let (well, said) = outcome(&client.call("s_create", r#"{"friend":"bob"}"#).await);
    assert!(!well, "{said}");
    assert_contains(&said, "no decision was made within 1 s");
    let entry = approver.entry("create").await;
    let questions = approver.questions("create").await;
    assert_eq!(questions.len(), 1, "{questions:?}");
    check(
        &entry,
        &json!({"outcome": "refused", "attempts": 0, "approval": questions[0]["id"]}),
    );
    assert!(decision(&entry).contains("friends of friends"), "{entry}");
    assert_eq!(questions[0]["state"], "expired", "{questions:?}");
    assert_eq!(server.arrived("create"), 0);
}
