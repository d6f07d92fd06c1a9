//! Machine-readable reports: JSON, SARIF, `JUnit` and GitHub workflow annotations.

mod github;
mod json;
mod junit;
mod sarif;

pub use github::github;
pub use json::json;
pub use junit::junit;
pub use sarif::sarif;

use crate::LintFinding;

/// The format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportFormat {
    /// Text for a terminal.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// SARIF 2.1.0, which code scanning reads.
    Sarif,
    /// `JUnit`'s XML, which continuous integration shows as tests.
    Junit,
    /// Commands of GitHub's workflows, shown beside the changed lines.
    Github,
}

// === impl ReportFormat ===

candor_text::string_enum! {
    /// `text`, `json`, `sarif`, `junit` or `github`.
    ReportFormat {
        Text => "text",
        Json => "json",
        Sarif => "sarif",
        Junit => "junit",
        Github => "github",
    }
}

/// The message with the tool in front of it, for formats without a place for the tool.
fn full_message(finding: &LintFinding) -> String {
    match &finding.tool {
        Some(tool) => format!("{tool}: {}", finding.message),
        None => finding.message.clone(),
    }
}
