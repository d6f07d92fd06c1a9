//! Numbers at a glance.

use super::stock::Stock;
use crate::number::grouped;

/// A number, what it counts, and where that is.
pub(super) struct Tile {
    pub(super) number: String,
    pub(super) words: &'static str,
    pub(super) to: &'static str,
    /// Whether somebody should look.
    pub(super) urgent: bool,
}

/// All of them.
pub(super) fn all(stock: &Stock, waiting: u64) -> [Tile; 5] {
    let tile = |number: u64, [one, many]: [&'static str; 2], to, urgent| Tile {
        number: grouped(number),
        words: if number == 1 { one } else { many },
        to,
        urgent: urgent && number > 0,
    };
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    [
        tile(count(stock.tools), ["tool", "tools"], "/tools", false),
        tile(
            count(stock.tokens),
            ["token in the full list", "tokens in the full list, about"],
            "/tools?sort=tokens",
            false,
        ),
        tile(
            waiting,
            ["call waits for an answer", "calls wait for an answer"],
            "/approvals",
            true,
        ),
        tile(
            count(stock.drifted),
            ["tool has changed", "tools have changed"],
            "/tools?drift=yes",
            true,
        ),
        tile(
            count(stock.suggestions),
            ["suggestion", "suggestions"],
            "/tools/suggestions",
            false,
        ),
    ]
}
