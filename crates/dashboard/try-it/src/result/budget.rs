//! Limits on the stored size of a result.

use candor_dashboard_kit::ExternalText;

/// The maximum length of one text, in characters.
const TEXT: usize = 20_000;
/// The maximum length of all texts, in characters.
const TEXTS: usize = 200_000;
/// The maximum length of all images, as base64, in characters.
const PICTURES: usize = 1024 * 1024;

/// The remaining budget.
pub(super) struct DisplayBudget {
    texts: usize,
    pictures: usize,
}

// === impl DisplayBudget ===

impl Default for DisplayBudget {
    fn default() -> Self {
        Self {
            texts: TEXTS,
            pictures: PICTURES,
        }
    }
}

impl DisplayBudget {
    /// A text, truncated to the remaining budget.
    pub(super) fn text(&mut self, text: &str) -> ExternalText {
        let kept = ExternalText::short(text, self.texts.min(TEXT));
        let count = kept.text().chars().count();
        self.texts = self.texts.saturating_sub(count);
        kept
    }

    /// Takes the budget for an image of this length, if enough is left.
    pub(super) fn picture(&mut self, length: usize) -> bool {
        let fits = length <= self.pictures;
        if fits {
            self.pictures -= length;
        }
        fits
    }
}
