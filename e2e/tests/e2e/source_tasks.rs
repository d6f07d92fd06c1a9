//! Calls that go on as tasks of their source: whoever began one comes back for it, and nobody else.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{
    CandorProcess, RawClient, ServerEra, ServerHandle, ServerSdk, assert_contains, config,
    wait_until,
};
use serde_json::{Value, json};

/// A client that knows the extension.
const TASKS: &str =
    r#"{"elicitation":{"form":{},"url":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;

/// A server whose only task is called `t1`, as that of every other one.
fn server(name: &str, status: &Value) -> ServerHandle {
    let begun = json!({"result": {
        "resultType": "task", "taskId": "t1", "status": "working",
        "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z",
        "ttlMs": 60_000, "pollIntervalMs": 10, "x": 1e2,
    }});
    let mut task = json!({"resultType": "complete", "taskId": "t1"});
    for (key, value) in status.as_object().expect("members") {
        task[key] = value.clone();
    }
    let tools = r#"[{"name":"slow","description":"Computes it.","inputSchema":{"type":"object"},
        "outputSchema":{"type":"object","required":["n"]},
        "annotations":{"readOnlyHint":true,"openWorldHint":false}}]"#;
    let script = ServerScript::new()
        .tools(tools)
        .call("slow", begun.to_string())
        .method("tasks/get", json!({"result": task}).to_string())
        .method("tasks/update", r#"{"result":{"resultType":"complete"}}"#)
        .method(
            "tasks/cancel",
            json!({"result": {"resultType": "complete", "by": name}}).to_string(),
        );
    script::serve_http(&script, ServerEra::Modern)
}

fn completed(text: &str) -> Value {
    let content = json!([{"type": "text", "text": text}]);
    json!({"status": "completed", "result": {"content": content, "structuredContent": {"n": 1}}})
}

async fn client(candor: &CandorProcess) -> RawClient {
    let mut client = RawClient::http_at(candor.url(), ServerEra::Modern, "2026-07-28", TASKS).await;
    wait_until("tools", async || !client.tools().await.is_empty()).await;
    client
}

/// Calls a tool that becomes a task; gives the id that the client gets.
async fn begin(client: &mut RawClient, tool: &str) -> String {
    let task = client.call(tool, "{}").await.value();
    assert_eq!(task["resultType"], "task", "{task}");
    assert_eq!(task["status"], "working", "{task}");
    let id = task["taskId"].as_str().expect("an id");
    assert_ne!(id, "t1", "two sources may use the same id");
    id.to_owned()
}

