//! Calls that go on without their client: they become tasks, and wait for a person as long as it
//! takes.

mod survive;

use candor_testkit::{ApiClient, assert_contains};
use serde_json::{Value, json};

use super::kit::{
    AnsweredRequest, ApprovalGateway, ClientKind, ClientTransport, ConcurrentClient, MODERN,
    decision, no, until, yes,
};

const WAYS: [ClientKind; 2] = [
    ClientKind(ClientTransport::Http, MODERN),
    ClientKind(ClientTransport::Stdio, MODERN),
];

/// A client that knows the extension.
fn tasks() -> Value {
    json!({"extensions": {"io.modelcontextprotocol/tasks": {}}})
}

/// One that can show forms besides.
fn tasks_and_forms() -> Value {
    json!({"elicitation": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}})
}

/// Calls a tool; the call must become a task.
async fn begin(wire: &mut ConcurrentClient, tool: &str, arguments: &Value) -> String {
    let done = wire.called(tool, arguments).await;
    let result = done.result();
    assert_eq!(result["resultType"], "task", "{result}");
    assert_eq!(result["status"], "working", "{result}");
    let says = result["statusMessage"].as_str().expect("words");
    assert!(says.contains("waits for a person to approve"), "{says}");
    assert!(
        result["ttlMs"]
            .as_u64()
            .is_some_and(|ttl| ttl >= 86_400_000),
        "{result}"
    );
    assert!(result["pollIntervalMs"].is_u64(), "{result}");
    result["taskId"].as_str().expect("an id").to_owned()
}

/// Something is done about a task.
async fn task_request(
    wire: &mut ConcurrentClient,
    method: &str,
    id: &str,
    more: &Value,
) -> AnsweredRequest {
    let mut params = more.clone();
    params["taskId"] = id.into();
    wire.send(method, params).await.done().await
}

/// How a task stands.
async fn get(wire: &mut ConcurrentClient, id: &str) -> Value {
    let done = task_request(wire, "tasks/get", id, &json!({})).await;
    let result = done.result().clone();
    assert_eq!(result["taskId"], id, "{result}");
    assert_eq!(result["resultType"], "complete", "{result}");
    result
}

/// Takes a task back, which is never refused.
async fn cancel(wire: &mut ConcurrentClient, id: &str) {
    let done = task_request(wire, "tasks/cancel", id, &json!({})).await;
    done.result();
}

/// Waits until a task stands so.
async fn becomes(wire: &mut ConcurrentClient, id: &str, status: &str) -> Value {
    until(status, async || {
        let task = get(wire, id).await;
        (task["status"] == status).then_some(task)
    })
    .await
}

