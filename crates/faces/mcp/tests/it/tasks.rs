//! The tasks extension: a person may take hours, and the client comes back.

use std::time::Duration;

use candor_gateway::GatewayPolicySettings;
use candor_testkit::ServerEra;
use candor_testkit::script;
use http::StatusCode;
use serde_json::{Value, json};

use crate::harness::{McpHarness, McpRequest, message, with_timeout};
use crate::people::careful;

const TASKS: &str = "io.modelcontextprotocol/tasks";
const ABLE: &str = "io.modelcontextprotocol/clientCapabilities";

async fn world() -> McpHarness {
    McpHarness::of(&careful(), ServerEra::Modern).await
}

/// `_meta` of a client that knows tasks, and perhaps more.
fn knows(mut capabilities: Value) -> Value {
    capabilities["extensions"] = json!({TASKS: {}});
    json!({ABLE: capabilities})
}

fn wipe(world: &McpHarness) -> McpRequest<'_> {
    let params = json!({"name": "wipe", "_meta": knows(json!({}))});
    world.modern("tools/call", params)
}

fn task_request<'a>(
    world: &'a McpHarness,
    method: &str,
    task: &str,
    more: Value,
) -> McpRequest<'a> {
    let mut params = json!({"taskId": task, "_meta": knows(json!({}))});
    for (key, value) in more.as_object().expect("an object") {
        params[key] = value.clone();
    }
    world.modern(method, params)
}

/// Calls `wipe`, which becomes a task.
async fn begun(world: &McpHarness) -> String {
    let body = wipe(world).send().await.json().await;
    let result = &body["result"];
    assert_eq!(result["resultType"], "task", "{body}");
    assert_eq!(result["status"], "working", "{body}");
    assert!(result["pollIntervalMs"].is_u64(), "{body}");
    result["taskId"].as_str().expect("a task").to_owned()
}

