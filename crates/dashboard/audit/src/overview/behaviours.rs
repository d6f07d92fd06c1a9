//! How many tools do what, as a picture.

use candor_dashboard_kit::chart::{ChartShare, ShareChart};
use candor_dashboard_kit::{ToolBehaviour, query};

use super::catalogue_stats::CatalogueStats;

/// The tools in their four groups.
pub(super) fn of(stock: &CatalogueStats) -> ShareChart {
    let shares = ToolBehaviour::ALL.into_iter().zip(stock.groups);
    let shares = shares.map(|(behaviour, count)| ChartShare {
        label: behaviour.words().to_owned(),
        count,
        class: class(behaviour),
        to: Some(query::with("/tools", "behaviour", behaviour.key())),
    });
    ShareChart {
        title: "Tools by what they do".to_owned(),
        shares: shares.collect(),
    }
}

fn class(behaviour: ToolBehaviour) -> &'static str {
    match behaviour {
        ToolBehaviour::ReadOnly => "share-1",
        ToolBehaviour::Additive => "share-2",
        ToolBehaviour::Destructive => "share-3",
        ToolBehaviour::Unset => "share-4",
    }
}
