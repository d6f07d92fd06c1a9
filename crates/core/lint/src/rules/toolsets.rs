//! Rules about combinations of tools.

mod private_data_can_leave;
mod read_only_toolset;
mod unresolved_tool;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &private_data_can_leave::RULE,
    &unresolved_tool::RULE,
    &read_only_toolset::RULE,
];
