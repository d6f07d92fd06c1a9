//! What was found about a source, as it is shown.

use candor_frame::Outside;
use candor_model::{Diagnostic, Severity};

/// How many findings are shown.
const MOST: usize = 100;

/// How much of one is.
const LONGEST: usize = 1_000;

/// Findings, the gravest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub(crate) items: Vec<Found>,
    /// How many there are besides.
    pub(crate) more: usize,
}

/// One finding.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// `error`, `warning` or `note`.
    pub(crate) severity: &'static str,
    /// How its badge looks.
    pub(crate) look: &'static str,
    /// The sign of its badge.
    pub(crate) sign: &'static str,
    pub(crate) code: &'static str,
    pub(crate) message: Outside,
    pub(crate) hint: Option<Outside>,
    pub(crate) place: Option<Outside>,
}

// === impl Findings ===

impl Findings {
    pub(crate) fn of(found: &[Diagnostic]) -> Self {
        let mut sorted: Vec<_> = found.iter().collect();
        sorted.sort_by_key(|one| std::cmp::Reverse(one.severity));
        Self {
            items: sorted.into_iter().take(MOST).map(Found::of).collect(),
            more: found.len().saturating_sub(MOST),
        }
    }

    /// How many there are in all.
    pub(crate) fn count(&self) -> usize {
        self.items.len() + self.more
    }
}

// === impl Found ===

impl Found {
    fn of(one: &Diagnostic) -> Self {
        let (look, sign) = match one.severity {
            Severity::Error => ("bad", "✗"),
            Severity::Warning => ("warn", "!"),
            Severity::Note => ("", "i"),
        };
        let short = |text: &str| Outside::short(text, LONGEST);
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

/// Whether one of them keeps the source from being used.
pub(crate) fn is_grave(found: &[Diagnostic]) -> bool {
    found.iter().any(|one| one.severity == Severity::Error)
}
