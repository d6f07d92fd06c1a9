//! Problems of the definition, as `candor lint` finds them.

use candor_dashboard_kit::ExternalText;
use candor_gateway::Gateway;
use candor_lint::{LintFinding, tool_score};
use candor_model::Severity;
use candor_served_lint::served_report;

use crate::tool_address::ToolAddress;

/// The most characters of a message.
const LONGEST: usize = 1_000;
/// The most findings that are shown; the most severe are first.
const MOST: usize = 50;

/// The problems of a tool's definition.
pub(crate) struct LintPanel {
    /// The score, of 100.
    pub(crate) score: usize,
    pub(crate) items: Vec<LintRow>,
    /// The number of findings that are not shown.
    pub(crate) more: usize,
}

pub(crate) struct LintRow {
    /// `error`, `warning` or `note`.
    pub(crate) severity: &'static str,
    /// The CSS class of its badge.
    pub(crate) look: &'static str,
    /// The sign of its badge.
    pub(crate) sign: &'static str,
    /// The id and the name of the rule.
    pub(crate) rule: String,
    pub(crate) message: ExternalText,
    pub(crate) advice: ExternalText,
}

// === impl LintPanel ===

impl LintPanel {
    /// The panel of a tool; none if nothing is wrong with it.
    pub(crate) async fn of(gateway: &Gateway, tool: &ToolAddress) -> Option<Self> {
        let report = served_report(gateway).await?;
        let name = tool.name.to_string();
        let items: Vec<LintRow> = report.of_tool(&name).take(MOST).map(LintRow::of).collect();
        (!items.is_empty()).then(|| Self {
            score: tool_score(&report, &name),
            more: report.of_tool(&name).count() - items.len(),
            items,
        })
    }
}

// === impl LintRow ===

impl LintRow {
    fn of(one: &LintFinding) -> Self {
        let (look, sign) = match one.severity {
            Severity::Error => ("bad", "✗"),
            Severity::Warning => ("warn", "!"),
            Severity::Note => ("", "i"),
        };
        Self {
            severity: one.severity.as_str(),
            look,
            sign,
            rule: format!("{} {}", one.rule.id, one.rule.name),
            message: ExternalText::sentence(&one.message, LONGEST),
            advice: ExternalText::sentence(one.rule.advice, LONGEST),
        }
    }
}
