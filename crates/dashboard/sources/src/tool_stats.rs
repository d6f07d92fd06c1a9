//! Counts of the tools of each source, cached until the catalogue changes.

use std::collections::HashMap;
use std::sync::Arc;

use candor_dashboard_kit::badge::ToolBadge;
use candor_dashboard_kit::chart::ShareChart;
use candor_dashboard_kit::wording::with_separators;
use candor_dashboard_kit::{BehaviourCounts, CatalogueCache, ToolBehaviour, query};
use candor_gateway::Catalogue;
use candor_model::SourceName;

/// The tools of one source.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceToolStats {
    behaviours: BehaviourCounts,
    /// The estimated tokens of the definitions that are served.
    pub(crate) tokens: usize,
    /// Tools in quarantine because their definition changed.
    pub(crate) withheld: usize,
}

/// The tools of one behaviour.
pub(crate) struct BehaviourCount {
    pub(crate) badge: ToolBadge,
    pub(crate) count: String,
    /// The list of these tools.
    pub(crate) to: String,
}

/// The stats of every source that has tools.
#[derive(Clone, Default)]
pub(crate) struct SourceStatsCache(Arc<CatalogueCache<HashMap<SourceName, SourceToolStats>>>);

// === impl SourceStatsCache ===

impl SourceStatsCache {
    /// The stats of every source.
    pub(crate) fn all(
        &self,
        catalogue: &Arc<Catalogue>,
    ) -> Arc<HashMap<SourceName, SourceToolStats>> {
        self.0.get(catalogue, || count(catalogue))
    }

    /// The stats of one source.
    pub(crate) fn one(&self, catalogue: &Arc<Catalogue>, name: &SourceName) -> SourceToolStats {
        self.all(catalogue).get(name).cloned().unwrap_or_default()
    }
}

fn count(catalogue: &Catalogue) -> HashMap<SourceName, SourceToolStats> {
    let mut all: HashMap<SourceName, SourceToolStats> = HashMap::new();
    for offered in catalogue.everything().tools() {
        let stats = all.entry(offered.tool.name.source().clone()).or_default();
        stats.behaviours.add(&offered.effective);
        stats.tokens += offered.tokens();
    }
    for tool in catalogue.tools() {
        if tool.quarantine.is_some() {
            all.entry(tool.name.source().clone()).or_default().withheld += 1;
        }
    }
    all
}

// === impl SourceToolStats ===

impl SourceToolStats {
    /// How many tools are served.
    pub(crate) fn served(&self) -> usize {
        usize::try_from(self.behaviours.total()).unwrap_or(usize::MAX)
    }

    /// The behaviours that some tool has.
    pub(crate) fn portions(&self, source: &SourceName) -> Vec<BehaviourCount> {
        let present = self.behaviours.present();
        let portion = |(behaviour, count): (ToolBehaviour, u64)| BehaviourCount {
            badge: behaviour.badge(),
            count: with_separators(count),
            to: tool_list(source, behaviour),
        };
        present.map(portion).collect()
    }

    /// The same as a chart.
    pub(crate) fn chart(&self, source: &SourceName) -> ShareChart {
        let chart = &self.behaviours;
        chart.chart("Tools by behaviour", |behaviour| {
            tool_list(source, behaviour)
        })
    }
}

/// The list of the tools of a source that have a behaviour.
fn tool_list(source: &SourceName, behaviour: ToolBehaviour) -> String {
    let pairs = [("source", source.as_str()), ("behaviour", behaviour.key())];
    query::with_all("/tools", pairs)
}