async fn about(client: &mut RawClient, method: &str, id: &str) -> Value {
    let params = json!({"taskId": id}).to_string();
    client.request(method, &params).await.value()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_is_asked_of_its_own_source() {
    let (left, right) = (
        server("left", &completed("of the left")),
        server("right", &completed("of the right")),
    );
    let text = config::url("left", left.url(), "trust = \"trusted\"")
        + &config::url("right", right.url(), "");
    let candor = CandorProcess::served(&text).await;
    let mut client = client(&candor).await;
    wait_until("both", async || client.tools().await.len() == 2).await;
    for (source, words) in [("left", "of the left"), ("right", "of the right")] {
        let id = begin(&mut client, &format!("{source}_slow")).await;
        let task = about(&mut client, "tasks/get", &id).await;
        assert_eq!(task["taskId"], id, "{task}");
        assert_eq!(task["status"], "completed", "{task}");
        assert_eq!(task["result"]["content"][0]["text"], words, "{task}");
        let cancelled = about(&mut client, "tasks/cancel", &id).await;
        assert_eq!(cancelled["by"], source, "{cancelled}");
        let params = json!({"taskId": id, "inputResponses": {"q": {"action": "accept"}}});
        client
            .request("tasks/update", &params.to_string())
            .await
            .result();
    }
    // The source hears its own id, in the header too, and the answers as they were given.
    let seen = right.seen();
    let update = seen
        .iter()
        .find(|one| one.body.contains("tasks/update"))
        .expect("an update");
    assert_contains(
        &update.body,
        r#""inputResponses":{"q":{"action":"accept"}}"#,
    );
    assert_contains(&update.body, r#""taskId":"t1""#);
    assert!(
        update
            .headers
            .contains(&("mcp-name".to_owned(), "t1".to_owned())),
        "{update:?}"
    );
    // Read-only, and yet each call is a task of its own.
    assert_eq!(left.calls("slow"), 1);
    begin(&mut client, "left_slow").await;
    assert_eq!(left.calls("slow"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_was_made_up_or_changed_is_refused() {
    let right = server("right", &completed("x"));
    let candor = CandorProcess::served(&config::url("right", right.url(), "")).await;
    let mut client = client(&candor).await;
    let id = begin(&mut client, "right_slow").await;
    let other = format!("{}x", &id[..id.len() - 1]);
    for wrong in ["t1", "s.", "s.t1", other.as_str(), ""] {
        let params = json!({"taskId": wrong}).to_string();
        let error = client.request("tasks/get", &params).await.error();
        assert_eq!(error["code"], -32602, "{wrong}: {error}");
        assert_contains(&error["message"].to_string(), "there is no task");
    }
    let reached = right.seen();
    assert!(!reached.iter().any(|one| one.body.contains("tasks/get")));
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_of_a_task_say_who_asks_and_lead_to_no_page() {
    let elicit = |params: Value| json!({"method": "elicitation/create", "params": params});
    let asks = json!({"status": "input_required", "inputRequests": {
        "form": elicit(json!({"mode": "form", "message": "Which?", "requestedSchema": {"type": "object", "properties": {}}})),
        "page": elicit(json!({"mode": "url", "message": "Log in", "url": "https://evil.example/", "elicitationId": "1"})),
    }});
    let right = server("right", &asks);
    let candor = CandorProcess::served(&config::url("right", right.url(), "")).await;
    let mut client = client(&candor).await;
    let id = begin(&mut client, "right_slow").await;
    let task = about(&mut client, "tasks/get", &id).await;
    let requests = task["inputRequests"].as_object().expect("questions");
    assert_eq!(requests.keys().collect::<Vec<_>>(), ["form"], "{task}");
    let message = requests["form"]["params"]["message"].to_string();
    assert_contains(&message, "The server `right` (untrusted) asks: Which?");
    let seen = right.seen();
    let declined = seen
        .iter()
        .find(|one| one.body.contains("tasks/update"))
        .expect("an update");
    assert_contains(
        &declined.body,
        r#""inputResponses":{"page":{"action":"decline"}}"#,
    );
}

/// A server of the older form, whose tool must be called as a task.
fn legacy_server() -> ServerHandle {
    let task = json!({"taskId": "t1", "status": "completed", "createdAt": "2026-01-01T00:00:00Z",
        "lastUpdatedAt": "2026-01-01T00:00:00Z", "ttl": 60_000, "pollInterval": 10});
    let result = json!({"content": [{"type": "text", "text": "computed"}],
        "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "t1"}, "x": 1}});
    let tools = r#"[{"name":"slow","description":"Computes it.","inputSchema":{"type":"object"},
        "execution":{"taskSupport":"required"}}]"#;
    let script = ServerScript::new()
        .field(
            "capabilities",
            r#"{"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}}"#,
        )
        .tools(tools)
        .call("slow", json!({"result": {"task": task}}).to_string())
        .method("tasks/get", json!({"result": task}).to_string())
        .method("tasks/result", json!({"result": result}).to_string())
        .method("tasks/cancel", json!({"result": task}).to_string());
    script::serve_http(&script, ServerEra::Legacy)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_older_form_works_as_well() {
    let old = legacy_server();
    let candor = CandorProcess::served(&config::url("old", old.url(), "")).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    wait_until("tools", async || !client.tools().await.is_empty()).await;
    let call = r#"{"name":"old_slow","arguments":{},"task":{"ttl":60000}}"#;
    let begun = client.request("tools/call", call).await.value();
    let id = begun["task"]["taskId"].as_str().expect("an id").to_owned();
    assert_ne!(id, "t1");
    for method in ["tasks/get", "tasks/cancel"] {
        let task = about(&mut client, method, &id).await;
        assert_eq!(
            (&task["taskId"], &task["ttl"]),
            (&json!(id), &json!(60_000)),
            "{method}"
        );
    }
    let result = about(&mut client, "tasks/result", &id).await;
    assert_eq!(result["content"][0]["text"], "computed", "{result}");
    let about_task = &result["_meta"]["io.modelcontextprotocol/related-task"];
    assert_eq!(
        (&about_task["taskId"], &result["_meta"]["x"]),
        (&json!(id), &json!(1))
    );
    let list = client.request("tasks/list", "{}").await.value();
    assert_eq!(list["tasks"].as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!(list["tasks"][0]["taskId"], id, "{list}");
    // What the client said about the task reached the server, which knows its own id only.
    let seen = old.seen();
    let call = seen
        .iter()
        .find(|one| one.body.contains("tools/call"))
        .expect("a call");
    assert_contains(&call.body, r#""task":{"ttl":60000}"#);
    assert!(!seen.iter().any(|one| one.body.contains(&id)));
    // Without a task of that name there is nothing to come back for.
    let params = json!({"taskId": "t1"}).to_string();
    let error = client.request("tasks/result", &params).await.error();
    assert_contains(&error["message"].to_string(), "there is no such task");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_asks_for_no_task_gets_the_result_of_the_older_form() {
    let old = legacy_server();
    let candor = CandorProcess::served(&config::url("old", old.url(), "")).await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = candor.client(era).await;
        wait_until("tools", async || !client.tools().await.is_empty()).await;
        let result = client.call("old_slow", "{}").await.value();
        assert_eq!(
            result["content"][0]["text"], "computed",
            "{era:?}: {result}"
        );
        // Its client began no task, and is told of none.
        assert_eq!(
            result["_meta"]["io.modelcontextprotocol/related-task"],
            Value::Null
        );
        assert_eq!(result["_meta"]["x"], 1, "{result}");
    }
    let seen = old.seen();
    let calls: Vec<_> = seen
        .iter()
        .filter(|one| one.body.contains("tools/call"))
        .collect();
    assert_eq!(calls.len(), 2);
    for call in calls {
        assert_contains(&call.body, r#""task":{}"#);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_client_gets_the_result_of_a_task_of_the_newer_form() {
    let server = ServerSdk::Python.start().expect("the SDK is installed");
    let source = config::url("new", server.url(), "era = \"modern\"");
    let candor = CandorProcess::served_unasked(&source).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    wait_until("tools", async || !client.tools().await.is_empty()).await;
    // The server makes it as a task only, and refuses whoever does not know tasks.
    let result = client.call("new_failing_job", "{}").await.value();
    assert_eq!(
        result["content"][0]["text"], "It could not be done.",
        "{result}"
    );
    assert_eq!(result["isError"], true, "{result}");
    // A newer client that does not know them is told so by the server.
    let mut modern = candor.client(ServerEra::Modern).await;
    let error = modern.call("new_failing_job", "{}").await.error();
    assert_eq!(error["code"], -32021, "{error}");
}

/// How a task stands, as a server tells it.
fn news(status: &str) -> Value {
    json!({"taskId": "t1", "status": status, "x": 1, "ttl": 60_000,
        "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z"})
}

async fn heard(client: &mut RawClient, method: &str) -> Value {
    serde_json::from_str(&client.heard(method).await).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_modern_client_hears_of_the_tasks_that_it_listens_for() {
    let (left, right) = (
        server("left", &completed("x")),
        server("right", &completed("y")),
    );
    let text = config::url("left", left.url(), "") + &config::url("right", right.url(), "");
    let candor = CandorProcess::served_unasked(&text).await;
    let mut client = client(&candor).await;
    wait_until("both", async || client.tools().await.len() == 2).await;
    let id = begin(&mut client, "left_slow").await;
    let wanted = json!({"taskIds": [id, "made-up"]}).to_string();
    client.subscribe(&wanted).await;
    let acknowledged = heard(&mut client, "notifications/subscriptions/acknowledged").await;
    assert_eq!(
        acknowledged["params"]["notifications"],
        json!({"taskIds": [id]}),
        "what it has no task for is not promised: {acknowledged}"
    );
    // The task of another source has the same id there.
    right.announce_task(&news("failed"));
    left.announce_task(&news("completed"));
    let told = heard(&mut client, "notifications/tasks").await;
    let task = &told["params"];
    assert_eq!(
        (&task["taskId"], &task["status"]),
        (&json!(id), &json!("completed"))
    );
    assert_eq!(task["x"], 1, "{told}");
    let about = &task["_meta"]["io.modelcontextprotocol/subscriptionId"];
    assert_ne!(about, &Value::Null, "{told}");
    // The server was asked for this task by its own id.
    let asked = |part: &str| left.seen().iter().any(|one| one.body.contains(part));
    assert!(asked(r#""taskIds":["t1"]"#));
}

/// A server of 2025-11-25 whose calls become tasks.
fn working_legacy_server() -> ServerHandle {
    let begun = json!({"result": {"task": {
        "taskId": "t1", "status": "working", "ttl": 60_000, "pollInterval": 10,
        "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z",
    }}});
    let capabilities =
        r#"{"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}}"#;
    let tools = r#"[{"name":"slow","description":"Computes it.","inputSchema":{"type":"object"},
        "execution":{"taskSupport":"optional"}}]"#;
    let script = ServerScript::new()
        .field("capabilities", capabilities)
        .tools(tools)
        .call("slow", begun.to_string());
    script::serve_http(&script, ServerEra::Legacy)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_hears_of_its_own_tasks_only() {
    let server = working_legacy_server();
    let candor = CandorProcess::served_unasked(&config::url("s", server.url(), "")).await;
    let session =
        async || RawClient::http_at(candor.url(), ServerEra::Legacy, "2025-11-25", "{}").await;
    let (mut owner, mut other) = (session().await, session().await);
    owner.listen().await;
    other.listen().await;
    let params = r#"{"name":"s_slow","arguments":{},"task":{"ttl":60000}}"#;
    let begun = owner.request("tools/call", params).await.value();
    let id = begun["task"]["taskId"].as_str().expect("a task").to_owned();
    server.announce_task(&news("working"));
    server.announce_tools_changed();
    let told = heard(&mut owner, "notifications/tasks/status").await;
    assert_eq!(told["params"]["taskId"], id, "{told}");
    assert_eq!(
        (&told["params"]["status"], &told["params"]["x"]),
        (&json!("working"), &json!(1))
    );
    // The other session has a task of its own at the same server, under another id.
    let begun = other.request("tools/call", params).await.value();
    let own = begun["task"]["taskId"].as_str().expect("a task").to_owned();
    assert_ne!(own, id);
    server.announce_task(&news("completed"));
    let told = other.heard("notifications/tasks/status").await;
    assert_contains(&told, &own);
    assert_contains(&told, "completed");
    assert!(!told.contains(&id), "{told}");
}

/// The status arrives while no client knows the task.
#[tokio::test(flavor = "multi_thread")]
async fn a_status_that_comes_before_the_answer_is_told_after_it() {
    let server = working_legacy_server();
    let candor = CandorProcess::served_unasked(&config::url("s", server.url(), "")).await;
    let mut client = RawClient::http_at(candor.url(), ServerEra::Legacy, "2025-11-25", "{}").await;
    client.listen().await;
    server.announce_task(&news("working"));
    let params = r#"{"name":"s_slow","arguments":{},"task":{"ttl":60000}}"#;
    let begun = client.request("tools/call", params).await.value();
    let id = begun["task"]["taskId"].as_str().expect("a task").to_owned();
    let told = heard(&mut client, "notifications/tasks/status").await;
    assert_eq!(
        (&told["params"]["taskId"], &told["params"]["status"]),
        (&json!(id), &json!("working")),
        "{told}"
    );
    // It is told once.
    server.announce_task(&news("completed"));
    let told = heard(&mut client, "notifications/tasks/status").await;
    assert_eq!(told["params"]["status"], "completed", "{told}");
}
