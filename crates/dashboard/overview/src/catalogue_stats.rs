//! Counts of the tools in the catalogue, cached until the catalogue changes.

use std::sync::Arc;

use candor_dashboard_kit::{BehaviourCounts, CatalogueCache};
use candor_gateway::{Catalogue, Endpoint, Gateway};

/// The stats of the current catalogue.
pub(crate) type CatalogueStatsCache = CatalogueCache<CatalogueStats>;

/// Counts of all tools.
#[derive(Debug)]
pub(crate) struct CatalogueStats {
    /// All tools, served or not.
    pub(crate) tools: usize,
    /// The estimated tokens of the definitions that are served.
    pub(crate) tokens: usize,
    /// Tools in quarantine because their definition changed.
    pub(crate) drifted: usize,
    /// Suggested hints that have not been accepted.
    pub(crate) suggestions: usize,
    pub(crate) behaviours: BehaviourCounts,
}

// === impl CatalogueStats ===

impl CatalogueStats {
    /// The stats of the current catalogue, from the cache if possible.
    pub(crate) fn current(gateway: &Gateway, cache: &CatalogueStatsCache) -> Arc<Self> {
        let catalogue = gateway.catalogue();
        cache.get(&catalogue, || Self::count(gateway, &catalogue))
    }

    fn count(gateway: &Gateway, catalogue: &Catalogue) -> Self {
        let served = catalogue.everything().tools();
        let quarantined = catalogue.tools().iter();
        let mut stats = Self {
            tools: catalogue.tools().len(),
            tokens: served.iter().map(|offered| offered.tokens()).sum(),
            drifted: quarantined.filter(|tool| tool.quarantine.is_some()).count(),
            suggestions: gateway.editor().suggestions().len(),
            behaviours: BehaviourCounts::default(),
        };
        for offered in served {
            stats.behaviours.add(&offered.effective);
        }
        if stats.drifted > 0 {
            let all = gateway.editor().explain_all(&Endpoint::default());
            let all = all.unwrap_or_default().into_iter();
            for explained in all.filter(|one| one.tool.quarantine.is_some()) {
                stats.behaviours.add(&explained.effective);
            }
        }
        stats
    }
}
