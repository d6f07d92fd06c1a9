//! Switches that say what is done besides.

use serde_json::Value;

use super::DESCRIPTION;
use crate::verb::{self, VerbEffect, WordKind};
use crate::words::clip;

/// What a switch weighs that is a verb which removes, in decibans.
pub(super) const REMOVING_SWITCH: i32 = 9;

/// Whether a switch is a verb that removes: `prune`. What it removes is removed by this tool.
pub(super) fn removes(key: &str, property: &Value) -> bool {
    let verb = verb::base(key).filter(|verb| verb.kind == WordKind::Verb);
    verb.is_some_and(|verb| verb.effect == VerbEffect::Removes)
        && property.get("type").is_some_and(|kind| kind == "boolean")
}

/// Whether a switch only says that no cached answer is wanted.
pub(super) fn asks_anew(property: &Value) -> bool {
    let text = property.get("description").and_then(Value::as_str);
    let text = clip(text.unwrap_or_default(), DESCRIPTION).to_lowercase();
    ["cache", "fresh"].iter().any(|word| text.contains(word))
}

/// Whether a switch must be given, so that a call says what is to be the case.
pub(super) fn takes_switch(schema: &Value) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    let mut names = required.into_iter().flatten().filter_map(Value::as_str);
    names.any(|name| {
        let property = schema.get("properties").and_then(|all| all.get(name));
        property.is_some_and(|one| one.get("type").is_some_and(|kind| kind == "boolean"))
    })
}
