//! A report as one JSON document.

use candor_model::{Diagnostic, FilePosition, Severity};
use serde_json::{Value, json};

use crate::score::tool_scores;
use crate::{LintFinding, LintReport, ReportSource, score, source_score};

/// The document of `--format json`.
pub fn json(report: &LintReport) -> Value {
    let general = report.general.iter().map(diagnostic);
    let findings = report.findings.iter().map(finding);
    let tools = report.tools.iter().zip(tool_scores(report));
    let tools: Vec<Value> = tools
        .map(|(tool, score)| json!({"name": tool, "score": score}))
        .collect();
    json!({
        "findings": general.chain(findings).collect::<Vec<Value>>(),
        "suppressed": report
            .suppressed
            .iter()
            .map(|(one, reason)| {
                let mut value = finding(one);
                value["reason"] = json!(reason);
                value
            })
            .collect::<Vec<Value>>(),
        "known": report.known.len(),
        "tools": report.tools.len(),
        "errors": report.count(Severity::Error),
        "warnings": report.count(Severity::Warning),
        "notes": report.count(Severity::Note),
        "score": score(report),
        "scores": tools,
        "sources": report
            .sources
            .iter()
            .map(|one| source(one, report))
            .collect::<Vec<Value>>(),
    })
}

fn source(one: &ReportSource, report: &LintReport) -> Value {
    json!({
        "name": one.name,
        "tools": one.tools.len(),
        "score": source_score(report, one),
    })
}

fn finding(one: &LintFinding) -> Value {
    let edits = one.fix.as_ref().map(|fix| {
        let edits: Vec<Value> = fix
            .edits
            .iter()
            .map(|edit| json!({"pointer": edit.pointer, "value": edit.value}))
            .collect();
        json!({"safe": fix.is_safe, "edits": edits})
    });
    json!({
        "severity": one.severity.as_str(),
        "code": format!("lint::{}", one.rule.name),
        "rule": one.rule.id,
        "tool": one.tool,
        "message": one.message,
        "hint": one.rule.advice,
        "pointer": one.pointer,
        "place": place(one.place.as_ref()),
        "fix": edits,
    })
}

fn diagnostic(one: &Diagnostic) -> Value {
    json!({
        "severity": one.severity.as_str(),
        "code": one.code,
        "rule": null,
        "tool": null,
        "message": one.message,
        "hint": one.hint,
        "pointer": null,
        "place": place(one.place.as_ref()),
        "fix": null,
    })
}

fn place(place: Option<&FilePosition>) -> Value {
    place.map_or(Value::Null, |place| {
        json!({
            "file": place.file,
            "line": place.position.map(|(line, _)| line),
            "column": place.position.map(|(_, column)| column),
        })
    })
}
