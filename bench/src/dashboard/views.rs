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

/// Whether there are so many during which nothing was lost.
pub(super) fn suffice(views: &[PageView], loads: usize) -> bool {
    views.iter().filter(|view| view.lost == 0).count() >= loads
}

/// So many, during which least was lost; of equal ones the earlier.
pub(super) fn calmest(mut views: Vec<PageView>, loads: usize) -> Vec<PageView> {
    views.sort_by_key(|view| view.lost);
    views.truncate(loads);
    views
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_count_by_what_was_lost_and_not_by_how_long_they_are() {
        let some = [(90, 3), (80, 0), (10, 5), (70, 0), (60, 0), (50, 1)].map(|(millis, lost)| {
            let took = Duration::from_millis(millis);
            PageView { took, lost }
        });
        for (loads, is_enough, expect) in [
            (2, true, vec![80, 70]),
            (3, true, vec![80, 70, 60]),
            (4, false, vec![80, 70, 60, 50]),
            (9, false, vec![80, 70, 60, 50, 90, 10]),
        ] {
            assert_eq!(suffice(&some, loads), is_enough, "{loads}");
            let calmest = calmest(some.to_vec(), loads);
            let took: Vec<u128> = calmest.iter().map(|view| view.took.as_millis()).collect();
            assert_eq!(took, expect, "{loads}");
        }
    }
}
