//! Items that need attention: each kind with a count and a link.

use candor_dashboard_kit::StateBadge;
use candor_dashboard_kit::wording::with_separators;
use candor_gateway::{Gateway, SourceStatus};

use crate::catalogue_stats::CatalogueStats;
use crate::definition_problems::DefinitionProblems;

/// All items that need attention. May be empty.
pub(crate) struct AttentionList {
    pub(crate) items: Vec<AttentionItem>,
}

/// A number of things of the same kind.
pub(crate) struct AttentionItem {
    pub(crate) number: String,
    pub(crate) words: &'static str,
    pub(crate) to: &'static str,
    /// Whether calls or tools are held up until a user acts.
    pub(crate) urgent: bool,
}

/// The counts behind the items.
pub(crate) struct AttentionCounts<'a> {
    pub(crate) waiting: u64,
    pub(crate) sources: &'a [SourceStatus],
    pub(crate) stats: &'a CatalogueStats,
    pub(crate) problems: &'a DefinitionProblems,
    /// Sources whose instructions have changed.
    pub(crate) instructions: usize,
}

// === impl AttentionCounts ===

impl<'a> AttentionCounts<'a> {
    pub(crate) fn of(
        gateway: &Gateway,
        waiting: u64,
        sources: &'a [SourceStatus],
        stats: &'a CatalogueStats,
        problems: &'a DefinitionProblems,
    ) -> Self {
        let catalogue = gateway.catalogue();
        let changed =
            |source: &&SourceStatus| catalogue.changed_instructions(&source.name).is_some();
        Self {
            waiting,
            instructions: sources.iter().filter(changed).count(),
            sources,
            stats,
            problems,
        }
    }

    fn failing(&self) -> usize {
        let failing = |source: &&SourceStatus| StateBadge::of(source.state.as_str()).look == "bad";
        self.sources.iter().filter(failing).count()
    }
}

// === impl AttentionList ===

impl AttentionList {
    /// Items that block calls come first, recommendations last.
    pub(crate) fn of(counts: &AttentionCounts<'_>) -> Self {
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let all = [
            (
                counts.waiting,
                ["pending approval", "pending approvals"],
                "/approvals",
                true,
            ),
            (
                count(counts.failing()),
                ["source is offline", "sources are offline"],
                "/sources",
                true,
            ),
            (
                count(counts.stats.drifted),
                ["changed or new tool", "changed or new tools"],
                "/tools?drift=yes",
                true,
            ),
            (
                count(counts.instructions),
                [
                    "source changed its instructions",
                    "sources changed their instructions",
                ],
                "/sources",
                true,
            ),
            (
                count(counts.problems.count),
                ["problem in definitions", "problems in definitions"],
                "/sources",
                counts.problems.has_errors,
            ),
            (
                count(counts.stats.suggestions),
                ["suggestion", "suggestions"],
                "/tools/suggestions",
                false,
            ),
        ];
        let some = all.into_iter().filter(|(number, ..)| *number > 0);
        let item =
            |(number, [one, many], to, urgent): (u64, [&'static str; 2], _, _)| AttentionItem {
                number: with_separators(number),
                words: if number == 1 { one } else { many },
                to,
                urgent,
            };
        Self {
            items: some.map(item).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(waiting: u64, drifted: usize, suggestions: usize) -> Vec<(String, &'static str, bool)> {
        let stats = CatalogueStats {
            tools: 9,
            tokens: 9,
            drifted,
            suggestions,
            behaviours: candor_dashboard_kit::BehaviourCounts::default(),
        };
        let counts = AttentionCounts {
            waiting,
            sources: &[],
            stats: &stats,
            problems: &DefinitionProblems::default(),
            instructions: 0,
        };
        let list = AttentionList::of(&counts).items.into_iter();
        list.map(|item| (item.number, item.words, item.urgent))
            .collect()
    }

    #[test]
    fn only_what_there_is_something_of_is_listed() {
        assert_eq!(list(0, 0, 0), []);
        let expect = [
            ("1".to_owned(), "pending approval", true),
            ("2".to_owned(), "changed or new tools", true),
            ("1,234".to_owned(), "suggestions", false),
        ];
        assert_eq!(list(1, 2, 1_234), expect);
    }
}
