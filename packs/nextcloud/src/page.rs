//! Lists in pages, with a stated cap.

use candor_functions::{Failure, JsonSchema};
use serde::Serialize;

/// One page of a list that was read whole.
pub(crate) struct ListPage<T> {
    pub(crate) items: Vec<T>,
    pub(crate) info: PageInfo,
}

/// Where a page stands in its list.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct PageInfo {
    /// How many entries there are in all.
    total: usize,
    /// How many of them are in this page.
    returned: usize,
    /// The offset of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

// === impl ListPage ===

impl<T> ListPage<T> {
    /// Cuts the page out of the whole list.
    pub(crate) fn cut(all: Vec<T>, offset: usize, limit: usize) -> Result<Self, Failure> {
        let total = all.len();
        if offset > total {
            return Err(Failure::new(format!(
                "the offset {offset} lies behind the end of the list, which has {total} entries"
            )));
        }
        let items: Vec<T> = all.into_iter().skip(offset).take(limit).collect();
        let end = offset + items.len();
        Ok(Self {
            info: PageInfo {
                total,
                returned: items.len(),
                next_offset: (end < total).then_some(end),
            },
            items,
        })
    }
}
