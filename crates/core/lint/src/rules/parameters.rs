//! Rules about parameters.

mod free_text_on_read_only;
mod mixed_actions;
mod safety_switch;
mod sensitive_input;
mod unconstrained_parameter;
mod undescribed_parameter;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &undescribed_parameter::RULE,
    &unconstrained_parameter::RULE,
    &mixed_actions::RULE,
    &safety_switch::RULE,
    &free_text_on_read_only::RULE,
    &sensitive_input::RULE,
];
