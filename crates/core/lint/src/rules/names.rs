//! Rules about names of tools.

mod duplicate_name;
mod invalid_name;
mod long_name;
mod long_name_with_server;
mod long_prefixed_name;
mod mixed_naming_style;
mod mixed_script_name;
mod name_collision;
mod name_with_dot;
mod near_collision;
mod vague_name;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &invalid_name::RULE,
    &long_name::RULE,
    &long_name_with_server::RULE,
    &long_prefixed_name::RULE,
    &name_with_dot::RULE,
    &duplicate_name::RULE,
    &name_collision::RULE,
    &near_collision::RULE,
    &mixed_naming_style::RULE,
    &vague_name::RULE,
    &mixed_script_name::RULE,
];
