//! A limited list of lines.

use super::LINES_MAX;

/// Collects lines and counts those beyond the limit.
#[derive(Default)]
pub(super) struct BoundedLines {
    shown: Vec<String>,
    total: usize,
}

// === impl BoundedLines ===

impl BoundedLines {
    /// Adds a line, which is written only if there is room for it.
    pub(super) fn push(&mut self, line: impl FnOnce() -> String) {
        if self.total < LINES_MAX {
            self.shown.push(line());
        }
        self.total += 1;
    }

    /// The total number of lines, including dropped ones.
    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// The lines; if some were dropped, the last one says how many.
    pub(super) fn finish(mut self) -> Vec<String> {
        if self.total > LINES_MAX {
            self.shown.truncate(LINES_MAX - 1);
            let more = self.total - self.shown.len();
            self.shown.push(format!("… and {more} more differences"));
        }
        self.shown
    }
}
