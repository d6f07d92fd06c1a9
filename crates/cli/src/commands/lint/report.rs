//! What was found, tool by tool.

use std::collections::HashSet;

use candor_model::{Diagnostic, Severity};
use serde_json::{Value, json};

use super::Findings;
use crate::output::{Output, Paint};
use crate::problems::{self, Failure};
use crate::text::{counted, one_line};

/// Prints everything. For people the way out is told once for each rule.
pub(super) fn tell(findings: &Findings, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        output.json(&json(findings))?;
        return Ok(());
    }
    let mut told = HashSet::new();
    for one in &findings.general {
        output.line(&problems::render(one, output.colours_results()))?;
    }
    if !findings.general.is_empty() {
        output.line("")?;
    }
    for (tool, found) in &findings.by_tool {
        let mut lines = vec![output.paint(Paint::Bold, &one_line(tool))];
        for one in found {
            let mut one = one.clone();
            if !told.insert(one.code) {
                one.hint = None;
            }
            lines.push(indented(&one, output));
        }
        lines.push(String::new());
        output.line(&lines.join("\n"))?;
    }
    output.line(&summary(findings))?;
    Ok(())
}

fn indented(one: &Diagnostic, output: &Output) -> String {
    let text = problems::render(one, output.colours_results());
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// `2 errors, 1 warning about 10 tools`.
fn summary(findings: &Findings) -> String {
    let tools = counted(findings.tools, "tool");
    let counts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .map(|severity| (findings.count(severity), severity.as_str()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| counted(count, word))
        .collect();
    if counts.is_empty() {
        return format!("nothing to say about {tools}");
    }
    format!("{} about {tools}", counts.join(", "))
}

fn json(findings: &Findings) -> Value {
    let found: Vec<Value> = findings
        .all()
        .map(|(tool, one)| {
            let mut value = problems::json_one(one);
            value["tool"] = json!(tool);
            value
        })
        .collect();
    json!({
        "findings": found,
        "tools": findings.tools,
        "errors": findings.count(Severity::Error),
        "warnings": findings.count(Severity::Warning),
        "notes": findings.count(Severity::Note),
    })
}
