//! The verification result of the tool.

use candor_dashboard_kit::{DisplayTime, ExternalText, now_micros};
use candor_gateway::edit::ExplainedTool;
use candor_model::{ObservedHint, Verification};

use crate::wording;

/// The maximum length of the evidence about a hint, in characters.
const EVIDENCE: usize = 2_000;

/// The verification panel.
pub(crate) struct VerificationPanel {
    /// Whether the tool still has the definition that was verified.
    pub(crate) current: bool,
    pub(crate) at: DisplayTime,
    pub(crate) by: ExternalText,
    pub(crate) server_version: ExternalText,
    pub(crate) rows: Vec<ObservedRow>,
}

/// The observation about one hint.
pub(crate) struct ObservedRow {
    pub(crate) hint: &'static str,
    pub(crate) verdict: &'static str,
    /// The CSS class of the verdict.
    pub(crate) look: &'static str,
    pub(crate) evidence: ExternalText,
}

// === impl VerificationPanel ===

impl VerificationPanel {
    /// The panel of a tool that was verified.
    pub(crate) fn of(explained: &ExplainedTool) -> Option<Self> {
        let verification: &Verification = explained.verification.as_ref()?;
        Some(Self {
            current: verification.definition == explained.tool.hash,
            at: DisplayTime::seen(verification.at_micros, now_micros()),
            by: ExternalText::short(&verification.by, 80),
            server_version: ExternalText::short(&verification.server_version, 80),
            rows: verification.hints.iter().map(ObservedRow::of).collect(),
        })
    }
}

// === impl ObservedRow ===

impl ObservedRow {
    fn of(observed: &ObservedHint) -> Self {
        let (verdict, look) = if observed.contradicts {
            ("contradicted", "bad")
        } else {
            ("verified", "good")
        };
        Self {
            hint: wording::hint_label(observed.hint),
            verdict,
            look,
            evidence: ExternalText::sentence(&observed.evidence, EVIDENCE),
        }
    }
}
