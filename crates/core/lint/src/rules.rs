//! The rules, one per file.

mod contradictory_hints;
mod description_repeats_name;
mod hint_contradicted;
mod long_name;
mod method_contradicted;
mod missing_description;
mod missing_output_schema;
mod name_characters;
mod suggested_hint;
mod undescribed_parameters;
mod unset_hints;
mod unset_open_world;
mod unusable_schema;

#[cfg(test)]
mod tests;

use candor_model::Hint;

use crate::LintRule;

/// Every rule, in the order in which findings are reported: most severe first.
pub const RULES: [LintRule; 13] = [
    contradictory_hints::RULE,
    unusable_schema::RULE,
    missing_description::RULE,
    description_repeats_name::RULE,
    undescribed_parameters::RULE,
    method_contradicted::RULE,
    hint_contradicted::RULE,
    unset_hints::RULE,
    long_name::RULE,
    name_characters::RULE,
    suggested_hint::RULE,
    missing_output_schema::RULE,
    unset_open_world::RULE,
];

/// `read-only`, `not destructive`.
fn hint_words(hint: Hint, value: bool) -> String {
    if value {
        hint.word().to_owned()
    } else {
        format!("not {}", hint.word())
    }
}
