//! The report for a terminal.

use std::fmt::Write as _;

use crate::instances::InstanceFinding;
use crate::verdict::{HintVerdict, VerifyReport};

/// The report as text.
pub fn text(report: &VerifyReport) -> String {
    let mut out = String::new();
    for tool in &report.tools {
        let (made, good) = tool.calls;
        // Writing to a text cannot fail.
        let _ = writeln!(
            out,
            "{} ({made} calls, {good} successful)",
            candor_text::printable(&tool.name)
        );
        for (hint, found) in tool.by_hint() {
            let declared = match found.declared {
                Some(true) => "true",
                Some(false) => "false",
                None => "not declared",
            };
            let _ = writeln!(
                out,
                "  {} {declared}: {}",
                hint.word(),
                found.verdict.as_str()
            );
            // An undeclared hint cannot be wrong; only observations are worth a line.
            let is_news = found.declared.is_some()
                || found.evidence.iter().any(|one| !one.difference.is_empty());
            for one in found.evidence.iter().filter(|_| is_news) {
                let _ = writeln!(out, "    {}", candor_text::printable(&one.text));
                if let Some(arguments) = &one.arguments {
                    let _ = writeln!(
                        out,
                        "      called with {}",
                        candor_text::printable(&arguments.to_string())
                    );
                }
                for line in &one.difference {
                    let _ = writeln!(out, "      {}", candor_text::printable(line));
                }
            }
        }
        for remark in &tool.remarks {
            let _ = writeln!(out, "  remark: {}", candor_text::printable(remark));
        }
    }
    for trouble in &report.troubles {
        let _ = writeln!(out, "trouble: {}", candor_text::printable(trouble));
    }
    if let Some(found) = &report.instances {
        let _ = writeln!(out, "{}", candor_text::printable(&instances(found)));
    }
    let _ = writeln!(out, "{}", summary(report));
    out
}

/// Whether two instances share the server's state, and what follows from it.
pub(super) fn instances(found: &InstanceFinding) -> String {
    let evidence = &found.evidence;
    if found.shared {
        return format!("instances: share their state, so the source can be split; {evidence}");
    }
    format!("instances: do not share their state, so the source cannot be split; {evidence}")
}

/// `hints: 3 verified, 1 contradicted, 2 unknown; tools: 4; observed: files of the world`.
pub(super) fn summary(report: &VerifyReport) -> String {
    format!(
        "hints: {} verified, {} contradicted, {} unknown; tools: {}; observed: {}",
        report.count(HintVerdict::Verified),
        report.count(HintVerdict::Contradicted),
        report.count(HintVerdict::Unknown),
        report.tools.len(),
        report.places.sentence()
    )
}