/// The words of the result that a task has come to.
fn words(task: &Value) -> &str {
    let words = &task["result"]["content"][0]["text"];
    words.as_str().unwrap_or_else(|| panic!("no words: {task}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_is_done_when_somebody_has_agreed() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for (count, way) in (0..).zip(WAYS) {
        let arguments = way.arguments();
        let mut wire = stage.wire_with(way, &tasks()).await;
        let id = begin(&mut wire, "s_wipe", &arguments).await;
        let question = approver.only_pending().await;
        assert_eq!(get(&mut wire, &id).await["status"], "working");
        // Its client may be gone meanwhile.
        drop(wire);
        assert_eq!(stage.calls("wipe"), count);
        approver.approve(&question).await;
        approver.becomes(&question, "consumed").await;
        let mut wire = stage.wire_with(way, &tasks()).await;
        let task = becomes(&mut wire, &id, "completed").await;
        assert_eq!(words(&task), arguments.to_string(), "{task}");
        assert_eq!(stage.calls("wipe"), count + 1);
        // It stays what it is.
        assert_eq!(get(&mut wire, &id).await["result"], task["result"]);
        let call = approver.call_on(&question).await;
        assert_eq!(call["outcome"], "ok", "{call}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_somebody_denies_says_why() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for way in WAYS {
        let mut wire = stage.wire_with(way, &tasks()).await;
        let id = begin(&mut wire, "s_wipe", &way.arguments()).await;
        approver
            .deny(&approver.only_pending().await, "not this folder")
            .await;
        let task = becomes(&mut wire, &id, "completed").await;
        assert_eq!(task["result"]["isError"], true, "{task}");
        assert!(words(&task).contains("not this folder"), "{task}");
    }
    assert_eq!(stage.calls("wipe"), 0);
}

/// A client that can show forms answers with `tasks/update`.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_answers_for_its_task() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let mut wire = stage.wire_with(WAYS[0], &tasks_and_forms()).await;
    let answered = |answer: Value| json!({"inputResponses": {"approval": answer}});
    for (count, (answer, fine)) in (0..).zip([(yes(), true), (no("changed my mind"), false)]) {
        let arguments = json!({"n": count});
        let id = begin(&mut wire, "s_wipe", &arguments).await;
        let question = approver.only_pending().await;
        let task = get(&mut wire, &id).await;
        assert_eq!(task["status"], "input_required", "{task}");
        let asked = &task["inputRequests"]["approval"];
        assert_eq!(asked["method"], "elicitation/create", "{task}");
        let shown = asked["params"]["message"].as_str().expect("words");
        assert!(shown.contains("s.wipe"), "{shown}");
        for nothing in [
            json!({}),
            answered(decision("perhaps")),
            json!({"inputResponses": 5}),
        ] {
            let done = task_request(&mut wire, "tasks/update", &id, &nothing).await;
            done.result();
            assert_eq!(
                approver.approval(&question).await["state"],
                "pending",
                "{nothing}"
            );
        }
        let done = task_request(&mut wire, "tasks/update", &id, &answered(answer)).await;
        assert_eq!(done.result()["resultType"], "complete");
        let task = becomes(&mut wire, &id, "completed").await;
        assert_eq!(task["result"]["isError"] != true, fine, "{task}");
        // Twice is once.
        task_request(&mut wire, "tasks/update", &id, &answered(yes()))
            .await
            .result();
        assert_eq!(get(&mut wire, &id).await["result"], task["result"]);
    }
    assert_eq!(stage.calls("wipe"), 1);
}

/// Where the approval must come from elsewhere, a client is not asked and cannot answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_does_not_answer_what_it_may_not() {
    let (stage, approver) = ApprovalGateway::with_approver("[policy]\nout_of_band = true\n").await;
    let mut wire = stage.wire_with(WAYS[0], &tasks_and_forms()).await;
    let id = begin(&mut wire, "s_wipe", &json!({})).await;
    let question = approver.only_pending().await;
    let task = get(&mut wire, &id).await;
    assert_eq!(task["status"], "working", "{task}");
    let answer = json!({"inputResponses": {"approval": yes()}});
    let done = task_request(&mut wire, "tasks/update", &id, &answer).await;
    assert!(done.error().contains("outside the client"), "{done:?}");
    assert_eq!(approver.approval(&question).await["state"], "pending");
    approver.approve(&question).await;
    becomes(&mut wire, &id, "completed").await;
    assert_eq!(stage.calls("wipe"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_is_taken_back_is_not_done() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let mut wire = stage.wire_with(WAYS[0], &tasks()).await;
    let id = begin(&mut wire, "s_wipe", &json!({})).await;
    let question = approver.only_pending().await;
    for _ in 0..2 {
        cancel(&mut wire, &id).await;
        assert_eq!(get(&mut wire, &id).await["status"], "cancelled");
    }
    // No decision is needed any more, and none is possible.
    approver.cannot_approve(&question, 409).await;
    assert_eq!(stage.calls("wipe"), 0);
    let id = begin(&mut wire, "s_wipe", &json!({})).await;
    approver.approve(&approver.only_pending().await).await;
    let task = becomes(&mut wire, &id, "completed").await;
    // What is done stays done.
    cancel(&mut wire, &id).await;
    assert_eq!(get(&mut wire, &id).await["result"], task["result"]);
    assert_eq!(stage.calls("wipe"), 1);
}

/// Two tasks for the same call wait for one question. A yes is for one of them, and the other
/// one says so: nothing about it is unknown.
#[tokio::test(flavor = "multi_thread")]
async fn a_yes_is_for_one_task() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let mut wire = stage.wire_with(WAYS[0], &tasks()).await;
    let one = begin(&mut wire, "s_wipe", &json!({})).await;
    let two = begin(&mut wire, "s_wipe", &json!({})).await;
    assert_ne!(one, two);
    approver.approve(&approver.only_pending().await).await;
    let mut results = Vec::new();
    for id in [&one, &two] {
        results.push(becomes(&mut wire, id, "completed").await);
    }
    let (made, used): (Vec<_>, Vec<_>) = results
        .iter()
        .partition(|task| task["result"]["isError"] != true);
    assert_eq!((made.len(), used.len()), (1, 1), "{results:?}");
    let why = words(used[0]);
    assert_contains(&why, "another call with the same arguments");
    assert_eq!(stage.calls("wipe"), 1);
}

/// A task belongs to the caller who began it; for others it does not exist.
#[tokio::test(flavor = "multi_thread")]
async fn a_task_is_nobody_elses() {
    let holders = [("ann", "caller"), ("bob", "caller"), ("eve", "admin")];
    let (stage, [ann, bob, eve]) = ApprovalGateway::guarded("", holders).await;
    let approver = ApiClient::new(&stage.gateway, Some(&eve));
    let url = stage.gateway.url();
    let mut anns = ConcurrentClient::http(url, MODERN, &tasks_and_forms(), Some(&ann)).await;
    let id = begin(&mut anns, "s_wipe", &json!({})).await;
    let question = approver.only_pending().await;
    let answer = json!({"inputResponses": {"approval": yes()}});
    for (whose, token) in [("a caller's", &bob), ("an admin's", &eve)] {
        let mut wire = ConcurrentClient::http(url, MODERN, &tasks_and_forms(), Some(token)).await;
        for (method, more) in [
            ("tasks/get", json!({})),
            ("tasks/update", answer.clone()),
            ("tasks/cancel", json!({})),
        ] {
            let foreign = task_request(&mut wire, method, &id, &more).await;
            let made_up = "A".repeat(id.len());
            let unknown = task_request(&mut wire, method, &made_up, &more).await;
            let hidden = foreign.error().replace(&id, &made_up);
            assert_eq!(hidden, unknown.error(), "{whose} {method}");
        }
    }
    assert_eq!(get(&mut anns, &id).await["status"], "input_required");
    assert_eq!(approver.approval(&question).await["state"], "pending");
    // The one who began it answers in their client, as they would without a task.
    task_request(&mut anns, "tasks/update", &id, &answer)
        .await
        .result();
    becomes(&mut anns, &id, "completed").await;
    assert_eq!(stage.calls("wipe"), 1);
}

/// Without the extension in a request there are no tasks for it.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_must_know_the_extension() {
    let stage = ApprovalGateway::open("").await;
    let mut wire = stage.wire_with(WAYS[0], &tasks()).await;
    let id = begin(&mut wire, "s_wipe", &json!({})).await;
    let mut plain = stage.wire(WAYS[0]).await;
    let done = task_request(&mut plain, "tasks/get", &id, &json!({})).await;
    assert_eq!(done.message["error"]["code"], -32021, "{done:?}");
    // The approval of a task is the same one for every client.
    let asked = plain.asked("s_wipe", &json!({})).await;
    stage.approver().only_pending().await;
    plain.say(asked, &yes()).await;
    let task = becomes(&mut wire, &id, "completed").await;
    assert_eq!(stage.calls("wipe"), 1, "{task}");
}
