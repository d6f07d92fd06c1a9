//! The summary tiles.

use crate::catalogue_stats::CatalogueStats;
use crate::definition_problems::DefinitionProblems;
use candor_dashboard_kit::wording::with_separators;

/// A number with its label and link.
pub(crate) struct StatTile {
    pub(crate) number: String,
    pub(crate) words: &'static str,
    pub(crate) to: &'static str,
    /// Whether it needs attention.
    pub(crate) urgent: bool,
}

/// All tiles.
pub(crate) fn all(
    stock: &CatalogueStats,
    waiting: u64,
    problems: &DefinitionProblems,
) -> [StatTile; 6] {
    let tile = |number: u64, [one, many]: [&'static str; 2], to, urgent| StatTile {
        number: with_separators(number),
        words: if number == 1 { one } else { many },
        to,
        urgent: urgent && number > 0,
    };
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    [
        tile(count(stock.tools), ["tool", "tools"], "/tools", false),
        tile(
            count(stock.tokens),
            [
                "token for all tools (estimate)",
                "tokens for all tools (estimate)",
            ],
            "/tools?sort=tokens",
            false,
        ),
        tile(
            waiting,
            ["pending approval", "pending approvals"],
            "/approvals",
            true,
        ),
        tile(
            count(stock.drifted),
            ["changed or new tool", "changed or new tools"],
            "/tools?drift=yes",
            true,
        ),
        tile(
            count(stock.suggestions),
            ["suggestion", "suggestions"],
            "/tools/suggestions",
            false,
        ),
        tile(
            count(problems.count),
            ["problem in definitions", "problems in definitions"],
            "/sources",
            problems.has_errors,
        ),
    ]
}