/// How a task stands once it is over.
async fn over(world: &McpHarness, task: &str) -> Value {
    with_timeout(async {
        loop {
            let got = task_request(world, "tasks/get", task, json!({}))
                .send()
                .await;
            let result = { got }.json().await["result"].clone();
            assert_eq!(result["taskId"], task, "{result}");
            assert_eq!(result["resultType"], "complete", "{result}");
            if result["status"] != "working" {
                return result;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
}

#[tokio::test]
async fn the_extension_is_declared_to_those_who_can_use_it() {
    let world = world().await;
    let discovered = world.modern("server/discover", json!({})).send().await;
    let body = { discovered }.json().await;
    let capabilities = &body["result"]["capabilities"];
    assert_eq!(capabilities["extensions"][TASKS], json!({}), "{body}");
    assert!(capabilities["tools"].is_object(), "{body}");
    let hello = world.initialize("2025-11-25", json!({})).send().await;
    let body = { hello }.json().await;
    assert_eq!(body["result"]["capabilities"]["extensions"], Value::Null);
}

#[tokio::test]
async fn a_call_becomes_a_task_and_is_made_when_somebody_agrees() {
    let world = world().await;
    let task = begun(&world).await;
    assert_eq!(world.upstream.calls("wipe"), 0);
    world.agree().await;
    let result = over(&world, &task).await;
    assert_eq!(result["status"], "completed", "{result}");
    assert_eq!(result["result"]["content"][0]["text"], "done", "{result}");
    assert_eq!(world.upstream.calls("wipe"), 1);
}

#[tokio::test]
async fn a_client_that_shows_forms_can_answer_the_task() {
    let world = world().await;
    let task = begun(&world).await;
    let forms = json!({"_meta": knows(json!({"elicitation": {"form": {}}}))});
    let get = task_request(&world, "tasks/get", &task, forms.clone());
    let body = get.send().await.json().await;
    assert_eq!(body["result"]["status"], "input_required", "{body}");
    let asked = &body["result"]["inputRequests"]["approval"];
    assert_eq!(asked["method"], "elicitation/create", "{body}");
    let yes = json!({"action": "accept", "content": {"decision": "allow once"}});
    let mut more = forms;
    more["inputResponses"] = json!({"approval": yes});
    let update = task_request(&world, "tasks/update", &task, more);
    let body = update.send().await.json().await;
    assert_eq!(body["result"], json!({"resultType": "complete"}), "{body}");
    let result = over(&world, &task).await;
    assert_eq!(result["status"], "completed", "{result}");
    assert_eq!(world.upstream.calls("wipe"), 1);
}

#[tokio::test]
async fn a_task_that_is_taken_back_is_never_made() {
    let world = world().await;
    let task = begun(&world).await;
    let cancel = task_request(&world, "tasks/cancel", &task, json!({}));
    let body = cancel.send().await.json().await;
    assert_eq!(body["result"], json!({"resultType": "complete"}), "{body}");
    assert_eq!(over(&world, &task).await["status"], "cancelled");
    assert_eq!(world.upstream.calls("wipe"), 0);
}

#[tokio::test]
async fn errands_say_what_they_need_and_say_it_twice() {
    let world = world().await;
    let task = begun(&world).await;
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let ask = || task_request(&world, method, &task, json!({}));
        let silent = world.modern(method, json!({"taskId": task}));
        let none = world.modern(method, json!({"_meta": knows(json!({}))}));
        let number = json!({"taskId": 7, "_meta": knows(json!({}))});
        let unknown = task_request(&world, method, &"0".repeat(32), json!({}));
        let strange = task_request(&world, method, "../x", json!({}));
        let cases = [
            (
                "no name header",
                ask().header("mcp-name", ""),
                (400, -32020),
            ),
            (
                "name header",
                ask().header("mcp-name", "other"),
                (400, -32020),
            ),
            ("not declared", silent, (400, -32021)),
            ("no task", none, (400, -32602)),
            ("a number", world.modern(method, number), (400, -32602)),
            ("unknown", unknown, (200, -32602)),
            ("strange", strange, (200, -32602)),
        ];
        for (case, ask, expect) in cases {
            assert_eq!(ask.fault().await, expect, "{method}, {case}");
        }
        let session = world.session("2025-11-25", json!({})).await;
        let legacy = world.post(message(1, method, json!({"taskId": task})));
        // The older form of tasks knows none of ours, and has no such answers.
        let code = if method == "tasks/update" {
            -32601
        } else {
            -32602
        };
        assert_eq!(legacy.session(&session).fault().await, (200, code));
    }
    let silent = world.modern("tasks/get", json!({"taskId": task}));
    let error = silent.send().await.json().await["error"].clone();
    let required = json!({"requiredCapabilities": {"extensions": {TASKS: {}}}});
    assert_eq!(error["data"], required, "{error}");
    assert_eq!(
        task_request(&world, "tasks/get", &task, json!({}))
            .send()
            .await
            .status,
        StatusCode::OK,
        "none of that did anything to the task"
    );
}

#[tokio::test]
async fn a_task_belongs_to_whoever_began_it() {
    let settings = GatewayPolicySettings {
        tokens_needed: true,
        ..candor_gatetest::permissive_settings()
    };
    let upstream = script::serve_http(&careful(), ServerEra::Modern);
    let world = McpHarness::with_settings(upstream, settings, |_, _| {}).await;
    let own = world.token("own", "caller").await;
    let other = world.token("other", "admin").await;
    let body = wipe(&world).token(&own).send().await.json().await;
    let task = body["result"]["taskId"].as_str().expect("a task");
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let ask = || task_request(&world, method, task, json!({}));
        assert_eq!(ask().token(&other).fault().await, (200, -32602), "{method}");
        assert_eq!(ask().fault().await, (401, -32600), "{method}");
    }
    let get = task_request(&world, "tasks/get", task, json!({})).token(&own);
    let body = get.send().await.json().await;
    assert_eq!(body["result"]["status"], "working", "{body}");
}
