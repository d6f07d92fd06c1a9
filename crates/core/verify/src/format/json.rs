//! The document of `--format json`.

use serde_json::{Map, Value, json};

use crate::verdict::{HintFinding, ToolFinding, VerifyReport};

/// The report as one document.
pub fn json(report: &VerifyReport) -> Value {
    json!({
        "server": {"name": report.server, "version": report.version},
        "scenario": report.scenario,
        "observed": report.places,
        "tools": report.tools.iter().map(tool).collect::<Vec<Value>>(),
        "troubles": report.troubles,
        "instances": report.instances,
    })
}

fn tool(one: &ToolFinding) -> Value {
    let hints = one
        .by_hint()
        .map(|(hint, found)| (hint.key().to_owned(), finding(found)));
    let hints: Map<String, Value> = hints.collect();
    json!({
        "name": one.name,
        "definition": one.definition,
        "calls": {"made": one.calls.0, "succeeded": one.calls.1},
        "hints": hints,
        "remarks": one.remarks,
    })
}

fn finding(found: &HintFinding) -> Value {
    json!({
        "declared": found.declared,
        "verdict": found.verdict.as_str(),
        "evidence": found.evidence,
    })
}
