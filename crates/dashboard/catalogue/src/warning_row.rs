//! A warning about a server.

use candor_dashboard_kit::{ExternalText, to_sentence};
use candor_registry::{EntryWarning, WarningLevel};

/// A warning on a page.
pub(crate) struct WarningRow {
    pub(crate) word: &'static str,
    pub(crate) sign: &'static str,
    /// The CSS class of its badge.
    pub(crate) look: &'static str,
    pub(crate) code: &'static str,
    pub(crate) message: ExternalText,
}

// === impl WarningRow ===

impl WarningRow {
    pub(crate) fn of(warning: &EntryWarning) -> Self {
        let (word, sign, look) = match warning.level {
            WarningLevel::Danger => ("Danger", "✗", "bad"),
            WarningLevel::Caution => ("Caution", "!", "warn"),
            WarningLevel::Note => ("Note", "i", "idle"),
        };
        Self {
            word,
            sign,
            look,
            code: warning.code,
            message: ExternalText::sentence(&to_sentence(&warning.message), 1_000),
        }
    }
}
