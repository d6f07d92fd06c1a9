//! Calls as files.

use candor_model::{CallOutcome, ResultReuse};
use candor_pagetest::{PageWorld, recorded_call};
use candor_store::RecordedCall;
use serde_json::{Value, json};

fn hostile() -> RecordedCall {
    RecordedCall {
        principal: "=HYPERLINK(\"http://evil.example\")".to_owned(),
        client: Some("a, \"b\"\r\nc".to_owned()),
        detail: Some("@SUM(1)".to_owned()),
        decision: Some("-1".to_owned()),
        target: "+burn".to_owned(),
        outcome: CallOutcome::ToolError,
        reused: Some(ResultReuse::Kept { age_ms: 5 }),
        approval: None,
        ..recorded_call(1_785_240_000_000_001)
    }
}

#[tokio::test]
async fn a_table_is_quoted_and_holds_no_formula() {
    let world = PageWorld::open(candor_dashboard_audit::routes()).await;
    let bad = hostile();
    world.record(&[recorded_call(0), bad.clone()]).await;
    let mut local = world.browser();
    let file = local.get("/audit/calls.csv?outcome=tool-error").await;
    assert_eq!(
        file.header("content-type"),
        Some("text/csv; charset=utf-8; header=present")
    );
    let name = file.header("content-disposition").expect("a name");
    assert!(
        name.starts_with("attachment; filename=\"candor-calls-20"),
        "{name}"
    );
    assert!(name.ends_with(".csv\""), "{name}");
    let expect = format!(
        "id,at,principal,client,revision,kind,source,target,arguments,request_bytes,read_only,\
         destructive,idempotent,open_world,decision,approval,outcome,duration_micros,reply_bytes,\
         detail,attempts,reused\r\n{},2026-07-28T12:00:00.000001Z,\
         \"'=HYPERLINK(\"\"http://evil.example\"\")\",\"a, \"\"b\"\"\r\nc\",2025-11-25,tool,shop,\
         \"'+burn\",{},120,,true,,,\"'-1\",,tool-error,12345,40000,\"'@SUM(1)\",1,kept 5ms\r\n",
        bad.id, bad.arguments
    );
    assert_eq!(file.text, expect);
    let none = local.get("/audit/calls.csv?caller=nobody").await;
    assert_eq!(none.text.lines().count(), 1, "the names of the columns");
}

#[tokio::test]
async fn lines_of_json_say_what_the_api_says() {
    let world = PageWorld::open(candor_dashboard_audit::routes()).await;
    let mut calls: Vec<_> = (0..1_100).map(recorded_call).collect();
    calls.push(hostile());
    world.record(&calls).await;
    let mut local = world.browser();
    let file = local.get("/audit/calls.jsonl").await;
    assert_eq!(
        file.header("content-type"),
        Some("application/jsonl; charset=utf-8")
    );
    let lines = file
        .text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let lines: Vec<Value> = lines.collect();
    let ids = lines
        .iter()
        .map(|line| line["id"].as_str().expect("an id").to_owned());
    let all = calls.iter().rev().map(|call| call.id.to_string());
    assert!(ids.eq(all), "every call once, the newest first");
    let bad = hostile();
    let expect = json!({
        "id": lines[0]["id"],
        "at": "2026-07-28T12:00:00.000001Z",
        "principal": bad.principal,
        "client": bad.client,
        "revision": "2025-11-25",
        "kind": "tool",
        "source": "shop",
        "target": "+burn",
        "arguments": bad.arguments,
        "request_bytes": 120,
        "hints": {"read_only": null, "destructive": true, "idempotent": null, "open_world": null},
        "decision": "-1",
        "approval": null,
        "outcome": "tool-error",
        "duration_micros": 12_345,
        "reply_bytes": 40_000,
        "detail": "@SUM(1)",
        "attempts": 1,
        "reused": {"kept_ms": 5, "shared_with": null},
    });
    assert_eq!(lines[0], expect);
    let none = local.get("/audit/calls.jsonl?caller=nobody").await;
    assert_eq!((none.status, &*none.text), (200, ""));
}
