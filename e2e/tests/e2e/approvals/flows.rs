//! A call that needs an approval, from the question to its end, as every client sees it.

mod gone_caller;
mod repeated_calls;
mod rules;
mod standing;
mod unanswered;

use candor_testkit::candor::owner_name;
use candor_testkit::{ApiClient, assert_contains, assert_contains_for};
use serde_json::json;

use super::kit::{
    ApprovalGateway, AskedCall, COMING_BACK, ClientKind, ClientTransport, ConcurrentClient, MODERN,
    ON_THE_LINE, asked_ways, decision, forms, no, yes,
};

/// What a client can answer that may approve.
const CHOICES: [&str; 4] = [
    "allow once",
    "allow for this session",
    "always allow with these arguments",
    "deny",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_in_the_client_makes_the_call_once() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for (count, way) in (0..).zip(asked_ways()) {
        let mut wire = stage.wire(way).await;
        let arguments = way.arguments();
        let asked = wire.asked("s_wipe", &arguments).await;
        // 2025-06-18 knows one form only, and no word for it.
        let mode = (way.1 != "2025-06-18").then_some("form");
        assert_eq!(asked.params["mode"].as_str(), mode, "{way:?}");
        let shown = asked.shown();
        for part in [
            "s.wipe",
            "destructive",
            arguments["path"].as_str().expect("text"),
        ] {
            assert!(shown.contains(part), "{way:?}: {part} in {shown}");
        }
        let choices = &asked.params["requestedSchema"]["properties"]["decision"]["enum"];
        assert_eq!(*choices, json!(["allow once", "deny"]), "{way:?}");

        let id = approver.only_pending().await;
        assert_eq!(
            stage.calls("wipe"),
            count,
            "nothing is done before: {way:?}"
        );
        let done = wire.say(asked, &yes()).await;
        assert_eq!(done.fine(), arguments.to_string(), "{way:?}");
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        let shown = approver.becomes(&id, "consumed").await;
        assert_eq!(shown["verdict"]["door"], "client", "{shown}");
        assert_eq!(shown["verdict"]["scope"], "once", "{shown}");
        let call = approver.call_on(&id).await;
        assert_eq!(call["outcome"], "ok", "{call}");
        assert_eq!(shown["call"], call["id"], "{shown}");
        assert_eq!(call["revision"], way.1, "{call}");
        assert_eq!(call["attempts"], 1, "{call}");
    }
    assert!(approver.standing().await.is_empty(), "once is once");
}

/// A client can answer by itself, so that it grants itself one call, unless its token may approve.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_grants_itself_no_more_than_once() {
    let holders = [
        ("ann", "caller"),
        ("bob", "caller,approver"),
        ("eve", "admin"),
    ];
    let (stage, tokens) = ApprovalGateway::guarded("", holders).await;
    let approver = ApiClient::new(&stage.gateway, Some(&tokens[2]));
    for (token, may_approve) in tokens[..2].iter().zip([false, true]) {
        for revision in ["2025-11-25", MODERN] {
            let url = stage.gateway.url();
            let mut wire = ConcurrentClient::http(url, revision, &forms(), Some(token)).await;
            let arguments = json!({"path": format!("{revision} {may_approve}")});
            let asked = wire.asked("s_wipe", &arguments).await;
            let choices = &asked.params["requestedSchema"]["properties"]["decision"]["enum"];
            let offered = |word: &&&str| {
                let lasts = !matches!(**word, "allow once" | "deny");
                let has_session = revision != MODERN || !word.contains("session");
                has_session && (may_approve || !lasts)
            };
            let expect = CHOICES.iter().filter(offered);
            assert_eq!(*choices, json!(expect.collect::<Vec<_>>()), "{revision}");
            if may_approve {
                let word = decision("always allow with these arguments");
                wire.say(asked, &word).await.fine();
                assert!(!wire.is_asked("s_wipe", &arguments).await, "{revision}");
            } else if asked.flight.is_none() {
                // What was not offered decides nothing.
                let back = asked.back(&decision("always allow with these arguments"));
                let again = wire.called_with("s_wipe", &arguments, &back).await;
                assert_eq!(again.result()["resultType"], "input_required", "{again:?}");
            }
        }
    }
    let standing = approver.standing().await;
    assert!(
        standing.iter().all(|one| one["principal"] == "bob"),
        "{standing:?}"
    );
    assert_eq!(standing.len(), 2, "{standing:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_in_the_client_reaches_the_model_with_its_reason() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let answers = [
        (
            no("the folder is still in use"),
            "the folder is still in use",
        ),
        (json!({"action": "decline"}), "declined in the client"),
        (json!({"action": "cancel"}), "dismissed in the client"),
    ];
    for way in asked_ways() {
        let mut wire = stage.wire(way).await;
        for (answer, reason) in &answers {
            let asked = wire.asked("s_wipe", &way.arguments()).await;
            let id = approver.only_pending().await;
            let done = wire.say(asked, answer).await;
            let words = done.refused();
            assert_contains_for(&way, &words, "`s.wipe` was not called");
            assert!(words.contains(reason), "{way:?}: {words}");
            let shown = approver.becomes(&id, "denied").await;
            assert_contains(&shown["verdict"]["reason"], reason);
        }
    }
    assert_eq!(stage.calls("wipe"), 0);
}

