//! Rules about titles.

mod contradictory_title;
mod different_titles;
mod missing_title;
mod unsuitable_title;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &missing_title::RULE,
    &different_titles::RULE,
    &unsuitable_title::RULE,
    &contradictory_title::RULE,
];
