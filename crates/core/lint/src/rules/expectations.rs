//! Rules about the project's expectations and its policy file.

mod expired_suppression;
mod missing_expected_tool;
mod unexpected_hint;
mod unlisted_tool;
mod unused_suppression;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &unexpected_hint::RULE,
    &missing_expected_tool::RULE,
    &unlisted_tool::RULE,
    &expired_suppression::RULE,
    &unused_suppression::RULE,
];

pub(super) use unused_suppression::unused;
