//! SARIF 2.1.0: a result for each contradiction.

use candor_model::Hint;
use serde_json::{Value, json};

use crate::verdict::{HintVerdict, VerifyReport};

/// The document of `--format sarif`. `target` is what was verified, as the user named it.
pub fn sarif(report: &VerifyReport, target: &str) -> Value {
    let rules = Hint::ALL.map(|hint| {
        let text = format!(
            "The {} hint does not agree with what the tool does",
            hint.word()
        );
        json!({"id": rule(hint), "shortDescription": {"text": text}})
    });
    let mut results = Vec::new();
    for tool in &report.tools {
        for (hint, found) in tool.by_hint() {
            if found.verdict != HintVerdict::Contradicted {
                continue;
            }
            let seen: Vec<String> = found
                .evidence
                .iter()
                .flat_map(|one| one.difference.clone())
                .collect();
            let declared = found.declared.unwrap_or_default();
            let text = format!(
                "{}: declares {} = {declared}, but {}",
                tool.name,
                hint.wire(),
                seen.join("; ")
            );
            results.push(json!({
                "ruleId": rule(hint),
                "level": "error",
                "message": {"text": text},
                "locations": [{
                    "physicalLocation": {"artifactLocation": {"uri": target.replace(' ', "%20")}},
                    "logicalLocations": [{"name": tool.name, "kind": "function"}],
                }],
                "partialFingerprints": {"candorVerify/v1": format!("{}:{}", tool.name, hint.key())},
            }));
        }
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "candor verify", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "results": results,
        }],
    })
}

fn rule(hint: Hint) -> String {
    format!("contradicted-{}", hint.word())
}
