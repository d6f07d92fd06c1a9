//! The pages of a long list.

use std::ops::Range;

/// How many rows are on a page.
pub(crate) const ROWS: usize = 100;

/// Which page of a list is shown, and where the others are.
pub(crate) struct Pager {
    /// From 1 on.
    pub(crate) page: usize,
    pub(crate) pages: usize,
    pub(crate) first: Option<String>,
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
    pub(crate) last: Option<String>,
    /// The rows on this page.
    pub(crate) rows: Range<usize>,
}

// === impl Pager ===

impl Pager {
    /// Of a list of so many rows. Where there is no such page any more, the last one.
    pub(crate) fn of(wanted: usize, rows: usize, address: impl Fn(usize) -> String) -> Self {
        let pages = rows.div_ceil(ROWS).max(1);
        let page = wanted.clamp(1, pages);
        let at = |other: usize| (1..=pages).contains(&other).then(|| address(other));
        let start = (page - 1) * ROWS;
        Self {
            first: (page > 2).then(|| address(1)),
            before: at(page - 1),
            after: at(page + 1),
            last: (page + 1 < pages).then(|| address(pages)),
            rows: start..rows.min(start + ROWS),
            page,
            pages,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_on_one_page() {
        for (wanted, rows, expect, before, after) in [
            (1, 0, 0..0, None, None),
            (1, 1, 0..1, None, None),
            (7, 100, 0..100, None, None),
            (1, 101, 0..100, None, Some("2")),
            (2, 101, 100..101, Some("1"), None),
            (usize::MAX, 250, 200..250, Some("2"), None),
        ] {
            let pager = Pager::of(wanted, rows, |page| page.to_string());
            assert_eq!(pager.rows, expect, "{wanted} of {rows}");
            assert_eq!(pager.before.as_deref(), before, "{wanted} of {rows}");
            assert_eq!(pager.after.as_deref(), after, "{wanted} of {rows}");
        }
        let pager = Pager::of(3, 500, |page| page.to_string());
        assert_eq!(pager.first.as_deref(), Some("1"));
        assert_eq!(pager.last.as_deref(), Some("5"));
    }
}
