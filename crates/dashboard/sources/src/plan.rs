//! What a source would do, as it is shown before anything is started.

use candor_dashboard_kit::ExternalText;
use candor_dashboard_kit::badge::ToolBadge;
use candor_gateway::edit::SourcePlan;
use candor_model::SourceTrust;

use crate::findings::FindingsPanel;
use crate::health;

/// How much of a command line or of a table is shown.
const LONGEST: usize = 20_000;

/// How many names are listed.
const NAMES: usize = 100;

/// What a source would do.
pub(crate) struct SourcePlanView {
    /// What the ids of its parts begin with.
    pub(crate) id: String,
    /// In words.
    pub(crate) kind: &'static str,
    /// The command line.
    pub(crate) runs: Option<ExternalText>,
    /// The address.
    pub(crate) reaches: Option<ExternalText>,
    /// The file or folder.
    pub(crate) reads: Option<ExternalText>,
    pub(crate) cwd: Option<ExternalText>,
    /// Names of variables.
    pub(crate) variables: Vec<ExternalText>,
    /// Names of headers.
    pub(crate) headers: Vec<ExternalText>,
    /// Where it is not said elsewhere on the page.
    pub(crate) trust: Option<TrustLabel>,
    pub(crate) findings: FindingsPanel,
    /// What would stand in `candor.toml`.
    pub(crate) toml: ExternalText,
}

/// What trust is called and what it means.
#[derive(Clone, Copy)]
pub(crate) struct TrustLabel {
    pub(crate) word: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) badge: Option<ToolBadge>,
}

// === impl ShownPlan ===

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

    /// Without what the page says elsewhere.
    pub(crate) fn without_trust(self) -> Self {
        Self {
            trust: None,
            ..self
        }
    }

    /// How many characters are not shown of what would run.
    pub(crate) fn left(&self) -> usize {
        self.runs.as_ref().map_or(0, ExternalText::left)
    }
}

// === impl TrustWords ===

impl TrustLabel {
    pub(crate) const fn of(trust: SourceTrust) -> Self {
        match trust {
            SourceTrust::Trusted => Self {
                word: "Trusted",
                meaning: "What it says about its tools is relied upon. A tool that says it only \
                          reads may skip a question, be tried again and have its results kept.",
                badge: None,
            },
            SourceTrust::Untrusted => Self {
                word: "Untrusted",
                meaning: "Clients are told what it says about its tools, but where Candor itself \
                          would rely on it, it counts only if it warns. A tool whose definition \
                          changes later is held back until somebody accepts it.",
                badge: Some(ToolBadge::Untrusted),
            },
        }
    }
}
