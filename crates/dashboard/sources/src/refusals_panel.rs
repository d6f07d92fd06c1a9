//! Operations that a source's confined program was denied.

use candor_dashboard_kit::{DisplayTime, ExternalText, now_micros};
use candor_gateway::Gateway;
use candor_model::{ProgramInstance, ProgramRefusal, SourceName};

/// The most refusals that are shown.
const MOST: usize = 20;

/// The most characters of a path, an address or a list of calls.
const LONGEST: usize = 1_000;

/// Refusals, newest first.
pub(crate) struct RefusalsPanel {
    pub(crate) items: Vec<RefusalRow>,
    /// The number of further records.
    pub(crate) more: usize,
}

pub(crate) struct RefusalRow {
    pub(crate) at: DisplayTime,
    /// Whether the read-only instance tried it.
    pub(crate) is_read_only: bool,
    pub(crate) action: ExternalText,
    pub(crate) target: ExternalText,
    pub(crate) program: ExternalText,
    /// During which calls; none if there was none.
    pub(crate) calls: Option<ExternalText>,
    /// The number of earlier denials that were not recorded.
    pub(crate) left_out: u64,
}

// === impl RefusalsPanel ===

impl RefusalsPanel {
    /// The panel of a source; none if nothing was refused.
    pub(crate) async fn of(gateway: &Gateway, name: &SourceName) -> Option<Self> {
        // The rest of the page is worth showing even if this cannot be read.
        let found = gateway.editor().refusals(Some(name)).await.ok()?;
        (!found.is_empty()).then(|| Self {
            items: found.iter().take(MOST).map(RefusalRow::of).collect(),
            more: found.len().saturating_sub(MOST),
        })
    }
}

// === impl RefusalRow ===

impl RefusalRow {
    fn of(refusal: &ProgramRefusal) -> Self {
        let calls = refusal.calls_in_words();
        Self {
            at: DisplayTime::seen(refusal.at_micros, now_micros()),
            is_read_only: refusal.instance == ProgramInstance::ReadOnly,
            action: ExternalText::line(&refusal.action),
            target: ExternalText::short(&refusal.target, LONGEST),
            program: ExternalText::line(&refusal.program),
            calls: (!calls.is_empty()).then(|| ExternalText::short(&calls, LONGEST)),
            left_out: refusal.left_out,
        }
    }
}
