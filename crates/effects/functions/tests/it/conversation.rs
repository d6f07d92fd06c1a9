//! What is said while a call goes on: progress, log, questions, and that it is no longer wanted.

use rmcp::model::{
    CallToolRequest, CallToolResponse, ClientRequest, ElicitResult, ElicitationAction,
    RequestMetaObject,
};
use rmcp::service::PeerRequestOptions;
use serde_json::{Value, json};

use crate::client::AnsweringPerson;
use crate::example_server::{ExampleServer, TransportCase, WAYS, request, soon, until};

#[tokio::test]
async fn progress_is_told_in_order() {
    for way in WAYS {
        let stage = ExampleServer::set(way, AnsweringPerson::default()).await;
        let said = stage.said("count", json!({"to": 3})).await;
        assert_eq!(said, ("counted to 3".to_owned(), false));
        until(|| stage.person.told("progress").len() >= 3).await;
        assert_eq!(
            stage.person.told("progress"),
            [
                json!([1.0, 3.0, "counting"]),
                json!([2.0, 3.0, "counting"]),
                json!([3.0, 3.0, "counting"]),
            ],
            "{way:?}"
        );
    }
}

#[tokio::test]
#[expect(
    deprecated,
    reason = "the newest revision gives up logging; clients of the others still read it"
)]
async fn the_log_is_told_to_those_who_want_it() {
    use rmcp::model::{LoggingLevel, SetLevelRequestParams};

    let counted = [json!(["info", "counted to 1"])];
    for way in WAYS {
        let stage = ExampleServer::set(way, AnsweringPerson::default()).await;
        let mut call = request("count", json!({"to": 1}));
        let mut meta = RequestMetaObject::default();
        meta.set_log_level(LoggingLevel::Info);
        call.meta = Some(meta);
        soon(stage.client.call_tool(call)).await.expect("a result");
        until(|| !stage.person.told("log").is_empty()).await;
        assert_eq!(stage.person.told("log"), counted, "{way:?}");
        if way.modern {
            // Who does not say that they want it gets nothing.
            stage.said("count", json!({"to": 1})).await;
        } else {
            let quiet = SetLevelRequestParams::new(LoggingLevel::Error);
            soon(stage.client.set_level(quiet)).await.expect("obeyed");
            stage.said("count", json!({"to": 1})).await;
        }
        assert_eq!(stage.person.told("log"), counted, "{way:?}");
    }
}

#[tokio::test]
async fn a_person_can_be_asked() {
    let accepts = |content: Value| AnsweringPerson::who_accepts(content);
    let answers = |action| AnsweringPerson::who_answers(ElicitResult::new(action));
    for way in WAYS {
        for (person, expect) in [
            (accepts(json!({"name": "Ada"})), ("Hello, Ada!", false)),
            (
                accepts(json!({"name": "Ada", "age": 36})),
                ("Hello, Ada, 36!", false),
            ),
            (answers(ElicitationAction::Decline), ("Never mind.", false)),
            (answers(ElicitationAction::Cancel), ("Never mind.", false)),
            (
                accepts(json!({"age": 300})),
                (
                    "the answer does not fit the question: `age` is `300` and must be at most 255",
                    true,
                ),
            ),
        ] {
            let stage = ExampleServer::set(way, person).await;
            let (text, is_error) = stage.said("introduce", json!({})).await;
            assert_eq!((text.as_str(), is_error), expect, "{way:?}");
            let asked = stage.person.told("question");
            assert_eq!(asked.len(), 1, "{way:?}");
            assert_eq!(asked[0]["message"], "Who are you?");
            let schema = &asked[0]["requestedSchema"];
            assert_eq!(schema["required"], json!(["name"]));
            assert_eq!(schema["properties"]["age"]["type"], "integer");
        }
        let mute = ExampleServer::set(way, AnsweringPerson::default()).await;
        let (text, is_error) = mute.said("introduce", json!({})).await;
        assert!(
            is_error && text.starts_with("the client cannot ask its user"),
            "{way:?}: {text}"
        );
    }
}

/// A client of the newer era comes back with the answer. What it brings counts once, and only for
/// the same call.
#[tokio::test]
async fn a_state_counts_once_and_for_one_call() {
    for way in WAYS.into_iter().filter(|way| way.modern) {
        let stage = ExampleServer::set(way, AnsweringPerson::who_accepts(json!({}))).await;
        let client = &stage.client;
        let first = request("introduce", json!({}));
        let asked = soon(client.call_tool_once(first.clone())).await;
        let CallToolResponse::InputRequired(asked) = asked.expect("an answer") else {
            panic!("a question: {way:?}");
        };
        let ticket = asked.request_state.expect("a state");
        let key = asked.input_requests.expect("questions");
        let key = key.keys().next().expect("a question").clone();
        let answer = json!({"action": "accept", "content": {"name": "Ada"}});
        let again = |call: rmcp::model::CallToolRequestParams, answered: bool| {
            let call = call.with_request_state(ticket.clone());
            if answered {
                call.with_input_responses([(key.clone(), answer.clone())].into())
            } else {
                call
            }
        };
        // Another call cannot use it.
        let other = again(request("echo", json!({"text": "x"})), true);
        assert!(soon(client.call_tool_once(other)).await.is_err(), "{way:?}");
        // Without an answer the question stands.
        let unanswered = soon(client.call_tool_once(again(first.clone(), false))).await;
        let asked = unanswered.expect("an answer");
        assert!(
            matches!(asked, CallToolResponse::InputRequired(_)),
            "{way:?}"
        );
        let done = soon(client.call_tool_once(again(first.clone(), true))).await;
        let CallToolResponse::Complete(done) = done.expect("an answer") else {
            panic!("a result: {way:?}");
        };
        let done = serde_json::to_value(done).expect("JSON");
        assert_eq!(done["content"][0]["text"], "Hello, Ada!", "{way:?}");
        let twice = soon(client.call_tool_once(again(first, true))).await;
        let told = twice.expect_err("used up").to_string();
        assert!(told.contains("no call waits"), "{way:?}: {told}");
    }
}

#[tokio::test]
async fn a_call_can_be_cancelled() {
    for way in WAYS {
        check_cancelled(way).await;
    }
}

async fn check_cancelled(way: TransportCase) {
    let stage = ExampleServer::set(way, AnsweringPerson::default()).await;
    let call = CallToolRequest::new(request("wait", json!({})));
    let call = ClientRequest::CallToolRequest(call);
    let options = PeerRequestOptions::no_options();
    let sent = stage.client.send_cancellable_request(call, options);
    let handle = soon(sent).await.expect("sent");
    until(|| !stage.person.told("progress").is_empty()).await;
    let cancelled = soon(handle.cancel(Some("enough".to_owned()))).await;
    cancelled.expect("told");
    let noticed = stage.file("cancelled");
    until(|| noticed.exists()).await;
    // The conversation goes on.
    let said = stage.said("echo", json!({"text": "hi"})).await;
    assert_eq!(said, ("hi".to_owned(), false), "{way:?}");
}
