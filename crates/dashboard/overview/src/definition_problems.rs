//! How many problems the definitions have, as `candor lint` finds them.

use candor_gateway::Gateway;
use candor_model::Severity;
use candor_served_lint::served_report;

/// The errors and warnings about everything that is served.
#[derive(Debug, Default)]
pub(crate) struct DefinitionProblems {
    pub(crate) count: usize,
    pub(crate) has_errors: bool,
}

// === impl DefinitionProblems ===

impl DefinitionProblems {
    /// The problems of the current catalogue.
    pub(crate) async fn current(gateway: &Gateway) -> Self {
        let Some(report) = served_report(gateway).await else {
            return Self::default();
        };
        let errors = report.count(Severity::Error);
        Self {
            count: errors + report.count(Severity::Warning),
            has_errors: errors > 0,
        }
    }
}
