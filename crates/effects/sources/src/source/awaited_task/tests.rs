use candor_model::{Hints, McpRevision};

use super::*;
use crate::request::{AttemptCount, PlainNames, VariableValues};

fn json(value: &serde_json::Value) -> RawJson {
    RawJson::from_value(value)
}

fn request(era: McpEra, needs_task: bool) -> SourceRequest {
    let revision = match era {
        McpEra::Legacy => McpRevision::NEWEST_LEGACY,
        McpEra::Modern => McpRevision::NEWEST_MODERN,
    };
    SourceRequest {
        method: method::TOOLS_CALL.into(),
        params: RawObject::from_iter([("name", RawJson::string("slow"))]),
        subject: Some("slow".to_owned()),
        headers: vec![("Mcp-Param-X".to_owned(), "1".to_owned())],
        asker: ClientProfile {
            era,
            revision,
            key: 1,
            capabilities: json(&json!({"sampling": {}})),
            info: None,
            trace: Vec::new(),
        },
        repeatable: false,
        tries: AttemptCount::default(),
        environment: None,
        variables: VariableValues::default(),
        plain: PlainNames::default(),
        principal: None,
        hints: Hints::UNSET,
        needs_task,
        only_reads: false,
        call: None,
    }
}

#[test]
fn the_task_of_a_result_is_found_in_both_forms() {
    let task = |value| task_of(&json(&value));
    let newer = json!({"resultType": "task", "taskId": "t1"});
    assert_eq!(task(newer).as_deref(), Some("t1"));
    assert_eq!(
        task(json!({"task": {"taskId": "t2"}})).as_deref(),
        Some("t2")
    );
    assert_eq!(task(json!({"content": []})), None);
    assert_eq!(task(json!({"content": [{"text": "taskId"}]})), None);
}

fn sent(step: Option<TaskStep>) -> (Box<SourceRequest>, Duration) {
    match step {
        Some(TaskStep::Send(request, pause)) => (request, pause),
        other => panic!("not sent: {other:?}"),
    }
}

#[test]
fn only_a_tool_that_needs_one_and_a_client_that_asks_for_none_get_a_task() {
    let begin = |request: &SourceRequest, era| AwaitedTask::default().begin(request, era).is_some();
    let needy = request(McpEra::Modern, true);
    assert!(begin(&needy, McpEra::Legacy));
    assert!(!begin(&needy, McpEra::Modern));
    assert!(!begin(&request(McpEra::Legacy, false), McpEra::Legacy));
    let mut asking = request(McpEra::Legacy, true);
    asking.params.set("task", json(&json!({"ttl": 1})));
    assert!(!begin(&asking, McpEra::Legacy));
}

