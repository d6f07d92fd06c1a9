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
