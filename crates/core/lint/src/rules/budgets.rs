//! Rules about what tools cost a model: tokens and numbers.

mod costly_server;
mod costly_tool;
mod many_tools;
mod too_many_tools;

use crate::{LintRule, LintSubject};

pub(super) const RULES: &[&LintRule] = &[
    &costly_server::RULE,
    &costly_tool::RULE,
    &too_many_tools::RULE,
    &many_tools::RULE,
];

/// What the definition costs in a model's context, about.
fn tokens(subject: &LintSubject) -> usize {
    candor_resolve::estimate_tokens(&subject.definition.to_string())
}