#[test]
fn the_result_of_an_older_task_is_that_of_the_call() {
    let call = request(McpEra::Legacy, true);
    let mut task = AwaitedTask::default();
    task.begin(&call, McpEra::Legacy).expect("a task");
    let begun = Ok(json(
        &json!({"task": {"taskId": "t1", "status": "working"}}),
    ));
    let (next, pause) = sent(task.read(&call, McpEra::Legacy, &begun));
    assert_eq!(
        (&*next.method, pause),
        (method::TASKS_RESULT, Duration::ZERO)
    );
    assert_eq!(next.params.get_string("taskId").as_deref(), Some("t1"));
    assert!(next.headers.is_empty(), "they are about another request");
    assert_eq!(task.running(), Some("t1"));
    let related = json!({meta::RELATED_TASK: {"taskId": "t1"}, "x": 1});
    let result = Ok(json(&json!({"content": [], "_meta": related})));
    let Some(TaskStep::Answer(Ok(answer))) = task.read(&next, McpEra::Legacy, &result) else {
        panic!("no answer");
    };
    assert_eq!(answer.to_string(), r#"{"content":[],"_meta":{"x":1}}"#);
}

#[test]
fn a_server_that_answers_at_once_is_heard() {
    let call = request(McpEra::Legacy, true);
    let mut task = AwaitedTask::default();
    task.begin(&call, McpEra::Legacy).expect("a task");
    let answers = [
        Ok(json(&json!({"content": []}))),
        Err(json(&json!({"code": -1, "message": "no"}))),
        Ok(json(&json!({"task": {}}))),
    ];
    for answer in answers {
        assert!(
            task.read(&call, McpEra::Legacy, &answer).is_none(),
            "{answer:?}"
        );
    }
}

#[test]
fn a_newer_server_is_told_that_tasks_are_known_and_asked_until_it_is_done() {
    let call = request(McpEra::Legacy, false);
    let mut task = AwaitedTask::default();
    let data = json!({"requiredCapabilities": {"extensions": {meta::TASKS: {}}}});
    let refused = Err(json(
        &json!({"code": -32021, "message": "tasks", "data": data}),
    ));
    let (again, _) = sent(task.read(&call, McpEra::Modern, &refused));
    assert_eq!(again.method, method::TOOLS_CALL);
    let said = again.asker.capabilities.to_string();
    assert!(
        said.contains(meta::TASKS) && said.contains("sampling"),
        "{said}"
    );
    let begun = json!({"resultType": "task", "taskId": "t1", "pollIntervalMs": 50});
    let (look, pause) = sent(task.read(&again, McpEra::Modern, &Ok(json(&begun))));
    assert_eq!(
        (&*look.method, pause),
        (method::TASKS_GET, Duration::from_millis(50))
    );
    let working = Ok(json(&json!({"status": "working"})));
    let (look, pause) = sent(task.read(&look, McpEra::Modern, &working));
    assert_eq!((&*look.method, pause), (method::TASKS_GET, POLL));
    let wish = json!({"q": {"method": "elicitation/create"}});
    let asks = Ok(json(
        &json!({"status": "input_required", "inputRequests": wish}),
    ));
    let Some(TaskStep::Ask(question)) = task.read(&look, McpEra::Modern, &asks) else {
        panic!("no question");
    };
    assert!(
        question.to_string().contains("elicitation/create"),
        "{question}"
    );
    let given = RawObject::from_iter([("inputResponses", json(&json!({"q": {}})))]);
    let update = task.answers(&look, given).expect("an update");
    assert_eq!(update.method, method::TASKS_UPDATE);
    let taken = Ok(json(&json!({"resultType": "complete"})));
    let (look, _) = sent(task.read(&update, McpEra::Modern, &taken));
    assert_eq!(look.method, method::TASKS_GET);
    let ends = [
        (
            json!({"status": "completed", "result": {"a": 1}}),
            Ok(r#"{"a":1}"#),
        ),
        (
            json!({"status": "failed", "error": {"code": 1}}),
            Err(r#"{"code":1}"#),
        ),
    ];
    for (answer, expect) in ends {
        let step = task.read(&look, McpEra::Modern, &Ok(json(&answer)));
        let Some(TaskStep::Answer(answer)) = step else {
            panic!("no answer");
        };
        let answer = answer.map(|it| it.to_string()).map_err(|it| it.to_string());
        assert_eq!(answer, expect.map(str::to_owned).map_err(str::to_owned));
    }
    for odd in [
        json!({"status": "completed"}),
        json!({"status": "cancelled"}),
    ] {
        let step = task.read(&look, McpEra::Modern, &Ok(json(&odd)));
        assert!(matches!(step, Some(TaskStep::Answer(Err(_)))), "{odd}");
    }
}

#[test]
fn a_newer_client_hears_itself_what_it_lacks() {
    let data = json!({"requiredCapabilities": {"extensions": {meta::TASKS: {}}}});
    let refused = Err(json(
        &json!({"code": -32021, "message": "tasks", "data": data}),
    ));
    let modern = request(McpEra::Modern, false);
    assert!(
        AwaitedTask::default()
            .read(&modern, McpEra::Modern, &refused)
            .is_none()
    );
    let more = json!({"requiredCapabilities": {"sampling": {}, "extensions": {meta::TASKS: {}}}});
    let refused = Err(json(
        &json!({"code": -32021, "message": "tasks", "data": more}),
    ));
    let legacy = request(McpEra::Legacy, false);
    assert!(
        AwaitedTask::default()
            .read(&legacy, McpEra::Modern, &refused)
            .is_none()
    );
}
