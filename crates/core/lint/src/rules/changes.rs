//! Rules about changes since the tools were accepted.

mod changed_definition;
mod changed_hints;
mod renamed_tool;
mod stale_hints;
mod unstable_list;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &changed_hints::RULE,
    &changed_definition::RULE,
    &renamed_tool::RULE,
    &unstable_list::RULE,
    &stale_hints::RULE,
];
