//! The session of one caller in the hands of another.

use serde_json::{Value, json};

use crate::approvals::guarded::{GuardedGateway, fetch, id_of};
use crate::approvals::message_client::{FORM, MessageClient, is_done, yes};

const PEOPLE: [(&str, &str); 3] = [("ann", "caller"), ("eve", "caller"), ("boss", "approver")];

#[tokio::test(flavor = "multi_thread")]
async fn a_session_belongs_to_whoever_began_it() {
    let (guarded, tokens) = GuardedGateway::closed("", &PEOPLE).await;
    let url = guarded.candor.url();
    let ann = MessageClient::legacy(url, Some(&tokens[0]), FORM).await;
    let mut line = ann.call("s_wipe", &json!({"path": "hers"})).await;
    let question = line.said().await;
    let boss = guarded.approver_of(&tokens[2]);
    let id = id_of(&boss.next_pending().await);

    // Eve knows the session and the id of the question. She has a session of her own as well.
    let own = MessageClient::legacy(url, Some(&tokens[1]), FORM).await;
    let mut eve = own.clone();
    eve.session.clone_from(&ann.session);
    let taken = eve.answer(&question["id"], &yes()).await;
    assert_eq!(taken.status, 404, "{}", taken.text);
    own.answer(&question["id"], &yes()).await;
    let list = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/list"});
    assert_eq!(eve.send(&list).await.status, 404);
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
    assert_eq!(eve.send(&cancel).await.status, 404);
    let session = ann.session.clone().expect("a session");
    for request in [eve.pool.get(url), eve.pool.delete(url)] {
        let request = request
            .header("accept", "text/event-stream")
            .header("mcp-protocol-version", "2025-11-25");
        let answer = fetch(request.header("mcp-session-id", &session)).await;
        assert_eq!(answer.status, 404, "{}", answer.text);
    }
    assert_eq!(boss.state(&id).await, "pending");
    assert_eq!(guarded.made("hers"), 0);
    // Nothing of it has disturbed Ann.
    ann.answer(&question["id"], &yes()).await;
    assert!(is_done(&line.end().await));
    assert_eq!(guarded.made("hers"), 1);
}

/// A yes for one caller, for a session or for good, is none for another.
#[tokio::test(flavor = "multi_thread")]
async fn a_standing_yes_is_for_its_caller() {
    let (guarded, tokens) = GuardedGateway::closed("", &PEOPLE).await;
    let url = guarded.candor.url();
    let boss = guarded.approver_of(&tokens[2]);
    let call = json!({"path": "standing"});
    let ann = MessageClient::legacy(url, Some(&tokens[0]), FORM).await;
    for scope in ["session", "these-arguments", "always"] {
        let wire = MessageClient::legacy(url, Some(&tokens[0]), FORM).await;
        let tool = if scope == "session" {
            "s_wipe"
        } else {
            "s_burn"
        };
        let mut line = if scope == "session" {
            ann.call(tool, &call).await
        } else {
            wire.call(tool, &call).await
        };
        if scope == "always" {
            // These arguments were agreed to already.
            assert!(is_done(&line.end().await), "the same arguments");
            line = wire.call(tool, &json!({"path": "others"})).await;
        }
        line.said().await;
        let id = id_of(&boss.next_pending().await);
        let body = json!({"decision": "approve", "scope": scope});
        assert_eq!(boss.decide(&id, &body).await.status, 200);
        assert!(is_done(&line.end().await), "{scope}");
    }
    assert!(is_done(
        &ann.call("s_wipe", &json!({"path": "more"}))
            .await
            .end()
            .await
    ));
    // Another caller is asked, and so is the same one in another session where it was for one.
    let eve = MessageClient::legacy(url, Some(&tokens[1]), FORM).await;
    let again = MessageClient::legacy(url, Some(&tokens[0]), FORM).await;
    for (wire, tool) in [(&eve, "s_wipe"), (&eve, "s_burn"), (&again, "s_wipe")] {
        let mut line = wire.call(tool, &call).await;
        let question: Value = line.said().await;
        assert_eq!(
            question["method"], "elicitation/create",
            "{tool}: {question}"
        );
        wire.answer(&question["id"], &json!({"action": "decline"}))
            .await;
        assert_eq!(line.end().await["result"]["isError"], true);
    }
}
