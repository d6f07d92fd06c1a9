//! How much is read.

use serde_saphyr::Options;
use serde_saphyr::options::NonFiniteFloatPolicy;

/// How much is read before a text counts as an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YamlLimits {
    /// The most values: lists, maps and what is in them, what aliases bring included.
    pub nodes: usize,
    /// The most values that aliases bring. They are dear: each is read anew.
    pub aliased: usize,
    /// The most lists and maps within each other.
    pub depth: usize,
}

// === impl YamlLimits ===

impl YamlLimits {
    /// The limits in the terms of the parser.
    pub(crate) fn options(&self) -> Options {
        // An event begins or ends a value, or is an alias.
        let events = self.nodes.saturating_mul(2);
        let replayed = self.aliased.saturating_mul(2);
        serde_saphyr::options! {
            budget: serde_saphyr::budget! {
                max_nodes: self.nodes,
                max_events: events,
                max_depth: self.depth,
                flow_nesting_limit: self.depth.saturating_add(1),
                max_aliases: self.aliased,
                max_anchors: self.aliased,
                max_merge_keys: self.aliased,
                max_recorded_anchor_events: replayed,
                max_documents: 2,
                // Long keys are rare and harmless: a path can have more than 1,024 characters.
                simple_key_max_lookahead: 16 * 1024,
                // Many uses of one anchor are no attack; what they amount to is limited above.
                enforce_alias_anchor_ratio: false,
            },
            alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: replayed },
            non_finite_float_policy: NonFiniteFloatPolicy::AsString,
            strict_booleans: true,
            with_snippet: false,
        }
    }
}
