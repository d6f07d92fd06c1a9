//! Rules about text that is hidden or intended only for the model.

mod asks_for_secrets;
mod embedded_instructions;
mod hidden_characters;
mod mentions_other_server;
mod poisoned_instructions;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &hidden_characters::RULE,
    &embedded_instructions::RULE,
    &mentions_other_server::RULE,
    &asks_for_secrets::RULE,
    &poisoned_instructions::RULE,
];
