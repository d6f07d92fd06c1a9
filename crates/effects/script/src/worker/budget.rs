//! CPU time budgets.

use std::cell::Cell;
use std::time::Duration;

use candor_sandbox::cpu_time;

/// A CPU time budget, and whether it is used up.
///
/// The engine checks it periodically while code runs. Once used up, it stays so until it is reset,
/// whatever the code does.
#[derive(Debug, Default)]
pub(super) struct CpuBudget {
    /// The processor time of the process at which it ends.
    end: Cell<Duration>,
    spent: Cell<bool>,
}

// === impl CpuBudget ===

impl CpuBudget {
    /// Resets the budget to this time.
    pub(super) fn give(&self, time: Duration) {
        self.end.set(cpu_time().saturating_add(time));
        self.spent.set(false);
    }

    /// Leaves at most so much of what is left.
    pub(super) fn leave(&self, time: Duration) {
        let end = cpu_time().saturating_add(time);
        self.end.set(self.end.get().min(end));
    }

    /// Whether it is used up by now.
    pub(super) fn check(&self) -> bool {
        if !self.spent.get() && cpu_time() >= self.end.get() {
            self.spent.set(true);
        }
        self.spent.get()
    }

    /// Whether it was used up when it was last looked at.
    pub(super) fn is_spent(&self) -> bool {
        self.spent.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_stays_spent_until_more_is_given() {
        let budget = CpuBudget::default();
        assert!(budget.check());
        budget.give(Duration::from_hours(1));
        assert!(!budget.check() && !budget.is_spent());
        budget.leave(Duration::ZERO);
        assert!(!budget.is_spent() && budget.check() && budget.is_spent());
        budget.leave(Duration::from_hours(1));
        assert!(budget.check());
        budget.give(Duration::from_hours(1));
        assert!(!budget.check());
    }
}
