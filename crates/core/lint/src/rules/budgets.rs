//! Rules about token cost and the number of tools.

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

/// The estimated token cost of the definition.
fn tokens(subject: &LintSubject) -> usize {
    candor_resolve::estimate_tokens(&subject.definition.to_string())
}
