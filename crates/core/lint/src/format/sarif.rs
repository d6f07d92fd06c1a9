//! SARIF 2.1.0, the format of code scanning.

use std::fmt::Write as _;

use candor_model::{Diagnostic, FilePosition, Severity};
use serde_json::{Map, Value, json};

use super::full_message;
use crate::{FixKind, LintFinding, LintProfile, LintReport, LintRule, RULES};

/// The URL of the format's schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The document of `--format sarif`. `target` is the linted target as the user named it, used as
/// the place of findings without a file.
pub fn sarif(report: &LintReport, target: &str) -> Value {
    let general = report.general.iter().map(|one| diagnostic(one, target));
    let findings = report.findings.iter().map(|one| result(one, target));
    let suppressed = report.suppressed.iter().map(|(one, reason)| {
        let mut value = result(one, target);
        value["suppressions"] = json!([{"kind": "external", "justification": reason}]);
        value
    });
    let known = report.known.iter().map(|one| {
        let mut value = result(one, target);
        value["baselineState"] = json!("unchanged");
        value
    });
    let results: Vec<Value> = general
        .chain(findings)
        .chain(suppressed)
        .chain(known)
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "candor lint",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": RULES.iter().copied().map(rule).collect::<Vec<Value>>(),
            }},
            "results": results,
        }],
    })
}

fn rule(rule: &LintRule) -> Value {
    let level = rule.severity.get(LintProfile::default());
    json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.advice},
        "defaultConfiguration": {
            "enabled": level.is_some(),
            "level": level.map_or("none", level_word),
        },
        "properties": {
            "tags": [rule.family()],
            "fix": if rule.fix == FixKind::Safe { "automatic" } else { rule.fix.as_str() },
        },
    })
}

fn result(one: &LintFinding, target: &str) -> Value {
    let index = RULES.iter().position(|rule| rule.id == one.rule.id);
    let mut logical = Map::new();
    if let Some(tool) = &one.tool {
        let pointer = &one.pointer;
        logical.insert("name".to_owned(), json!(tool));
        logical.insert(
            "fullyQualifiedName".to_owned(),
            json!(format!("{tool}{pointer}")),
        );
        logical.insert("kind".to_owned(), json!("function"));
    }
    let mut location = json!({"physicalLocation": physical(one.place.as_ref(), target)});
    if !logical.is_empty() {
        location["logicalLocations"] = json!([logical]);
    }
    json!({
        "ruleId": one.rule.id,
        "ruleIndex": index,
        "level": level_word(one.severity),
        "message": {"text": full_message(one)},
        "locations": [location],
        "partialFingerprints": {
            "candorLint/v1": format!(
                "{}:{}:{}",
                one.rule.id,
                one.tool.as_deref().unwrap_or_default(),
                one.pointer
            ),
        },
    })
}

fn diagnostic(one: &Diagnostic, target: &str) -> Value {
    json!({
        "ruleId": one.code,
        "level": level_word(one.severity),
        "message": {"text": one.message},
        "locations": [{"physicalLocation": physical(one.place.as_ref(), target)}],
    })
}

fn physical(place: Option<&FilePosition>, target: &str) -> Value {
    let uri = place.map_or(target, |place| place.file.as_str());
    let mut value = json!({"artifactLocation": {"uri": uri_reference(uri)}});
    if let Some((line, column)) = place.and_then(|place| place.position) {
        value["region"] = json!({"startLine": line, "startColumn": column});
    }
    value
}

/// A path as a percent-encoded URI reference.
fn uri_reference(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"/._-~:@!$&'()*+,;=?%".contains(&byte);
        if is_plain {
            uri.push(char::from(byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

const fn level_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
