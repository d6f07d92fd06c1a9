//! Counts how much of a catalogue was rebuilt.

use std::cell::Cell;

/// Counts of one build.
#[derive(Debug, Default)]
pub(super) struct BuildWork {
    resolved: Cell<usize>,
    rendered: Cell<usize>,
}

/// Counts since the gateway started. Tests use them to check that small changes cause little work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BuildCounts {
    /// How often the layers of a tool were merged.
    pub(crate) resolved: usize,
    /// How many definitions were serialized.
    pub(crate) rendered: usize,
}

// === impl BuildWork ===

impl BuildWork {
    pub(super) fn resolve(&self) {
        self.resolved.update(|count| count + 1);
    }

    pub(super) fn render(&self) {
        self.rendered.update(|count| count + 1);
    }

    /// The totals after this build.
    pub(super) fn after(&self, before: BuildCounts) -> BuildCounts {
        before.and(self.resolved.get(), self.rendered.get())
    }
}

// === impl BuildCounts ===

impl BuildCounts {
    /// The totals with these counts added.
    pub(crate) fn and(self, resolved: usize, rendered: usize) -> Self {
        Self {
            resolved: self.resolved + resolved,
            rendered: self.rendered + rendered,
        }
    }
}
