use http::Response;
use serde_json::json;

use super::*;

const JSON: &str = "application/json";
const STREAM: &str = "text/event-stream";

fn parts(status: u16, kind: &str) -> response::Parts {
    Response::builder()
        .status(status)
        .header("content-type", kind)
        .body(())
        .unwrap()
        .into_parts()
        .0
}

fn call(id: u64, text: &str) -> String {
    let content = json!([{"type": "text", "text": text}]);
    json!({"jsonrpc": "2.0", "id": id, "result": {"content": content}}).to_string()
}

fn check(checker: &AnswerChecker, kind: &str, body: &[u8], id: u64) -> Result<(), String> {
    let outcome = checker.check(&parts(200, kind), body, id);
    outcome.map_err(|error| error.to_string())
}

fn check_call_answer(body: &str) -> Result<(), String> {
    let checker = AnswerChecker::new(LoadOperation::Call, 0);
    check(&checker, JSON, body.as_bytes(), 5)
}

fn list(id: u64, tools: &[Value]) -> Vec<u8> {
    json!({"jsonrpc": "2.0", "id": id, "result": {"tools": tools}})
        .to_string()
        .into_bytes()
}

#[test]
fn a_right_call_passes() {
    check_call_answer(&call(5, &fixture::message(5))).unwrap();
}

#[test]
fn wrong_calls_are_told_apart() {
    let error = |body: &str| check_call_answer(body).unwrap_err();
    assert!(error(&call(6, &fixture::message(5))).contains("has the id `6`"));
    assert!(error(&call(5, &fixture::message(6))).contains("another call's content"));
    assert!(error("<html>").contains("not JSON-RPC"));
    assert!(error(r#"{"jsonrpc":"2.0","id":5}"#).contains("no result"));
    let refused = r#"{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"busy"}}"#;
    assert!(error(refused).contains("busy"));
    let failed = r#"{"jsonrpc":"2.0","id":5,"result":{"content":[],"isError":true}}"#;
    assert!(error(failed).contains("reports an error"));
    let checker = AnswerChecker::new(LoadOperation::Call, 0);
    let body = call(5, &fixture::message(5));
    let outcome = checker.check(&parts(503, "text/plain"), body.as_bytes(), 5);
    let error = outcome.unwrap_err().to_string();
    assert!(error.contains("503"), "{error}");
}

#[test]
fn an_event_stream_is_read_to_its_last_message() {
    let answer = call(5, &fixture::message(5));
    let body = format!(
        ": hi\n\nevent: message\ndata: {{\"method\":\"x\"}}\n\nid: 1\r\ndata: {answer}\r\n\r\n"
    );
    let checker = AnswerChecker::new(LoadOperation::Call, 0);
    check(&checker, STREAM, body.as_bytes(), 5).unwrap();
    let error = check(&checker, STREAM, b": hi\n\n", 5).unwrap_err();
    assert!(error.contains("no message"), "{error}");
}

#[test]
fn a_list_must_hold_every_tool_as_it_was_given() {
    let checked = |tools: &[Value]| {
        let checker = AnswerChecker::new(LoadOperation::List, 3);
        check(&checker, JSON, &list(1, tools), 1)
    };
    let error = |tools: &[Value]| checked(tools).unwrap_err();
    let tools = fixture::tools(3);
    checked(&tools).unwrap();
    let mut other_order = tools.clone();
    other_order.reverse();
    checked(&other_order).unwrap();
    assert!(error(&tools[..2]).contains("has 2 tools, not 3"));
    let twice = [tools[0].clone(), tools[1].clone(), tools[1].clone()];
    assert!(error(&twice).contains("is not listed"));
    let mut changed = tools.clone();
    changed[2]["annotations"]["readOnlyHint"] = json!(false);
    assert!(error(&changed).contains("another `annotations`"));
}

#[test]
fn later_lists_are_compared_byte_by_byte_and_still_checked() {
    let checker = AnswerChecker::new(LoadOperation::List, 3);
    let check = |body: &[u8], id| check(&checker, JSON, body, id);
    let tools = fixture::tools(3);
    check(&list(1_000_000_001, &tools), 1_000_000_001).unwrap();
    let second = list(1_000_000_002, &tools);
    let template = checker.template.get().unwrap();
    assert!(template.matches(&second, "1000000002", None));
    check(&second, 1_000_000_002).unwrap();
    let stale = check(&second, 1_000_000_003).unwrap_err();
    assert!(stale.contains("has the id `1000000002`"), "{stale}");
    let mut changed = tools.clone();
    changed[1]["description"] = json!("something else");
    let error = check(&list(1_000_000_004, &changed), 1_000_000_004).unwrap_err();
    assert!(error.contains("another `description`"), "{error}");
}

#[test]
fn a_large_result_is_whole_and_its_own() {
    let checker = AnswerChecker::new(LoadOperation::Call100Kb, 0);
    let padding = fixture::padding(100_000);
    let body = |id, padding: &str| call(id, &format!("{}{padding}", fixture::message(id)));
    let check = |body: &str, id| check(&checker, JSON, body.as_bytes(), id);
    check(&body(1_000_000_001, padding), 1_000_000_001).unwrap();
    assert!(checker.template.get().is_some());
    check(&body(1_000_000_002, padding), 1_000_000_002).unwrap();
    let short = check(&body(1_000_000_003, &padding[1..]), 1_000_000_003).unwrap_err();
    assert!(short.contains("another call's content"), "{short}");
    let stale = check(&body(1_000_000_002, padding), 1_000_000_003).unwrap_err();
    assert!(stale.contains("has the id `1000000002`"), "{stale}");
}
