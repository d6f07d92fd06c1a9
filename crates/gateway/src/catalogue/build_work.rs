//! How much was made anew for a catalogue.

use std::cell::Cell;

/// Counted while a catalogue is built.
#[derive(Debug, Default)]
pub(super) struct BuildWork {
    resolved: Cell<usize>,
    rendered: Cell<usize>,
}

/// What was counted since the gateway was started. Tests hold small changes to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BuildCounts {
    /// How often the layers of a tool were merged.
    pub(crate) resolved: usize,
    /// How many definitions were written.
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

    /// What was made for a catalogue and all before it.
    pub(super) fn after(&self, before: BuildCounts) -> BuildCounts {
        before.and(self.resolved.get(), self.rendered.get())
    }
}

// === impl BuildCounts ===

impl BuildCounts {
    /// The same after so much more.
    pub(crate) fn and(self, resolved: usize, rendered: usize) -> Self {
        Self {
            resolved: self.resolved + resolved,
            rendered: self.rendered + rendered,
        }
    }
}
