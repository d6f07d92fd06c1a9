//! What a source would do, as it is shown before anything is started.

use candor_frame::Outside;
use candor_frame::badge::Badge;
use candor_gateway::desk::SourcePlan;
use candor_model::Trust;

use crate::found::Findings;
use crate::health;

/// How much of a command line or of a table is shown.
const LONGEST: usize = 20_000;

/// How many names are listed.
const NAMES: usize = 100;

/// What a source would do.
pub(crate) struct ShownPlan {
    /// What the ids of its parts begin with.
    pub(crate) id: String,
    /// In words.
    pub(crate) kind: &'static str,
    /// The command line.
    pub(crate) runs: Option<Outside>,
    /// The address.
    pub(crate) reaches: Option<Outside>,
    /// The file or folder.
    pub(crate) reads: Option<Outside>,
    pub(crate) cwd: Option<Outside>,
    /// Names of variables.
    pub(crate) variables: Vec<Outside>,
    /// Names of headers.
    pub(crate) headers: Vec<Outside>,
    /// Where it is not said elsewhere on the page.
    pub(crate) trust: Option<TrustWords>,
    pub(crate) findings: Findings,
    /// What would stand in `candor.toml`.
    pub(crate) toml: Outside,
}

/// What trust is called and what it means.
#[derive(Clone, Copy)]
pub(crate) struct TrustWords {
    pub(crate) word: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) badge: Option<Badge>,
}

// === impl ShownPlan ===

impl ShownPlan {
    pub(crate) fn of(plan: &SourcePlan, id: impl Into<String>) -> Self {
        let short = |text: &String| Outside::short(text, LONGEST);
        let names = |names: &[String]| -> Vec<Outside> {
            let names = names.iter().take(NAMES);
            names.map(|name| Outside::line(name)).collect()
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
            trust: Some(TrustWords::of(plan.trust)),
            findings: Findings::of(&plan.findings),
            toml: Outside::short(plan.toml.trim(), LONGEST),
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
        self.runs.as_ref().map_or(0, Outside::left)
    }
}

// === impl TrustWords ===

impl TrustWords {
    pub(crate) const fn of(trust: Trust) -> Self {
        match trust {
            Trust::Trusted => Self {
                word: "Trusted",
                meaning: "What it says about its tools is relied upon. A tool that says it only \
                          reads may skip a question, be tried again and have its results kept.",
                badge: None,
            },
            Trust::Untrusted => Self {
                word: "Untrusted",
                meaning: "Clients are told what it says about its tools, but where Candor itself \
                          would rely on it, it counts only if it warns. A tool whose definition \
                          changes later is held back until somebody accepts it.",
                badge: Some(Badge::Untrusted),
            },
        }
    }
}
