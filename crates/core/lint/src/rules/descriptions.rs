//! Rules about descriptions of tools.

mod denied_side_effect;
mod description_repeats_name;
mod incomplete_description;
mod instructs_the_model;
mod long_description;
mod long_portal_description;
mod missing_description;
mod undocumented_api;
mod unexplained_loss;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &missing_description::RULE,
    &description_repeats_name::RULE,
    &incomplete_description::RULE,
    &long_description::RULE,
    &long_portal_description::RULE,
    &instructs_the_model::RULE,
    &undocumented_api::RULE,
    &unexplained_loss::RULE,
    &denied_side_effect::RULE,
];
