//! Request states that were forged, cut, changed, used twice, or made for something else.

use serde_json::{Value, json};

use super::links::WebhookGateway;
use crate::approvals::guarded::{GuardedGateway, id_of};
use crate::approvals::message_client::{FORM, MessageClient, is_done, yes};

const MARK: &str = "candor-approval.";

fn call(path: &str) -> Value {
    json!({"name": "s_wipe", "arguments": {"path": path}})
}

/// The same call, with a state and a yes.
fn answered(call: &Value, state: &str) -> Value {
    let mut call = call.clone();
    call["requestState"] = state.into();
    call["inputResponses"] = json!({"approval": yes()});
    call
}

/// Makes a call that is asked about, and gives the state.
async fn asked(wire: &MessageClient, call: &Value) -> String {
    let asked = wire.reply(call.clone()).await;
    let state = asked["result"]["requestState"].as_str();
    state
        .unwrap_or_else(|| panic!("no state: {asked}"))
        .to_owned()
}

/// Comes back with a state that must not be taken. One that does not even begin like ours is
/// not ours, and its call needs an approval like any other.
async fn refused(wire: &MessageClient, call: &Value, state: &str) {
    let reply = wire.reply(answered(call, state)).await;
    if state.starts_with(MARK) {
        assert_eq!(reply["error"]["code"], -32602, "`{state}`: {reply}");
    } else {
        let kind = &reply["result"]["resultType"];
        assert_eq!(kind, "input_required", "`{state}`: {reply}");
    }
}

