//! How good a definition is, as one number.
//!
//! A tool starts with 100 points and loses 30 for each error, 10 for each warning and 2 for each
//! note, down to 0. A source has the average of its tools, rounded down, and loses the same for
//! each finding about the source as a whole. Findings that the policy suppresses cost nothing;
//! those that a baseline knows cost as much as new ones.

use candor_model::Severity;

use crate::{LintFinding, LintReport};

/// The points of a tool or source without findings.
const FULL: usize = 100;

/// The score of a tool.
pub fn tool_score(report: &LintReport, tool: &str) -> usize {
    let known = report.known.iter();
    let about = report.findings.iter().chain(known);
    points(about.filter(|one| one.tool.as_deref() == Some(tool)))
}

/// The score of everything that was linted together.
pub fn score(report: &LintReport) -> usize {
    let known = report.known.iter();
    let wide = report.findings.iter().chain(known);
    let lost = FULL - points(wide.filter(|one| one.tool.is_none()));
    let scores = report.tools.iter().map(|tool| tool_score(report, tool));
    let sum: usize = scores.sum();
    let average = sum.checked_div(report.tools.len()).unwrap_or(FULL);
    average.saturating_sub(lost)
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
