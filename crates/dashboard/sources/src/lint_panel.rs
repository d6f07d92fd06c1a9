//! Problems of a source's definitions, as `candor lint` finds them.

use candor_gateway::Gateway;
use candor_lint::{LintFinding, source_score};
use candor_model::{Diagnostic, SourceName};
use candor_served_lint::served_report;

use crate::findings::FindingsPanel;

/// What is wrong with the definitions of a source.
pub(crate) struct LintPanel {
    /// The score, of 100.
    pub(crate) score: usize,
    pub(crate) findings: FindingsPanel,
}

// === impl LintPanel ===

impl LintPanel {
    /// The panel of a source; none if it has no tools or nothing is wrong with them.
    pub(crate) async fn of(gateway: &Gateway, name: &SourceName) -> Option<Self> {
        let report = served_report(gateway).await?;
        let mut sources = report.sources.iter();
        let source = sources.find(|one| one.name == name.as_str())?;
        let own = report
            .findings
            .iter()
            .filter(|one| one.source.as_deref() == Some(name.as_str()));
        let found: Vec<Diagnostic> = own.map(diagnostic).collect();
        (!found.is_empty()).then(|| Self {
            score: source_score(&report, source),
            findings: FindingsPanel::of(&found),
        })
    }
}

/// A finding in the form of the other findings on the page, with the tool in front.
fn diagnostic(one: &LintFinding) -> Diagnostic {
    let message = match &one.tool {
        Some(tool) => format!("{tool}: {}", one.message),
        None => one.message.clone(),
    };
    let found = Diagnostic::new(one.severity, one.rule.id, message);
    found.with_hint(one.rule.advice)
}
