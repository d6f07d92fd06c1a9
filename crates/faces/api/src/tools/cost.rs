//! What definitions cost in a model's context, about.

use std::sync::Arc;

use candor_gateway::OfferedTool;
use candor_wire::RawJson;

/// What one definition costs, in tokens.
pub(crate) fn of(definition: &RawJson) -> usize {
    candor_resolve::estimate_tokens(&definition.to_string())
}

/// What several cost together.
pub(crate) fn of_all<'a>(tools: impl IntoIterator<Item = &'a Arc<OfferedTool>>) -> usize {
    tools
        .into_iter()
        .map(|offered| of(&offered.definition))
        .sum()
}
