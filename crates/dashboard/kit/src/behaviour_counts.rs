//! How many tools show each behaviour.

use candor_model::SourceTrust;
use candor_resolve::EffectiveAnnotations;

use crate::badge::{ToolBadge, ToolBehaviour, ToolFlags};
use crate::chart::{ChartShare, ShareChart};

/// The number of tools per behaviour, in the order of [`ToolBehaviour::ALL`].
#[derive(Clone, Copy, Debug, Default)]
pub struct BehaviourCounts([u64; 4]);

// === impl BehaviourCounts ===

impl BehaviourCounts {
    /// Counts one tool by the hints that clients see, whatever the trust in its source.
    pub fn add(&mut self, effective: &EffectiveAnnotations) {
        let flags = ToolFlags::of(effective, SourceTrust::Trusted, false);
        self.0[flags.behaviour() as usize] += 1;
    }

    /// The number of tools in all groups.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The groups that have tools.
    pub fn present(&self) -> impl Iterator<Item = (ToolBehaviour, u64)> {
        let groups = ToolBehaviour::ALL.into_iter().zip(self.0);
        groups.filter(|(_, count)| *count > 0)
    }

    /// All groups as a chart; those that have tools link to `path`.
    pub fn chart(
        &self,
        title: impl Into<String>,
        path: impl Fn(ToolBehaviour) -> String,
    ) -> ShareChart {
        let classes = ["share-1", "share-2", "share-3", "share-4"];
        let groups = ToolBehaviour::ALL.into_iter().zip(self.0).zip(classes);
        let shares = groups.map(|((behaviour, count), class)| ChartShare {
            label: behaviour.words().to_owned(),
            count,
            class,
            to: (count > 0).then(|| path(behaviour)),
        });
        ShareChart {
            title: title.into(),
            shares: shares.collect(),
        }
    }
}

// === impl ToolBehaviour ===

impl ToolBehaviour {
    /// The badge of this behaviour.
    pub const fn badge(self) -> ToolBadge {
        match self {
            Self::ReadOnly => ToolBadge::ReadOnly,
            Self::Additive => ToolBadge::Additive,
            Self::Destructive => ToolBadge::Destructive,
            Self::Unset => ToolBadge::Unset,
        }
    }
}
