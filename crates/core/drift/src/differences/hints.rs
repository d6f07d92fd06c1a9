//! Changed hints, and the direction of the change.

use std::fmt;

use candor_model::Hint;
use serde_json::Value;

use super::{alike, text};
use crate::definition::DefinitionMembers;

/// A hint that changed.
pub(super) struct HintDifference<'a> {
    hint: Hint,
    pinned: Option<&'a Value>,
    found: Option<&'a Value>,
    /// In which direction.
    pub(super) turn: HintDirection,
}

/// In which direction a hint changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HintDirection {
    /// It claims less risk than before, or it is unclear what it claims.
    Looser,
    /// It now claims more danger.
    Tighter,
    /// It is now unset.
    Silent,
}

/// The hints that changed, in the order in which hints are shown.
pub(super) fn changes<'a>(
    pinned: Option<&'a DefinitionMembers>,
    found: Option<&'a DefinitionMembers>,
) -> Vec<HintDifference<'a>> {
    let change = |hint: Hint| {
        let pinned = pinned.and_then(|members| members.get(hint.wire()));
        let found = found.and_then(|members| members.get(hint.wire()));
        let same = match (pinned, found) {
            (Some(pinned), Some(found)) => alike(pinned, found),
            (pinned, found) => pinned.is_none() && found.is_none(),
        };
        (!same).then(|| HintDifference {
            hint,
            pinned,
            found,
            turn: turn(hint, found),
        })
    };
    Hint::ALL.into_iter().filter_map(change).collect()
}

/// The direction in which a hint changed. A value that is not a boolean counts as the less careful
/// one, because some clients test truthiness and they differ.
fn turn(hint: Hint, found: Option<&Value>) -> HintDirection {
    match found {
        None | Some(Value::Null) => HintDirection::Silent,
        Some(Value::Bool(said)) if *said == hint.careful() => HintDirection::Tighter,
        Some(_) => HintDirection::Looser,
    }
}

// === impl HintDifference ===

impl fmt::Display for HintDifference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |value: Option<&Value>| value.map_or_else(|| "unset".to_owned(), text::show);
        write!(
            f,
            "{}: {} → {}",
            self.hint.wire(),
            show(self.pinned),
            show(self.found)
        )?;
        match (self.found, self.turn) {
            (Some(Value::Bool(_)), HintDirection::Looser) => f.write_str(" (less careful)"),
            (_, HintDirection::Tighter) => f.write_str(" (more careful)"),
            (Some(_), _) => f.write_str(" (not a boolean)"),
            (None, _) => Ok(()),
        }
    }
}
