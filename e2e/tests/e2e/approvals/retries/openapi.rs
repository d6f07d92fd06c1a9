//! The same for an API that a document describes.

use candor_testkit::CandorProcess;
use candor_testkit::http_api::{HttpApi, ScriptedReply};
use serde_json::Value;

use super::super::failing_servers::{AuditReader, client, outcome};
use super::UNKNOWN;
use super::dropping_proxy::DroppingProxy;

const DOCUMENT: &str = r#"
openapi: 3.1.0
info: {title: Shelf, version: "1"}
paths:
  /things/1:
    get: {operationId: look, responses: {"200": {description: ok}}}
    put: {operationId: put_thing, responses: {"200": {description: ok}}}
    delete: {operationId: remove, responses: {"200": {description: ok}}}
  /things:
    post: {operationId: create, responses: {"200": {description: ok}}}
"#;

fn serve(base: &str, before: &str) -> CandorProcess {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("api.yaml"), DOCUMENT).expect("a file");
    let text = format!(
        "{before}\n[sources.s]\ndocument = \"api.yaml\"\nbase_url = \"{base}\"\nallow_private = true\n"
    );
    CandorProcess::serve_in(folder, &text, &[])
}

/// The replies that come before the good one.
fn dying(times: usize) -> Vec<ScriptedReply> {
    let mut replies = vec![ScriptedReply::close(); times];
    replies.push(ScriptedReply::text("done"));
    replies
}

fn place(tool: &str) -> (&'static str, &'static str) {
    match tool {
        "look" => ("GET", "/things/1"),
        "put_thing" => ("PUT", "/things/1"),
        "remove" => ("DELETE", "/things/1"),
        _ => ("POST", "/things"),
    }
}

/// As often as the API was asked, so often the audit says.
fn check_entry(entry: &Value, attempts: usize, ended: &str) {
    assert_eq!(entry["outcome"], ended, "{entry}");
    assert_eq!(entry["attempts"], attempts, "{entry}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_api_that_dies() {
    let api = HttpApi::start().expect("an API");
    let candor = serve(&api.origin(), "");
    candor.all_ready().await;
    let approver = AuditReader::of(&candor);
    let mut client = client(&candor).await;
    for (tool, times, arrives, ended) in [
        ("look", 1, 2, "ok"),
        ("look", 2, 3, "ok"),
        ("look", 9, 3, "unknown"),
        ("put_thing", 1, 2, "ok"),
        ("put_thing", 9, 3, "unknown"),
        ("create", 1, 1, "unknown"),
        ("create", 9, 1, "unknown"),
    ] {
        api.clear();
        let (method, path) = place(tool);
        api.on(method, path, dying(times));
        let (well, said) = outcome(&client.call(&format!("s_{tool}"), "{}").await);
        assert_eq!(api.count(method, path), arrives, "{tool} {times}: {said}");
        assert_eq!(well, ended == "ok", "{tool} {times}: {said}");
        assert_eq!(said.contains(UNKNOWN), ended == "unknown", "{said}");
        check_entry(&approver.entry(tool).await, arrives, ended);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delete_is_approved_once_and_repeated_on_that() {
    let api = HttpApi::start().expect("an API");
    let candor = serve(&api.origin(), "");
    candor.all_ready().await;
    let approver = AuditReader::of(&candor);
    let mut client = client(&candor).await;
    api.on("DELETE", "/things/1", dying(2));
    let (reply, approval) = tokio::join!(client.call("s_remove", "{}"), approver.approve("remove"));
    assert!(outcome(&reply).0, "{reply:?}");
    assert_eq!(api.count("DELETE", "/things/1"), 3);
    let entry = approver.entry("remove").await;
    check_entry(&entry, 3, "ok");
    assert_eq!(entry["approval"], approval.as_str(), "{entry}");
    assert_eq!(approver.questions("remove").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn retries_can_be_turned_off_for_apis_too() {
    let api = HttpApi::start().expect("an API");
    let candor = serve(
        &api.origin(),
        "[policy]\ntrust_idempotent_retries = false\n",
    );
    candor.all_ready().await;
    let mut client = client(&candor).await;
    for tool in ["look", "put_thing", "create"] {
        api.clear();
        let (method, path) = place(tool);
        api.on(method, path, dying(1));
        let (well, said) = outcome(&client.call(&format!("s_{tool}"), "{}").await);
        assert!(!well && said.contains(UNKNOWN), "{tool}: {said}");
        assert_eq!(api.count(method, path), 1, "{tool}");
    }
}

/// The API did the work and is gone: what the later tries came to does not make it undone.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_once_stays_unknown_when_the_api_never_comes_back() {
    let api = HttpApi::start().expect("an API");
    api.on("PUT", "/things/1", ScriptedReply::hang());
    let door = DroppingProxy::before(api.address()).await;
    let base = door.url().replace("/mcp", "");
    let candor = serve(&base, "");
    candor.all_ready().await;
    let mut client = client(&candor).await;
    let shut = async {
        api.until(1).await;
        door.shut();
    };
    let (reply, ()) = tokio::join!(client.call("s_put_thing", "{}"), shut);
    let (well, said) = outcome(&reply);
    assert!(!well && said.contains(UNKNOWN), "{said}");
    assert_eq!(api.count("PUT", "/things/1"), 1);
    check_entry(
        &AuditReader::of(&candor).entry("put_thing").await,
        3,
        "unknown",
    );
}
