//! How often a page was opened, and which of these times count.
//!
//! A page that was on its way while the host gave the cores to other machines tells about the host.
//! So pages are opened more often then, and those times count during which least was lost. They
//! are never chosen by how long they took.

use std::time::Duration;

/// One time that a page was opened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PageView {
    pub(super) took: Duration,
    /// Ticks that the host gave to others meanwhile.
    pub(super) lost: u64,
}

/// All times, in the order in which they were.
#[derive(Debug, Clone, Default)]
pub(super) struct PageViews(Vec<PageView>);

// === impl PageViews ===

impl PageViews {
    pub(super) fn push(&mut self, view: PageView) {
        self.0.push(view);
    }

    /// Whether there are so many during which nothing was lost.
    pub(super) fn suffice(&self, loads: usize) -> bool {
        self.0.iter().filter(|view| view.lost == 0).count() >= loads
    }

    /// So many, during which least was lost; of equal ones the earlier.
    pub(super) fn calmest(mut self, loads: usize) -> Vec<PageView> {
        self.0.sort_by_key(|view| view.lost);
        self.0.truncate(loads);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views(of: &[(u64, u64)]) -> PageViews {
        let mut views = PageViews::default();
        for (millis, lost) in of.iter().copied() {
            let took = Duration::from_millis(millis);
            views.push(PageView { took, lost });
        }
        views
    }

    #[test]
    fn times_count_by_what_was_lost_and_not_by_how_long_they_are() {
        let some = views(&[(90, 3), (80, 0), (10, 5), (70, 0), (60, 0), (50, 1)]);
        for (loads, suffice, expect) in [
            (2, true, vec![80, 70]),
            (3, true, vec![80, 70, 60]),
            (4, false, vec![80, 70, 60, 50]),
            (9, false, vec![80, 70, 60, 50, 90, 10]),
        ] {
            assert_eq!(some.suffice(loads), suffice, "{loads}");
            let calmest = some.clone().calmest(loads);
            let took: Vec<u128> = calmest.iter().map(|view| view.took.as_millis()).collect();
            assert_eq!(took, expect, "{loads}");
        }
    }
}
