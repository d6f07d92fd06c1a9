//! From the document of `candor verify --format json` to rows.

use std::collections::BTreeMap;

use candor_model::Hint;
use candor_verify::{HintEvidence, HintVerdict};
use serde::Deserialize;
use serde_json::Value;

use super::hint_row::{HintRow, ServerTruth};
use super::plain_text::PlainText;
use super::server_list::ListedServer;

#[derive(Deserialize)]
struct ReportDocument {
    tools: Vec<ReportTool>,
}

#[derive(Deserialize)]
struct ReportTool {
    name: String,
    calls: ReportCalls,
    hints: BTreeMap<String, ReportHint>,
}

#[derive(Deserialize)]
struct ReportCalls {
    succeeded: usize,
}

#[derive(Deserialize)]
struct ReportHint {
    declared: Option<bool>,
    verdict: HintVerdict,
    evidence: Vec<HintEvidence>,
}

/// The rows of a server.
pub(super) fn read(
    text: &str,
    server: &ListedServer,
    plain: &PlainText,
) -> Result<ServerTruth, String> {
    let document: ReportDocument = serde_json::from_str(text)
        .map_err(|error| format!("`candor verify` printed no report: {error}"))?;
    let mut truth = server.truth();
    truth.tools = document.tools.len();
    let answered = document
        .tools
        .iter()
        .filter(|tool| tool.calls.succeeded > 0);
    truth.answered = answered.count();
    for tool in &document.tools {
        for hint in Hint::ALL {
            let found = tool.hints.get(hint.key());
            truth
                .rows
                .extend(found.and_then(|found| row(&tool.name, hint, found, plain)));
        }
    }
    Ok(truth)
}

/// The row of a hint that is declared.
fn row(tool: &str, hint: Hint, found: &ReportHint, plain: &PlainText) -> Option<HintRow> {
    let declared = found.declared?;
    let first = found.evidence.first();
    let arguments = first.and_then(|one| one.arguments.as_ref());
    let difference = first
        .map(|one| one.difference.as_slice())
        .unwrap_or_default();
    Some(HintRow {
        tool: plain.line(tool),
        hint: hint.wire().to_owned(),
        declared,
        verdict: found.verdict,
        evidence: first.map(|one| plain.line(&one.text)).unwrap_or_default(),
        arguments: arguments.map(|value: &Value| plain.line(&value.to_string())),
        difference: difference.iter().map(|line| plain.line(line)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_report_becomes_rows_of_what_is_declared() {
        let server: ListedServer = serde_json::from_value(json!({
            "name": "a", "registry": "npm", "package": "@x/a", "version": "1.0.0",
            "command": ["node"], "env": {},
        }))
        .unwrap();
        let hint = |declared: Option<bool>, verdict: &str| {
            json!({"declared": declared, "verdict": verdict, "evidence": [{
                "text": "required arguments",
                "arguments": {"path": "/tmp/candor-verify-7-abc/work/a.txt"},
                "difference": ["`/tmp/candor-verify-7-abc/work/a.txt` was created"],
            }]})
        };
        let unset = hint(None, "unknown");
        let document = json!({"tools": [
            {"name": "get", "calls": {"made": 4, "succeeded": 4}, "hints": {
                "read_only": hint(Some(true), "contradicted"), "destructive": unset,
                "idempotent": unset, "open_world": hint(Some(false), "verified"),
            }},
            {"name": "set", "calls": {"made": 4, "succeeded": 0}, "hints": {
                "read_only": unset, "destructive": unset, "idempotent": unset, "open_world": unset,
            }},
        ]});
        let plain = PlainText::new(None);
        let truth = read(&document.to_string(), &server, &plain).unwrap();
        assert_eq!((truth.tools, truth.answered), (2, 1));
        let [read_only, open_world] = truth.rows.as_slice() else {
            panic!("{:?}", truth.rows);
        };
        assert_eq!(read_only.hint, "readOnlyHint");
        assert_eq!(read_only.verdict, HintVerdict::Contradicted);
        assert_eq!(
            read_only.arguments.as_deref(),
            Some("{\"path\":\"{world}/work/a.txt\"}")
        );
        assert_eq!(read_only.difference, ["`{world}/work/a.txt` was created"]);
        assert!(!open_world.declared && open_world.verdict == HintVerdict::Verified);
        let problem = read("no", &server, &plain).unwrap_err();
        assert!(problem.contains("printed no report"), "{problem}");
    }
}
