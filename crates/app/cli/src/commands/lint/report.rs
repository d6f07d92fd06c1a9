//! Prints a lint report as text, grouped by tool, or in a machine-readable format.

use std::collections::HashSet;
use std::fmt::Write as _;

use candor_lint::format::{self, ReportFormat};
use candor_lint::{LintFinding, LintReport, score, source_score, tool_score};
use candor_model::Severity;

use crate::args::LintArgs;
use crate::prelude::*;
use crate::text::visible;

/// Prints the report in the requested format.
pub(super) fn print(
    report: &LintReport,
    args: &LintArgs,
    output: &CommandOutput,
) -> CommandResult<()> {
    let json = output.is_json().then_some(ReportFormat::Json);
    match args.format.or(json).unwrap_or_default() {
        ReportFormat::Text => text(report, output),
        ReportFormat::Json => output.json(&format::json(report)),
        ReportFormat::Sarif => {
            let target = args.target.as_deref().unwrap_or("candor.toml");
            output.json(&format::sarif(report, target))
        }
        ReportFormat::Junit => output.print(&format::junit(report)),
        ReportFormat::Github => output.print(&format::github(report)),
    }
}

/// In text format, reason and fix of each rule are printed once.
fn text(report: &LintReport, output: &CommandOutput) -> CommandResult<()> {
    let mut told = HashSet::new();
    for one in &report.general {
        output.line(&failure::render(one, output.colours_results()))?;
    }
    for one in report.of_sources() {
        output.line(&finding(one, &mut told, "", output))?;
    }
    if !report.general.is_empty() || report.of_sources().next().is_some() {
        output.line("")?;
    }
    let by_tool = report.by_tool();
    for tool in &report.tools {
        let Some(found) = by_tool.get(tool.as_str()) else {
            continue;
        };
        output.line(&heading(report, tool, found, output))?;
        for one in found {
            output.line(&finding(one, &mut told, "  ", output))?;
        }
        output.line("")?;
    }
    for one in report.of_missing_tools() {
        output.line(&finding(one, &mut told, "", output))?;
    }
    if !report.findings.is_empty() {
        output.table(table(report))?;
        output.line("")?;
    }
    if report.sources.len() > 1 {
        output.table(sources(report))?;
        output.line("")?;
    }
    output.line(&summary(report))
}

/// The score of each server, where there are several.
fn sources(report: &LintReport) -> TextTable {
    let rows = report.sources.iter().map(|source| {
        [
            one_line(&source.name).into(),
            source.tools.len().to_string().into(),
            TableCell::from(source_score(report, source).to_string()),
        ]
    });
    TextTable::new(&["SOURCE", "TOOLS", "SCORE"], rows)
}

/// The tool, where it is written, and its score.
fn heading(
    report: &LintReport,
    tool: &str,
    found: &[&LintFinding],
    output: &CommandOutput,
) -> String {
    let name = output.paint(TextStyle::Bold, &one_line(tool));
    let place = found.iter().find_map(|one| one.place.as_ref());
    let place = place.map(|place| format!(", {}", visible(&place.to_string())));
    let points = tool_score(report, tool);
    format!("{name} ({points} of 100{})", place.unwrap_or_default())
}

/// `warning: it writes … at /annotations [H005 write-without-destructive]`.
fn finding(
    one: &LintFinding,
    told: &mut HashSet<&'static str>,
    indent: &str,
    output: &CommandOutput,
) -> String {
    let style = match one.severity {
        Severity::Error => TextStyle::Error,
        Severity::Warning => TextStyle::Warning,
        Severity::Note => TextStyle::Bold,
    };
    let severity = output.paint(style, one.severity.as_str());
    let message = visible(&one.message);
    let place = match one.pointer.as_str() {
        "" => String::new(),
        pointer => format!(", at {}", visible(pointer)),
    };
    let (id, name) = (one.rule.id, one.rule.name);
    let mut text = format!("{indent}{severity}: {message}{place} [{id} {name}]");
    if told.insert(id) {
        let why = one
            .rule
            .why
            .split_inclusive(". ")
            .next()
            .unwrap_or_default()
            .trim();
        let advice = one.rule.advice;
        // Writing to a text cannot fail.
        let _ = write!(text, "\n{indent}  why: {why}\n{indent}  fix: {advice}");
    }
    text
}

fn table(report: &LintReport) -> TextTable {
    let rows = report.by_rule().into_iter().map(|(rule, severity, count)| {
        [
            format!("{} {}", rule.id, rule.name).into(),
            severity.as_str().into(),
            count.to_string().into(),
            TableCell::from(rule.summary),
        ]
    });
    TextTable::new(&["RULE", "SEVERITY", "FINDINGS", "WHAT IS WRONG"], rows)
}

/// `2 errors, 1 warning in 10 tools; score 71 of 100`.
fn summary(report: &LintReport) -> String {
    let tools = counted(report.tools.len(), "tool");
    let counts = failure::counts(|severity| report.count(severity));
    let counts = counts.unwrap_or_else(|| "no problems".to_owned());
    let mut more = Vec::new();
    if !report.suppressed.is_empty() {
        more.push(format!("{} suppressed", report.suppressed.len()));
    }
    if !report.known.is_empty() {
        more.push(format!("{} in the baseline", report.known.len()));
    }
    more.push(format!("score {} of 100", score(report)));
    format!("{counts} in {tools}; {}", more.join(", "))
}
