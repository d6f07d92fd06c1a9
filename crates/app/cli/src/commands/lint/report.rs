//! The findings of a lint report, tool by tool.

use std::collections::HashSet;

use candor_lint::LintReport;
use candor_model::{Diagnostic, Severity};

use crate::prelude::*;

/// Prints everything. As text, the hint of each rule is printed once.
pub(super) fn print(findings: &LintReport, output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        return output.json(&json(findings));
    }
    let mut hinted = HashSet::new();
    for one in &findings.general {
        output.line(&failure::render(one, output.colours_results()))?;
    }
    if !findings.general.is_empty() {
        output.line("")?;
    }
    for (tool, found) in &findings.by_tool {
        let mut lines = vec![output.paint(TextStyle::Bold, &one_line(tool))];
        for one in found {
            let mut one = one.clone();
            if !hinted.insert(one.code) {
                one.hint = None;
            }
            lines.push(indented(&one, output));
        }
        lines.push(String::new());
        output.line(&lines.join("\n"))?;
    }
    output.line(&summary(findings))
}

fn indented(one: &Diagnostic, output: &CommandOutput) -> String {
    let text = failure::render(one, output.colours_results());
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// `2 errors, 1 warning about 10 tools`.
fn summary(findings: &LintReport) -> String {
    let tools = counted(findings.tools, "tool");
    let counts = failure::counts(|severity| findings.count(severity));
    let counts = counts.unwrap_or_else(|| "no problems".to_owned());
    format!("{counts} in {tools}")
}

fn json(findings: &LintReport) -> Value {
    let found: Vec<Value> = findings
        .all()
        .map(|(tool, one)| {
            let mut value = failure::json_one(one);
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
