//! A report in each of its formats.

use candor_verify::{VerifyReport, format, judge};
use serde_json::json;

use crate::verdicts::{call, created, run, tool};

fn report() -> VerifyReport {
    let run = run(vec![call(
        "get_x",
        1,
        vec![created("work/<seen>&.txt")],
        Vec::new(),
    )]);
    let tools = judge(
        &run,
        &[tool(&json!({"readOnlyHint": true, "openWorldHint": false}))],
        &[],
    );
    VerifyReport {
        server: "s".to_owned(),
        version: "1".to_owned(),
        places: run.places,
        tools,
        ..VerifyReport::default()
    }
}

#[test]
fn json_has_a_verdict_for_each_hint() {
    let found = format::json(&report());
    let hints = &found["tools"][0]["hints"];
    assert_eq!(hints["read_only"]["declared"], json!(true));
    assert_eq!(hints["read_only"]["verdict"], json!("contradicted"));
    assert_eq!(hints["open_world"]["verdict"], json!("verified"));
    assert_eq!(
        hints["idempotent"],
        json!({"declared": null, "verdict": "unknown", "evidence": hints["idempotent"]["evidence"]})
    );
    assert_eq!(
        hints["read_only"]["evidence"][0]["difference"],
        json!(["created work/<seen>&.txt (1 bytes)"])
    );
}

#[test]
fn other_formats_escape_what_servers_say() {
    let report = report();
    let junit = format::junit(&report);
    assert!(
        junit.contains("work/&lt;seen&gt;&amp;.txt") && junit.contains("failures=\"1\""),
        "{junit}"
    );
    assert_eq!(
        format::sarif(&report, "x")["runs"][0]["results"][0]["ruleId"],
        json!("contradicted-read-only")
    );
    assert!(format::markdown(&report).contains("![hints: 1 contradicted]"));
    let text = format::text(&report);
    assert!(text.contains("read-only true: contradicted"), "{text}");
}

#[test]
fn a_report_can_be_stored() {
    let report = report();
    let text = serde_json::to_string(&report).expect("text");
    assert_eq!(
        serde_json::from_str::<VerifyReport>(&text).expect("a report"),
        report
    );
}
