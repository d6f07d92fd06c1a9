//! Estimated token cost of definitions.

use std::sync::Arc;

use candor_gateway::OfferedTool;
use candor_wire::RawJson;

/// The token cost of one definition.
pub(crate) fn of(definition: &RawJson) -> usize {
    candor_resolve::estimate_tokens(&definition.to_string())
}

/// The total token cost.
pub(crate) fn of_all<'a>(tools: impl IntoIterator<Item = &'a Arc<OfferedTool>>) -> usize {
    tools
        .into_iter()
        .map(|offered| of(&offered.definition))
        .sum()
}
