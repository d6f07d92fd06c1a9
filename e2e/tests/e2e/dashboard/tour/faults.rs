//! What is found wrong on the way, told at its end: all of it at once.

use std::cell::RefCell;

/// What was found wrong so far.
#[derive(Debug, Default)]
pub(super) struct PageFaults(RefCell<Vec<String>>);

// === impl PageFaults ===

impl PageFaults {
    /// Notes what is wrong with a page.
    pub(super) fn note(&self, page: &str, faults: Vec<String>) {
        let faults = faults.into_iter().map(|fault| format!("{page}: {fault}"));
        self.0.borrow_mut().extend(faults);
    }

    /// There must have been none.
    pub(super) fn none(&self) {
        let faults = self.0.borrow();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
