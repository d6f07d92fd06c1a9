//! Markdown: a table of the tools, and a line for a README.

use std::fmt::Write as _;

use crate::format::text::{instances, summary};
use crate::verdict::{HintFinding, HintVerdict, VerifyReport};

/// The report as a page.
pub fn markdown(report: &VerifyReport) -> String {
    let mut out = format!("{}\n\n", badge(report));
    out.push_str(
        "| tool | read-only | destructive | idempotent | open-world |\n|---|---|---|---|---|\n",
    );
    for tool in &report.tools {
        let cells: Vec<String> = tool.hints.iter().map(cell).collect();
        // Writing to a text cannot fail.
        let _ = writeln!(out, "| `{}` | {} |", plain(&tool.name), cells.join(" | "));
    }
    for tool in &report.tools {
        for (hint, found) in tool.by_hint() {
            if found.declared.is_none() || found.verdict != HintVerdict::Contradicted {
                continue;
            }
            for one in &found.evidence {
                let seen = plain(&one.difference.join("; "));
                let _ = write!(out, "\n- `{}`, {}: {seen}", plain(&tool.name), hint.word());
                if let Some(arguments) = &one.arguments {
                    let _ = write!(out, " (called with `{}`)", plain(&arguments.to_string()));
                }
            }
        }
    }
    if let Some(found) = &report.instances {
        let _ = write!(out, "\n\n{}", plain(&instances(found)));
    }
    let _ = write!(out, "\n\n{}\n", summary(report));
    out
}

/// The line for a README.
pub fn badge(report: &VerifyReport) -> String {
    let wrong = report.count(HintVerdict::Contradicted);
    let (label, colour) = if wrong > 0 {
        (format!("{wrong}_contradicted"), "red")
    } else {
        (
            format!("{}_verified", report.count(HintVerdict::Verified)),
            "brightgreen",
        )
    };
    format!(
        "![hints: {}](https://img.shields.io/badge/hints-{label}-{colour})",
        label.replace('_', " ")
    )
}

fn cell(found: &HintFinding) -> String {
    match found.declared {
        None => "not declared".to_owned(),
        Some(value) => format!("{value}: {}", found.verdict.as_str()),
    }
}

/// Text that cannot end a cell, a line or a code span.
fn plain(text: &str) -> String {
    candor_text::escape_hidden(text)
        .replace('|', "\\|")
        .replace('`', "'")
        .replace(['\n', '\r'], " ")
}
