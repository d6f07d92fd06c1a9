//! What a source would run or contact.

use candor_dashboard_kit::ExternalText;
use candor_dashboard_kit::badge::ToolBadge;
use candor_gateway::edit::SourcePlan;
use candor_model::SourceTrust;

use crate::findings::FindingsPanel;
use crate::health;

/// The most characters of a command line or table.
const LONGEST: usize = 20_000;

/// The most names that are listed.
const NAMES: usize = 100;

/// The plan of a source.
pub(crate) struct SourcePlanView {
    /// The prefix of element ids.
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    /// The command line.
    pub(crate) runs: Option<ExternalText>,
    /// The URL that it connects to.
    pub(crate) reaches: Option<ExternalText>,
    /// The file or folder.
    pub(crate) reads: Option<ExternalText>,
    pub(crate) cwd: Option<ExternalText>,
    pub(crate) variables: Vec<ExternalText>,
    pub(crate) headers: Vec<ExternalText>,
    /// None if the page shows it elsewhere.
    pub(crate) trust: Option<TrustLabel>,
    pub(crate) findings: FindingsPanel,
    /// The source as a table of `candor.toml`.
    pub(crate) toml: ExternalText,
}

/// The name and meaning of a trust level.
#[derive(Clone, Copy)]
pub(crate) struct TrustLabel {
    pub(crate) word: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) badge: Option<ToolBadge>,
}

// === impl SourcePlanView ===

impl SourcePlanView {
    pub(crate) fn of(plan: &SourcePlan, id: impl Into<String>) -> Self {
        let short = |text: &String| ExternalText::short(text, LONGEST);
        let names = |names: &[String]| -> Vec<ExternalText> {
            let names = names.iter().take(NAMES);
            names.map(|name| ExternalText::line(name)).collect()
        };
        Self {
            id: id.into(),
            kind: health::kind(plan.kind),
            runs: plan.runs.as_ref().map(short),
            reaches: plan.reaches.as_ref().map(short),
            reads: plan.reads.as_ref().map(short),
            cwd: plan.cwd.as_ref().map(short),
            variables: names(&plan.variables),
            headers: names(&plan.headers),
            trust: Some(TrustLabel::of(plan.trust)),
            findings: FindingsPanel::of(&plan.findings),
            toml: ExternalText::short(plan.toml.trim(), LONGEST),
        }
    }

    /// Without the trust, if the page shows it elsewhere.
    pub(crate) fn without_trust(self) -> Self {
        Self {
            trust: None,
            ..self
        }
    }

    /// How many characters of the command line are not shown.
    pub(crate) fn left(&self) -> usize {
        self.runs.as_ref().map_or(0, ExternalText::left)
    }
}

// === impl TrustLabel ===

impl TrustLabel {
    pub(crate) const fn of(trust: SourceTrust) -> Self {
        match trust {
            SourceTrust::Trusted => Self {
                word: "Trusted",
                meaning: "Policy relies on its hints. A read-only tool may skip approval, be \
                          retried and have its results cached.",
                badge: None,
            },
            SourceTrust::Untrusted => Self {
                word: "Untrusted",
                meaning: "Clients see its hints, but policy uses them only when they make a call \
                          stricter. A tool that changes, or that is added later, is blocked until it is accepted.",
                badge: Some(ToolBadge::Untrusted),
            },
        }
    }
}
