//! A function asks the person behind the client, in both eras.

use candor_testkit::assert_contains_for;
use serde_json::{Value, json};

use super::{REVISIONS, stage, wire};
use crate::approvals::kit::{AnsweredRequest, ConcurrentClient, forms};

/// Calls the tool that asks, and answers. A client with a session is asked on the line; a modern
/// one gets the question as a result and comes back with the answer.
async fn answered(
    wire: &mut ConcurrentClient,
    revision: &str,
    answer: &Value,
) -> (Value, AnsweredRequest) {
    let mut flight = wire.call("f_ask", &json!({})).await;
    if revision != "2026-07-28" {
        let question = flight.question().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        wire.respond(&question, answer).await;
        return (question["params"].clone(), flight.done().await);
    }
    let done = flight.done().await;
    let result = done.result();
    assert_eq!(result["resultType"], "input_required", "{result}");
    let requests = result["inputRequests"].as_object().expect("questions");
    assert_eq!(requests.len(), 1, "{result}");
    let (key, question) = requests.iter().next().expect("a question");
    assert_eq!(question["method"], "elicitation/create", "{question}");
    let more = json!({
        "requestState": result["requestState"],
        "inputResponses": {key: answer},
    });
    let flight = wire.call_with("f_ask", &json!({}), &more).await;
    (question["params"].clone(), flight.done().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_reaches_the_function() {
    let stage = stage("").await;
    let accept = |content: Value| json!({"action": "accept", "content": content});
    for revision in REVISIONS {
        let mut wire = wire(&stage, revision, &forms()).await;
        let both = accept(json!({"colour": "blue", "coats": 3}));
        let (question, done) = answered(&mut wire, revision, &both).await;
        assert_eq!(done.fine(), "3 coats of blue", "{revision}");
        let message = question["message"].as_str().expect("a question");
        assert!(message.starts_with("The server `"), "{question}");
        assert!(message.ends_with(" asks: Which colour?"), "{question}");
        let schema = &question["requestedSchema"];
        assert_eq!(schema["type"], "object", "{question}");
        let colour = json!({"enum": ["red", "blue"], "description": "The colour of the wall"});
        let asked = &schema["properties"]["colour"];
        assert_eq!(asked["enum"], colour["enum"], "{question}");
        assert_eq!(asked["description"], colour["description"], "{question}");
        assert_eq!(schema["required"], json!(["colour"]), "{question}");

        let one = accept(json!({"colour": "red"}));
        let (_, done) = answered(&mut wire, revision, &one).await;
        assert_eq!(
            done.fine(),
            "2 coats of red",
            "{revision}: a default counts"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_is_no_failure() {
    let stage = stage("").await;
    for revision in REVISIONS {
        let mut wire = wire(&stage, revision, &forms()).await;
        for action in ["decline", "cancel"] {
            let (_, done) = answered(&mut wire, revision, &json!({"action": action})).await;
            assert_eq!(done.fine(), "no colour", "{revision} {action}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_does_not_fit_is_told() {
    let stage = stage("").await;
    for revision in REVISIONS {
        let mut wire = wire(&stage, revision, &forms()).await;
        for (content, expect) in [
            (json!({"colour": "green"}), "`colour`"),
            (json!({"colour": "red", "coats": 9}), "`coats`"),
            (json!({}), "`colour`: is missing"),
        ] {
            let answer = json!({"action": "accept", "content": content});
            let (_, done) = answered(&mut wire, revision, &answer).await;
            let words = done.refused();
            let whole = words.contains("the answer does not fit") && words.contains(expect);
            assert!(whole, "{revision} {content}: {words}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_cannot_ask_is_not_asked() {
    let stage = stage("").await;
    for revision in REVISIONS {
        let mut wire = wire(&stage, revision, &json!({})).await;
        let done = wire.called("f_ask", &json!({})).await;
        let words = done.refused();
        assert_contains_for(&revision, &words, "does not support elicitation");
        let done = wire.called("f_steps", &json!({})).await;
        assert_eq!(done.fine(), "arrived", "{revision}");
    }
}