/// An answer that is neither yes nor no leaves the question to others.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_clearly_a_yes_is_none() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for way in asked_ways() {
        let mut wire = stage.wire(way).await;
        let arguments = way.arguments();
        for answer in [
            json!({"action": "accept"}),
            decision("Allow once"),
            decision("always"),
            json!({"action": "accept", "content": {"decision": true}}),
            json!("accept"),
        ] {
            let asked = wire.asked("s_wipe", &arguments).await;
            let id = approver.only_pending().await;
            if let Some((flight, question)) = asked.flight {
                wire.respond(&question, &answer).await;
                approver.deny(&id, "somebody else decides").await;
                let done = flight.done().await;
                assert_contains_for(&way, done.refused(), "somebody else");
                let taken_back = done.heard("notifications/cancelled");
                assert!(taken_back.is_empty(), "it was answered: {done:?}");
            } else {
                let back = asked.back(&answer);
                let done = wire.call_with("s_wipe", &arguments, &back).await;
                let done = done.done().await;
                let result = done.result();
                assert_eq!(result["resultType"], "input_required", "{answer}: {result}");
                assert_ne!(result["requestState"], asked.state, "a state of its own");
                approver.deny(&id, "somebody else decides").await;
            }
        }
    }
    assert_eq!(stage.calls("wipe"), 0);
}

/// The first answer counts. Others who were asked are told that it is settled.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_was_answered_elsewhere_is_taken_back() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for (count, way) in (0..).zip(ON_THE_LINE) {
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &way.arguments()).await;
        let (flight, question) = asked.flight.expect("a question on the line");
        approver.approve(&approver.only_pending().await).await;
        let done = flight.done().await;
        assert_eq!(done.fine(), way.arguments().to_string(), "{way:?}");
        let taken_back = done.heard("notifications/cancelled");
        assert_eq!(taken_back.len(), 1, "{way:?}: {done:?}");
        let params = &taken_back[0]["params"];
        assert_eq!(params["requestId"], question["id"], "{params}");
        assert_eq!(params["reason"], "it was answered elsewhere", "{params}");
        // An answer that comes late is ignored.
        wire.respond(&question, &no("too late")).await;
        assert_eq!(stage.calls("wipe"), count + 1);

        // The same with a no.
        let asked = wire.asked("s_wipe", &way.arguments()).await;
        let (flight, _) = asked.flight.expect("a question on the line");
        approver
            .deny(&approver.only_pending().await, "not today")
            .await;
        let done = flight.done().await;
        let expect = format!("{} denied it: not today", owner_name());
        assert_contains(done.refused(), &expect);
        assert_eq!(done.heard("notifications/cancelled").len(), 1, "{done:?}");
    }
}

/// A client that comes back after the approval was decided need not answer any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_back_meets_the_first_answer() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for way in COMING_BACK {
        let mut wire = stage.wire(way).await;
        let arguments = way.arguments();
        let bring = |asked: &AskedCall| json!({"requestState": asked.state});
        let asked = wire.asked("s_wipe", &arguments).await;
        approver.approve(&approver.only_pending().await).await;
        let back = wire.call_with("s_wipe", &arguments, &bring(&asked)).await;
        assert_eq!(back.done().await.fine(), arguments.to_string(), "{way:?}");

        // A yes of the client does not undo a denial.
        let asked = wire.asked("s_wipe", &arguments).await;
        approver
            .deny(&approver.only_pending().await, "not today")
            .await;
        let done = wire.say(asked, &yes()).await;
        assert!(done.refused().contains("not today"), "{way:?}: {done:?}");
    }
    assert_eq!(stage.calls("wipe"), 2);
}

/// A client that waits hears that its call goes on, under the token that it gave.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_waits_hears_of_progress() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let ways = [
        ClientKind(ClientTransport::Http, "2024-11-05"),
        ClientKind(ClientTransport::Http, "2025-03-26"),
        ClientKind(ClientTransport::Http, "2025-06-18"),
        ClientKind(ClientTransport::Stdio, "2025-11-25"),
        ClientKind(ClientTransport::Http, MODERN),
        ClientKind(ClientTransport::Stdio, MODERN),
    ];
    for way in ways {
        let mut wire = stage.wire_with(way, &json!({})).await;
        let wants = json!({"_meta": {"progressToken": "how far"}});
        let mut flight = wire.call_with("s_wipe", &way.arguments(), &wants).await;
        let progress = flight.notified("notifications/progress").await;
        let params = &progress["params"];
        assert_eq!(params["progressToken"], "how far", "{way:?}: {params}");
        assert_contains(&params["message"], "approve");
        let far = params["progress"].as_f64().expect("a number");
        assert!(
            far > 0.0 && far < 0.01,
            "less than anything a source says: {far}"
        );
        approver.approve(&approver.only_pending().await).await;
        flight.done().await.fine();
    }
}

/// Two answers from one client, and one from elsewhere afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn the_second_answer_changes_nothing() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for (count, way) in (0..).zip(asked_ways()) {
        let mut wire = stage.wire(way).await;
        let arguments = way.arguments();
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = approver.only_pending().await;
        if let Some((flight, question)) = asked.flight {
            wire.respond(&question, &yes()).await;
            wire.respond(&question, &yes()).await;
            wire.respond(&question, &no("after all not")).await;
            flight.done().await.fine();
        } else {
            let back = asked.back(&yes());
            let first = wire.called_with("s_wipe", &arguments, &back).await;
            first.fine();
            for answer in [yes(), no("after all not")] {
                let back = asked.back(&answer);
                let again = wire.called_with("s_wipe", &arguments, &back).await;
                assert!(again.error().contains("it was used before"), "{again:?}");
            }
        }
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        for late in [json!({"decision": "deny"}), json!({"decision": "approve"})] {
            let (status, said) = approver.decide(&id, &late).await.pair();
            assert_eq!(status, 409, "{said}");
            assert_eq!(said["approval"]["state"], "consumed", "{said}");
            let sentence = said["detail"].as_str().expect("a sentence");
            assert_contains(&sentence, "local has approved this call already");
        }
        assert!(approver.approvals("pending").await.is_empty(), "{way:?}");
    }
}
