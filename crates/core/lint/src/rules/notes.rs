//! Rules about notes on tools.

mod invalid_note_name;
mod long_notes;
mod note_contradicts_hints;
mod note_gives_orders;
mod poisoned_note;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &invalid_note_name::RULE,
    &long_notes::RULE,
    &note_contradicts_hints::RULE,
    &poisoned_note::RULE,
    &note_gives_orders::RULE,
];
