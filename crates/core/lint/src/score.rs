//! The quality of a definition as a number.
//!
//! A tool starts with 100 points and loses 30 for each error, 10 for each warning and 2 for each
//! note, down to 0. A source has the average of its tools, rounded down, minus the same for each
//! finding about the source as a whole. Findings suppressed by the policy do not count; those in a
//! baseline count like new ones.

use std::collections::HashMap;

use candor_model::Severity;

use crate::{LintFinding, LintReport, ReportSource};

/// The points of a tool or source without findings.
const FULL: usize = 100;

/// The score of a tool.
pub fn tool_score(report: &LintReport, tool: &str) -> usize {
    points(counted(report).filter(|one| one.tool.as_deref() == Some(tool)))
}

/// The score of everything that was linted together.
pub fn score(report: &LintReport) -> usize {
    let (of_tools, wide): (Vec<_>, Vec<_>) = counted(report).partition(|one| one.tool.is_some());
    average(&report.tools, &of_tools).saturating_sub(FULL - points(wide.into_iter()))
}

/// The score of one source: the average of its tools, less what its own findings cost.
pub fn source_score(report: &LintReport, source: &ReportSource) -> usize {
    let own = counted(report).filter(|one| one.source.as_ref() == Some(&source.name));
    let (of_tools, wide): (Vec<_>, Vec<_>) = own.partition(|one| one.tool.is_some());
    average(&source.tools, &of_tools).saturating_sub(FULL - points(wide.into_iter()))
}

/// The findings that cost points.
fn counted(report: &LintReport) -> impl Iterator<Item = &LintFinding> {
    report.findings.iter().chain(&report.known)
}

/// The score of each tool of the report, in their order.
pub(crate) fn tool_scores(report: &LintReport) -> Vec<usize> {
    scores(&report.tools, counted(report))
}

/// The average of the tools, rounded down; full without tools.
fn average(tools: &[String], findings: &[&LintFinding]) -> usize {
    let sum: usize = scores(tools, findings.iter().copied()).iter().sum();
    sum.checked_div(tools.len()).unwrap_or(FULL)
}

fn scores<'a>(tools: &[String], findings: impl Iterator<Item = &'a LintFinding>) -> Vec<usize> {
    let mut lost: HashMap<&str, usize> = HashMap::new();
    for one in findings {
        if let Some(tool) = &one.tool {
            *lost.entry(tool).or_default() += cost(one.severity);
        }
    }
    let score = |tool: &String| FULL.saturating_sub(lost.get(tool.as_str()).copied().unwrap_or(0));
    tools.iter().map(score).collect()
}

fn points<'a>(findings: impl Iterator<Item = &'a LintFinding>) -> usize {
    let lost: usize = findings.map(|one| cost(one.severity)).sum();
    FULL.saturating_sub(lost)
}

const fn cost(severity: Severity) -> usize {
    match severity {
        Severity::Error => 30,
        Severity::Warning => 10,
        Severity::Note => 2,
    }
}
