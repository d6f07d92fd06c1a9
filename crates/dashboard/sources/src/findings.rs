//! Findings about a source.

use candor_dashboard_kit::ExternalText;
use candor_model::{Diagnostic, Severity};

/// The most findings that are shown.
const MOST: usize = 100;

/// The most characters of a finding.
const LONGEST: usize = 1_000;

/// Findings, most severe first.
#[derive(Clone, Debug, Default)]
pub(crate) struct FindingsPanel {
    pub(crate) items: Vec<FindingRow>,
    /// How many more there are.
    pub(crate) more: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct FindingRow {
    /// `error`, `warning` or `note`.
    pub(crate) severity: &'static str,
    /// The CSS class of its badge.
    pub(crate) look: &'static str,
    /// The sign of its badge.
    pub(crate) sign: &'static str,
    pub(crate) code: &'static str,
    pub(crate) message: ExternalText,
    pub(crate) hint: Option<ExternalText>,
    pub(crate) place: Option<ExternalText>,
}

// === impl FindingsPanel ===

impl FindingsPanel {
    pub(crate) fn of(found: &[Diagnostic]) -> Self {
        let mut sorted: Vec<_> = found.iter().collect();
        sorted.sort_by_key(|one| std::cmp::Reverse(one.severity));
        Self {
            items: sorted.into_iter().take(MOST).map(FindingRow::of).collect(),
            more: found.len().saturating_sub(MOST),
        }
    }

    /// The number of all findings.
    pub(crate) fn count(&self) -> usize {
        self.items.len() + self.more
    }
}

// === impl FindingRow ===

impl FindingRow {
    fn of(one: &Diagnostic) -> Self {
        let (look, sign) = match one.severity {
            Severity::Error => ("bad", "✗"),
            Severity::Warning => ("warn", "!"),
            Severity::Note => ("", "i"),
        };
        let short = |text: &str| ExternalText::sentence(text, LONGEST);
        Self {
            severity: one.severity.as_str(),
            look,
            sign,
            code: one.code,
            message: short(&one.message),
            hint: one.hint.as_deref().map(short),
            place: one.place.as_ref().map(|place| short(&place.to_string())),
        }
    }
}

/// Whether a finding keeps the source from being used.
pub(crate) fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|one| one.severity == Severity::Error)
}