/// A character that can stand in a state and is not this one.
fn other(c: char) -> char {
    if c == 'A' { 'B' } else { 'A' }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_that_was_cut_or_changed_is_refused() {
    let guarded = GuardedGateway::open("").await;
    let wire = MessageClient::modern(guarded.candor.url(), None, FORM);
    let call = call("changed");
    let state = asked(&wire, &call).await;
    let body = state.strip_prefix(MARK).expect("our mark").to_owned();
    assert!(body.is_ascii() && body.len() > 100, "{state}");
    for length in 0..state.len() {
        refused(&wire, &call, &state[..length]).await;
    }
    for at in MARK.len()..state.len() {
        let c = state[at..].chars().next().expect("a character");
        let changed = format!("{}{}{}", &state[..at], other(c), &state[at + 1..]);
        // The last character may hold bits that mean nothing; they must be as they were, too.
        refused(&wire, &call, &changed).await;
    }
    for longer in [
        format!("{state}A"),
        format!("{state}="),
        format!("{state} "),
        format!("{state}.{body}"),
        format!("{MARK}{state}"),
        format!("{MARK}{}", body.repeat(2)),
        format!("{MARK}{}", "A".repeat(100_000)),
        format!("{MARK}{}", body.to_lowercase()),
        MARK.to_owned(),
    ] {
        refused(&wire, &call, &longer).await;
    }
    let id = id_of(&guarded.approver().next_pending().await);
    assert_eq!(
        guarded.approver().all_pending().await,
        [id],
        "one call, one question"
    );
    assert_eq!(guarded.made("changed"), 0);
    // The true one was never used up by all this.
    assert!(is_done(&wire.reply(answered(&call, &state)).await));
    assert_eq!(guarded.made("changed"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_works_once() {
    let guarded = GuardedGateway::open("").await;
    let wire = MessageClient::modern(guarded.candor.url(), None, FORM);
    let call = call("once");
    let first = asked(&wire, &call).await;
    // Coming back without an answer uses it up; the question stays.
    let mut nothing = call.clone();
    nothing["requestState"] = first.as_str().into();
    let second = asked(&wire, &nothing).await;
    assert_ne!(first, second);
    refused(&wire, &call, &first).await;
    assert_eq!(guarded.made("once"), 0);
    assert!(is_done(&wire.reply(answered(&call, &second)).await));
    for state in [&first, &second, &second] {
        refused(&wire, &call, state).await;
    }
    // Many at once: one of them is taken.
    let third = asked(&wire, &call).await;
    let replies: Vec<_> = (0..20)
        .map(|_| {
            let (wire, call) = (wire.clone(), answered(&call, &third));
            tokio::spawn(async move { wire.reply(call).await })
        })
        .collect();
    let mut done = 0;
    for reply in replies {
        done += usize::from(is_done(&reply.await.expect("a reply")));
    }
    assert_eq!((done, guarded.made("once")), (1, 2));
}

/// What is not clearly a yes is asked about again, whatever it looks like.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_clear_is_no_answer() {
    let guarded = GuardedGateway::open("").await;
    let wire = MessageClient::modern(guarded.candor.url(), None, FORM);
    let call = call("unclear");
    let mut state = asked(&wire, &call).await;
    let accept = |content: Value| json!({"approval": {"action": "accept", "content": content}});
    for responses in [
        json!({}),
        json!([yes()]),
        json!("accept"),
        json!({"Approval": yes()}),
        json!({"approval": [yes()]}),
        json!({"approval": "accept"}),
        json!({"approval": {"action": "accept"}}),
        json!({"approval": {"action": "ACCEPT", "content": {"decision": "allow once"}}}),
        accept(json!({"decision": true})),
        accept(json!({"decision": "Allow Once"})),
        accept(json!({"decision": ["allow once"]})),
        accept(json!({"decision": "always"})),
        accept(json!({"decision": "allow for this session"})),
        accept(json!({"approve": true, "decision": "yes"})),
    ] {
        let mut back = call.clone();
        back["requestState"] = state.as_str().into();
        back["inputResponses"] = responses;
        state = asked(&wire, &back).await;
    }
    assert_eq!(guarded.approver().all_pending().await.len(), 1);
    assert_eq!(guarded.made("unclear"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_of_another_call_is_refused() {
    let more = "[environments.prod]\ndescription = \"p\"\n";
    let people = [("ann", "caller"), ("bob", "caller"), ("eve", "approver")];
    let (guarded, tokens) = GuardedGateway::closed(more, &people).await;
    let url = guarded.candor.url();
    let ann = MessageClient::modern(url, Some(&tokens[0]), FORM);
    let bob = MessageClient::modern(url, Some(&tokens[1]), FORM);
    let prod = guarded.candor.at("/mcp@prod");
    let prod = MessageClient::modern(&prod, Some(&tokens[0]), FORM);
    let own = call("own");
    let state = asked(&ann, &own).await;

    refused(&ann, &call("other"), &state).await;
    refused(
        &ann,
        &json!({"name": "s_burn", "arguments": {"path": "own"}}),
        &state,
    )
    .await;
    let more = json!({"name": "s_wipe", "arguments": {"path": "own", "force": true}});
    refused(&ann, &more, &state).await;
    refused(&bob, &own, &state).await;
    refused(&prod, &own, &state).await;
    // Bob's own question about the very same call is another one, and so is its state.
    let of_bob = asked(&bob, &own).await;
    refused(&ann, &own, &of_bob).await;
    let approver = guarded.approver_of(&tokens[2]);
    assert_eq!(approver.all_pending().await.len(), 2);
    assert_eq!(guarded.made("own") + guarded.made("other"), 0);
    assert!(is_done(&ann.reply(answered(&own, &state)).await));
    assert_eq!(approver.all_pending().await.len(), 1, "bob's still waits");
    assert_eq!(guarded.made("own"), 1);
}

/// Seals are made for a purpose: a link is no state, and the state of a call that goes on is none
/// of a question. Another gateway's seal is nothing at all.
#[tokio::test(flavor = "multi_thread")]
async fn a_seal_for_another_purpose_is_refused() {
    let hooked = WebhookGateway::start("").await;
    let guarded = &hooked.guarded;
    let wire = MessageClient::modern(guarded.candor.url(), None, FORM);
    let call = call("purpose");
    let state = asked(&wire, &call).await;
    let link = hooked.link(0).await;
    let sealed = link.rsplit('/').next().expect("a seal");
    refused(&wire, &call, &format!("{MARK}{sealed}")).await;
    for state in [
        format!("candor-continued.{sealed}"),
        state.replace("approval", "continued"),
    ] {
        let reply = wire.reply(answered(&call, &state)).await;
        assert_eq!(reply["error"]["code"], -32602, "{reply}");
    }
    let elsewhere = GuardedGateway::open("").await;
    let theirs = asked(
        &MessageClient::modern(elsewhere.candor.url(), None, FORM),
        &call,
    )
    .await;
    refused(&wire, &call, &theirs).await;
    assert_eq!(guarded.made("purpose"), 0);
    assert_eq!(guarded.approver().all_pending().await.len(), 1);
}
