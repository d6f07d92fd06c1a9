//! A server asks while calls of two clients are open, and does not say which one it asks.

use std::path::{Path, PathBuf};
use std::time::Duration;

use candor_model::McpEra;
use candor_sources::{CallEvent, InputRequest, SourceCall, SourceState};
use candor_testkit::wait_until;
use candor_wire::RawJson;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::harness::{SourceHarness, answer, asker, call, lost, odd, said, spec, text};

/// Longer than any test waits.
const LONG: Duration = Duration::from_hours(1);
/// For as long as this, nothing may be heard.
const SILENCE: Duration = Duration::from_millis(50);

/// Two clients, each with a call at the same process. That of the first one asks.
struct TwoClients {
    rig: SourceHarness,
    asking: SourceCall,
    other: SourceCall,
    file: PathBuf,
    _folder: TempDir,
}

impl TwoClients {
    /// The other call goes on until it is released, and ends so.
    async fn begin(limit: Duration, end: &str, tool: &str, arguments: &Value) -> Self {
        let mut spec = spec(odd(&json!({})));
        spec.limits.question_wait = limit;
        let rig = SourceHarness::ready(spec).await;
        let process = process_of(&rig, 2).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("released");
        let arguments_of_other = json!({"file": file, "end": end});
        let other = call(asker(McpEra::Legacy, 2), "until", &arguments_of_other);
        let other = rig.ask(other).await;
        let asking = call(asker(McpEra::Legacy, 1), tool, arguments);
        let asking = rig.ask(asking).await;
        // From the first question on, calls of others are made elsewhere.
        wait_until("a further process", async || {
            process_of(&rig, 3).await != process
        })
        .await;
        Self {
            rig,
            asking,
            other,
            file,
            _folder: folder,
        }
    }

    async fn elicit(limit: Duration, end: &str) -> Self {
        let question = json!({"method": "elicitation/create", "params": {"message": "?"}});
        Self::begin(limit, end, "ask", &question).await
    }
}

/// Lets the other call end.
fn release(file: &Path) {
    std::fs::write(file, "").unwrap();
}

async fn process_of(rig: &SourceHarness, key: u64) -> Value {
    let question = call(asker(McpEra::Legacy, key), "seen", &json!({}));
    text(&answer(&mut rig.ask(question).await).await)["pid"].clone()
}

async fn is_silent(call: &mut SourceCall) -> bool {
    timeout(SILENCE, call.next()).await.is_err()
}

async fn asked(call: &mut SourceCall) -> InputRequest {
    match said(call).await {
        CallEvent::Input(question) => question,
        other => panic!("no question but {other:?}"),
    }
}

