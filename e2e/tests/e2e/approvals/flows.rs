//! A call that needs an approval, from the question to its end, as every client sees it.

mod repeated_calls;
mod rules;
mod standing;
mod unanswered;

use serde_json::json;

use super::kit::{
    ApprovalGateway, AskedCall, COMING_BACK, ClientKind, ClientTransport, MODERN, ON_THE_LINE,
    asked_ways, decision, no, yes,
};

/// The parts of the form that every client shows.
const CHOICES: [&str; 4] = [
    "allow once",
    "allow for this session",
    "always allow with these arguments",
    "deny",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_in_the_client_makes_the_call_once() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
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
        // Over stdio the process is the session.
        let has_session = !way.is_modern() || way.0 == ClientTransport::Stdio;
        let offered = |word: &&&str| has_session || !word.contains("session");
        let expect = CHOICES.iter().filter(offered);
        assert_eq!(*choices, json!(expect.collect::<Vec<_>>()), "{way:?}");

        let id = desk.only_pending().await;
        assert_eq!(
            stage.calls("wipe"),
            count,
            "nothing is done before: {way:?}"
        );
        let done = wire.say(asked, &yes()).await;
        assert_eq!(done.fine(), arguments.to_string(), "{way:?}");
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        let shown = desk.becomes(&id, "consumed").await;
        assert_eq!(shown["verdict"]["door"], "client", "{shown}");
        assert_eq!(shown["verdict"]["scope"], "once", "{shown}");
        let call = desk.call_on(&id).await;
        assert_eq!(call["outcome"], "ok", "{call}");
        assert_eq!(shown["call"], call["id"], "{shown}");
        assert_eq!(call["revision"], way.1, "{call}");
        assert_eq!(call["attempts"], 1, "{call}");
    }
    assert!(desk.standing().await.is_empty(), "once is once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_in_the_client_reaches_the_model_with_its_reason() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
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
            let id = desk.only_pending().await;
            let done = wire.say(asked, answer).await;
            let words = done.refused();
            assert!(
                words.contains("`s.wipe` was not called"),
                "{way:?}: {words}"
            );
            assert!(words.contains(reason), "{way:?}: {words}");
            let shown = desk.becomes(&id, "denied").await;
            assert!(
                shown["verdict"]["reason"]
                    .as_str()
                    .expect("a reason")
                    .contains(reason)
            );
        }
    }
    assert_eq!(stage.calls("wipe"), 0);
}

/// An answer that is neither yes nor no leaves the question to others.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_clearly_a_yes_is_none() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
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
            let id = desk.only_pending().await;
            if let Some((flight, question)) = asked.flight {
                wire.respond(&question, &answer).await;
                desk.deny(&id, "somebody else decides").await;
                let done = flight.done().await;
                assert!(
                    done.refused().contains("somebody else"),
                    "{way:?}: {done:?}"
                );
                let taken_back = done.heard("notifications/cancelled");
                assert!(taken_back.is_empty(), "it was answered: {done:?}");
            } else {
                let back = asked.back(&answer);
                let done = wire.call_with("s_wipe", &arguments, &back).await;
                let done = done.done().await;
                let result = done.result();
                assert_eq!(result["resultType"], "input_required", "{answer}: {result}");
                assert_ne!(result["requestState"], asked.state, "a state of its own");
                desk.deny(&id, "somebody else decides").await;
            }
        }
    }
    assert_eq!(stage.calls("wipe"), 0);
}

/// The first answer counts. Others who were asked are told that it is settled.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_was_answered_elsewhere_is_taken_back() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
    for (count, way) in (0..).zip(ON_THE_LINE) {
        let mut wire = stage.wire(way).await;
        let asked = wire.asked("s_wipe", &way.arguments()).await;
        let (flight, question) = asked.flight.expect("a question on the line");
        desk.approve(&desk.only_pending().await).await;
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
        desk.deny(&desk.only_pending().await, "not today").await;
        let done = flight.done().await;
        assert!(
            done.refused().contains("local denied it: not today"),
            "{done:?}"
        );
        assert_eq!(done.heard("notifications/cancelled").len(), 1, "{done:?}");
    }
}

/// A client that comes back after the approval was decided need not answer any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_back_meets_the_first_answer() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
    for way in COMING_BACK {
        let mut wire = stage.wire(way).await;
        let arguments = way.arguments();
        let bring = |asked: &AskedCall| json!({"requestState": asked.state});
        let asked = wire.asked("s_wipe", &arguments).await;
        desk.approve(&desk.only_pending().await).await;
        let back = wire.call_with("s_wipe", &arguments, &bring(&asked)).await;
        assert_eq!(back.done().await.fine(), arguments.to_string(), "{way:?}");

        // A yes of the client does not undo a denial.
        let asked = wire.asked("s_wipe", &arguments).await;
        desk.deny(&desk.only_pending().await, "not today").await;
        let done = wire.say(asked, &yes()).await;
        assert!(done.refused().contains("not today"), "{way:?}: {done:?}");
    }
    assert_eq!(stage.calls("wipe"), 2);
}

/// A client that waits hears that its call goes on, under the token that it gave.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_waits_hears_of_progress() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
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
        assert!(
            params["message"]
                .as_str()
                .is_some_and(|it| it.contains("approve")),
            "{params}"
        );
        let far = params["progress"].as_f64().expect("a number");
        assert!(
            far > 0.0 && far < 0.01,
            "less than anything a source says: {far}"
        );
        desk.approve(&desk.only_pending().await).await;
        flight.done().await.fine();
    }
}

/// Two answers from one client, and one from elsewhere afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn the_second_answer_changes_nothing() {
    let stage = ApprovalGateway::open("").await;
    let desk = stage.approver();
    for (count, way) in (0..).zip(asked_ways()) {
        let mut wire = stage.wire(way).await;
        let arguments = way.arguments();
        let asked = wire.asked("s_wipe", &arguments).await;
        let id = desk.only_pending().await;
        if let Some((flight, question)) = asked.flight {
            wire.respond(&question, &yes()).await;
            wire.respond(&question, &yes()).await;
            wire.respond(&question, &no("after all not")).await;
            flight.done().await.fine();
        } else {
            let back = asked.back(&yes());
            let first = wire
                .call_with("s_wipe", &arguments, &back)
                .await
                .done()
                .await;
            first.fine();
            for answer in [yes(), no("after all not")] {
                let back = asked.back(&answer);
                let again = wire
                    .call_with("s_wipe", &arguments, &back)
                    .await
                    .done()
                    .await;
                assert!(again.error().contains("it was used before"), "{again:?}");
            }
        }
        assert_eq!(stage.calls("wipe"), count + 1, "{way:?}");
        for late in [json!({"decision": "deny"}), json!({"decision": "approve"})] {
            let (status, said) = desk.decide(&id, &late).await.pair();
            assert_eq!(status, 409, "{said}");
            assert_eq!(said["approval"]["state"], "consumed", "{said}");
            let sentence = said["detail"].as_str().expect("a sentence");
            assert!(
                sentence.contains("local has approved this call already"),
                "{sentence}"
            );
        }
        assert!(desk.approvals("pending").await.is_empty(), "{way:?}");
    }
}
