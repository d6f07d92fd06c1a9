//! An agent that answers for its person, where the answer must come from elsewhere.

use candor_testkit::CandorProcess;
use serde_json::{Value, json};

use crate::approvals::guarded::{GuardedGateway, id_of};
use crate::approvals::message_client::{BOTH, FORM, MessageClient, is_done, refusal, yes};

const ELSEWHERE: &str = "[policy]\nout_of_band = true\n";

/// The ids that a question could have.
fn ids() -> Vec<Value> {
    let numbers = (0..5).map(Value::from);
    let names = (0..5).map(|number| Value::from(format!("candor-{number}")));
    numbers.chain(names).chain([Value::from(7)]).collect()
}

/// The agent is not asked, and answers all the same, from every session that it can open.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_nobody_asked_for_decides_nothing() {
    let guarded = GuardedGateway::open(ELSEWHERE).await;
    let (url, approver) = (guarded.candor.url(), guarded.approver());
    for revision in ["2025-06-18", "2025-11-25"] {
        let agent = MessageClient::legacy_at(url, None, FORM, revision).await;
        let second = MessageClient::legacy_at(url, None, FORM, revision).await;
        let mark = format!("unasked-{revision}");
        let mut line = agent.call("s_wipe", &json!({"path": mark})).await;
        let asked = approver.next_pending().await;
        assert_eq!(asked["out_of_band"], true, "{asked}");
        for id in ids() {
            for (wire, result) in [(&agent, yes()), (&second, yes()), (&agent, json!({}))] {
                wire.answer(&id, &result).await;
            }
        }
        let id = id_of(&asked);
        assert_eq!(approver.state(&id).await, "pending");
        approver.deny(&id, "not by yourself").await;
        let end = line.end().await;
        assert!(refusal(&end).contains("not by yourself"), "{end}");
        assert_eq!(guarded.made(&mark), 0);
    }
}

/// The agent is offered the page, and answers as if it had been shown the form.
#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_is_shown_a_page_cannot_agree_in_its_stead() {
    let (guarded, approver) = GuardedGateway::with_approver(ELSEWHERE).await;
    let agent = MessageClient::legacy(guarded.candor.url(), None, BOTH).await;
    let mut line = agent.call("s_wipe", &json!({"path": "paged"})).await;
    let question = line.said().await;
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question["params"]["mode"], "url", "{question}");
    assert!(question["params"].get("requestedSchema").is_none());
    let asked = approver.next_pending().await;
    let id = id_of(&asked);
    let page = question["params"]["url"].as_str().expect("an address");
    assert!(page.ends_with(&format!("/approvals/{id}")), "{page}");
    let before = agent.answer(&question["id"], &yes()).await;
    assert_eq!(before.status, 202, "{}", before.text);
    // And once more, without a listening client.
    agent.answer(&question["id"], &yes()).await;
    assert_eq!(approver.state(&id).await, "pending");
    assert_eq!(guarded.made("paged"), 0);
    approver.approve(&id).await;
    assert!(is_done(&line.end().await));
    assert_eq!(guarded.made("paged"), 1);
}

/// The same in the modern era: with a state for a page, with none, and with one made up.
#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_comes_back_with_a_yes_of_its_own_waits() {
    let guarded = GuardedGateway::open(ELSEWHERE).await;
    let (url, approver) = (guarded.candor.url(), guarded.approver());
    let agent = MessageClient::modern(url, None, BOTH);
    let call = json!({"name": "s_wipe", "arguments": {"path": "modern"}});
    let asked = agent.reply(call.clone()).await;
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required", "{asked}");
    let question = &result["inputRequests"]["approval"];
    assert_eq!(question["params"]["mode"], "url", "{asked}");
    let id = id_of(&approver.next_pending().await);

    let mut paged = call.clone();
    paged["requestState"] = result["requestState"].clone();
    paged["inputResponses"] = json!({"approval": yes()});
    // Every header and field that might be believed.
    let mut stateless = call.clone();
    stateless["inputResponses"] = json!({"approval": yes(), "elicitation": yes(), "": yes()});
    let mut made_up = stateless.clone();
    made_up["requestState"] = "candor-approval.approved".into();

    let refused = agent.reply(made_up).await;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    let again = agent.reply(stateless.clone()).await;
    assert_eq!(again["result"]["resultType"], "input_required", "{again}");
    // One that cannot be shown a page is kept waiting; so is one that says it has been there.
    let mute = MessageClient::modern(url, None, FORM);
    let (waiting, shown) = (paged.clone(), stateless);
    let first = tokio::spawn(async move { agent.call_with(waiting).await.end().await });
    let second = tokio::spawn(async move { mute.call_with(shown).await.end().await });
    assert_eq!(approver.state(&id).await, "pending");
    approver.deny(&id, "not by yourself").await;
    // A call that arrives only now is a new question.
    while !(first.is_finished() && second.is_finished()) {
        for id in approver.all_pending().await {
            approver.deny(&id, "not by yourself").await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for end in [first.await.expect("an end"), second.await.expect("an end")] {
        assert!(refusal(&end).contains("not by yourself"), "{end}");
    }
    assert_eq!(guarded.made("modern"), 0);
}

/// A state of the time when a form was enough is worth nothing when it no longer is.
#[tokio::test(flavor = "multi_thread")]
async fn a_form_of_laxer_days_decides_nothing() {
    let lax = GuardedGateway::open("").await;
    let agent = MessageClient::modern(lax.candor.url(), None, FORM);
    let mut call = json!({"name": "s_wipe", "arguments": {"path": "lax"}});
    let asked = agent.reply(call.clone()).await;
    call["requestState"] = asked["result"]["requestState"].clone();
    call["inputResponses"] = json!({"approval": yes()});
    assert!(call["requestState"].is_string(), "{asked}");

    let GuardedGateway { candor, upstream } = lax;
    let text = std::fs::read_to_string(candor.folder().join("candor.toml")).expect("a file");
    let (folder, _) = candor.stop();
    let candor = CandorProcess::served_in(folder, &(text + ELSEWHERE)).await;
    let strict = GuardedGateway { candor, upstream };
    let agent = MessageClient::modern(strict.candor.url(), None, FORM);
    let refused = agent.reply(call).await;
    let sentence = refused["error"]["message"].as_str().expect("a sentence");
    assert!(sentence.contains("the rules have changed"), "{refused}");
    assert_eq!(strict.made("lax"), 0);
}

/// Only a rule may demand it, and then it holds for the calls of that rule.
#[tokio::test(flavor = "multi_thread")]
async fn a_rule_demands_it_for_some_calls() {
    let rule = "[[policy.rule]]\nname = \"far\"\ntool = \"s.wipe\"\nwhen = 'args.path == \"far\"'\n\
        effect = \"ask\"\nout_of_band = true\n";
    let (guarded, approver) = GuardedGateway::with_approver(rule).await;
    let agent = MessageClient::legacy(guarded.candor.url(), None, FORM).await;
    let mut near = agent.call("s_wipe", &json!({"path": "near"})).await;
    let question = near.said().await;
    agent.answer(&question["id"], &yes()).await;
    assert!(is_done(&near.end().await));

    let mut far = agent.call("s_wipe", &json!({"path": "far"})).await;
    let id = id_of(&approver.next_pending().await);
    // The next id in the row.
    for number in 1..4 {
        let id = format!("candor-{number}").into();
        agent.answer(&id, &yes()).await;
    }
    assert_eq!(approver.state(&id).await, "pending");
    approver.deny(&id, "").await;
    refusal(&far.end().await);
    assert_eq!((guarded.made("near"), guarded.made("far")), (1, 0));
}
