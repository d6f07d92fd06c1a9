//! Rules about the presence and correctness of hints.

mod computation_declared_open;
mod contradictory_hints;
mod creation_destructive;
mod creation_idempotent;
mod default_hints;
mod evidence;
mod hint_not_boolean;
mod hint_not_explicit;
mod looser_than_its_parts;
mod misspelt_hint;
mod no_annotations;
mod observed_otherwise;
mod odd_open_world;
mod outside_declared_closed;
mod overwrite_not_destructive;
mod read_declared_write;
mod read_only_contradicted;
mod read_only_removal;
mod read_only_sending;
mod reading_request_declared_write;
mod removal_not_destructive;
mod removal_not_idempotent;
mod scope_contradicts_hint;
mod sending_declared_closed;
mod stamped_hints;
mod unexplained_override;
mod unmarked_secret;
mod unrepeatable_read;
mod versioned_idempotent;
mod write_without_destructive;
mod write_without_read_only_false;
mod writing_get;

use crate::LintRule;

use evidence::{quoted_sentence, reaches_outside, read_only_verb, version_parameter};

pub(super) const RULES: &[&LintRule] = &[
    &no_annotations::RULE,
    &hint_not_explicit::RULE,
    &write_without_read_only_false::RULE,
    &contradictory_hints::RULE,
    &write_without_destructive::RULE,
    &unrepeatable_read::RULE,
    &stamped_hints::RULE,
    &default_hints::RULE,
    &misspelt_hint::RULE,
    &hint_not_boolean::RULE,
    &read_only_removal::RULE,
    &read_only_sending::RULE,
    &read_only_contradicted::RULE,
    &removal_not_destructive::RULE,
    &overwrite_not_destructive::RULE,
    &creation_destructive::RULE,
    &creation_idempotent::RULE,
    &removal_not_idempotent::RULE,
    &versioned_idempotent::RULE,
    &read_declared_write::RULE,
    &reading_request_declared_write::RULE,
    &writing_get::RULE,
    &odd_open_world::RULE,
    &outside_declared_closed::RULE,
    &sending_declared_closed::RULE,
    &computation_declared_open::RULE,
    &looser_than_its_parts::RULE,
    &unexplained_override::RULE,
    &scope_contradicts_hint::RULE,
    &unmarked_secret::RULE,
    &observed_otherwise::RULE,
];
