//! How much of an answer is kept.

use candor_frame::Outside;

/// The most characters of one text.
const TEXT: usize = 20_000;
/// The most characters of all texts.
const TEXTS: usize = 200_000;
/// The most characters of all pictures, as they travel.
const PICTURES: usize = 1024 * 1024;

/// What is left of it.
pub(super) struct Budget {
    texts: usize,
    pictures: usize,
}

// === impl Budget ===

impl Default for Budget {
    fn default() -> Self {
        Self {
            texts: TEXTS,
            pictures: PICTURES,
        }
    }
}

impl Budget {
    /// A text, as much of it as there is room for.
    pub(super) fn text(&mut self, text: &str) -> Outside {
        let kept = Outside::short(text, self.texts.min(TEXT));
        let count = kept.text().chars().count();
        self.texts = self.texts.saturating_sub(count);
        kept
    }

    /// Whether there is room for a picture of so many characters; then it is taken.
    pub(super) fn picture(&mut self, length: usize) -> bool {
        let fits = length <= self.pictures;
        if fits {
            self.pictures -= length;
        }
        fits
    }
}

/// A number of bytes, as people say it.
pub(super) fn size(bytes: usize) -> String {
    const UNITS: [(usize, &str); 2] = [(1024 * 1024, "MiB"), (1024, "KiB")];
    for (unit, word) in UNITS {
        if bytes >= unit {
            let tenths = bytes.saturating_mul(10) / unit;
            return format!("{}.{} {word}", tenths / 10, tenths % 10);
        }
    }
    let plural = if bytes == 1 { "" } else { "s" };
    format!("{bytes} byte{plural}")
}