async fn accept(question: InputRequest) {
    let accepted = RawJson::parse(r#"{"action":"accept","content":{}}"#).unwrap();
    question.answer(Ok(accepted)).await;
}

fn refusal(received: &Value) -> &str {
    let sentence = received["error"]["message"].as_str();
    sentence.unwrap_or_else(|| panic!("no refusal: {received}"))
}

#[tokio::test]
async fn it_is_asked_when_the_other_client_is_answered() {
    for (end, is_result) in [("answer", true), ("error", false)] {
        let mut two = TwoClients::elicit(LONG, end).await;
        assert!(is_silent(&mut two.asking).await, "{end}");
        assert!(is_silent(&mut two.other).await, "{end}");
        release(&two.file);
        let CallEvent::Done(outcome) = said(&mut two.other).await else {
            panic!("{end}: the other client is not asked")
        };
        assert_eq!(outcome.is_ok(), is_result, "{end}");
        drop(two.other);
        accept(asked(&mut two.asking).await).await;
        let received = text(&answer(&mut two.asking).await);
        assert_eq!(received["result"]["action"], "accept", "{end}");
        two.rig.source.stop().await;
    }
}

#[tokio::test]
async fn nobody_is_asked_when_the_other_client_gives_up() {
    let mut two = TwoClients::elicit(LONG, "answer").await;
    drop(two.other);
    let received = text(&answer(&mut two.asking).await);
    assert!(refusal(&received).contains("cannot tell which client"));
    two.rig.source.stop().await;
}

#[tokio::test]
async fn nobody_is_asked_when_the_asking_client_gives_up() {
    let mut two = TwoClients::elicit(LONG, "answer").await;
    drop(two.asking);
    assert!(is_silent(&mut two.other).await);
    release(&two.file);
    assert_eq!(text(&answer(&mut two.other).await), "there it is");
    let reply = two
        .rig
        .until_seen("a refusal", |message| message["id"] == "ask-1");
    assert!(refusal(&reply.await).contains("cannot tell which client"));
    two.rig.source.stop().await;
}

#[tokio::test]
async fn a_withdrawn_question_reaches_nobody_and_wants_no_answer() {
    let mut two = TwoClients::elicit(LONG, "withdraw").await;
    release(&two.file);
    assert_eq!(text(&answer(&mut two.other).await), "withdrawn");
    assert!(is_silent(&mut two.asking).await);
    drop(two.asking);
    let seen = two.rig.seen().await["seen"].clone();
    let mut seen = seen.as_array().unwrap().iter();
    assert!(!seen.any(|message| message["id"] == "ask-1"));
    two.rig.source.stop().await;
}

#[tokio::test]
async fn a_question_ends_with_its_process() {
    let mut two = TwoClients::elicit(LONG, "exit").await;
    release(&two.file);
    lost(&mut two.other).await;
    lost(&mut two.asking).await;
    two.rig.until("ready again", SourceState::is_ready).await;
    two.rig.call("echo", &json!({})).await;
    two.rig.source.stop().await;
}

#[tokio::test]
async fn it_is_refused_when_its_time_is_up() {
    let limit = Duration::from_millis(200);
    let mut two = TwoClients::elicit(limit, "answer").await;
    let received = text(&answer(&mut two.asking).await);
    assert!(refusal(&received).contains("cannot tell which client"));
    assert!(is_silent(&mut two.other).await);
    two.rig.source.stop().await;
}

/// Neither call ends before its question is answered. One is refused, and the other one is asked.
#[tokio::test]
async fn of_two_that_ask_one_is_asked() {
    let limit = Duration::from_secs(20);
    let mut two = TwoClients::elicit(limit, "ask").await;
    release(&two.file);
    let received = text(&answer(&mut two.asking).await);
    assert!(refusal(&received).contains("cannot tell which client"));
    drop(two.asking);
    accept(asked(&mut two.other).await).await;
    let received = text(&answer(&mut two.other).await);
    assert_eq!(received["result"]["action"], "accept");
    two.rig.source.stop().await;
}

#[tokio::test]
async fn of_many_questions_few_wait() {
    let question = json!({"method": "elicitation/create", "times": 20});
    let mut two = TwoClients::begin(LONG, "answer", "ask_times", &question).await;
    release(&two.file);
    answer(&mut two.other).await;
    drop(two.other);
    let mut questions = 0;
    let received = loop {
        match said(&mut two.asking).await {
            CallEvent::Input(question) => accept(question).await,
            CallEvent::Done(outcome) => break text(&outcome.unwrap().decode().unwrap()),
            other => panic!("{other:?}"),
        }
        questions += 1;
    };
    assert_eq!(questions, 8);
    let received = received.as_array().unwrap();
    let refused = received.iter().filter(|reply| reply["error"].is_object());
    assert_eq!((received.len(), refused.count()), (20, 12));
    two.rig.source.stop().await;
}

/// Of clients that cannot be asked, none is waited for.
#[tokio::test]
async fn a_question_that_no_client_understands_is_refused_at_once() {
    let rig = SourceHarness::ready(spec(odd(&json!({})))).await;
    let _other = rig
        .ask(call(asker(McpEra::Legacy, 2), "hang", &json!({})))
        .await;
    let mut asking = rig
        .ask(call(
            asker(McpEra::Legacy, 1),
            "ask",
            &json!({"method": "skills/choose"}),
        ))
        .await;
    let received = text(&answer(&mut asking).await);
    assert!(refusal(&received).contains("is not passed on"));
    rig.source.stop().await;
}
