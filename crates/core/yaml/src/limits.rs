//! Limits for YAML documents.

use serde_saphyr::Options;
use serde_saphyr::options::NonFiniteFloatPolicy;

/// Limits beyond which a document is treated as an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YamlLimits {
    /// The maximum number of values, including list elements, map entries and expanded aliases.
    pub nodes: usize,
    /// The maximum number of values from aliases. They are expensive because each is parsed again.
    pub aliased: usize,
    /// The maximum nesting of lists and maps.
    pub depth: usize,
}

// === impl YamlLimits ===

impl YamlLimits {
    /// Converts the limits to parser options.
    pub(crate) fn options(&self) -> Options {
        // Each value produces up to two events; an alias is one.
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
                // Long keys are rare and harmless: a path can exceed the default of 1,024
                // characters.
                simple_key_max_lookahead: 16 * 1024,
                // Using an anchor often is fine; the total size of the expansions is limited above.
                enforce_alias_anchor_ratio: false,
            },
            alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: replayed },
            non_finite_float_policy: NonFiniteFloatPolicy::AsString,
            strict_booleans: true,
            with_snippet: false,
        }
    }
}
