//! Which hints changed, and in which direction.

use std::fmt;

use candor_model::Hint;
use serde_json::Value;

use super::{alike, text};
use crate::definition::Members;

/// A hint that changed.
pub(super) struct Change<'a> {
    hint: Hint,
    pinned: Option<&'a Value>,
    found: Option<&'a Value>,
    /// In which direction.
    pub(super) turn: Turn,
}

/// In which direction a hint changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It says less danger than before, or nobody can tell what it says.
    Looser,
    /// It says more danger than before.
    Tighter,
    /// It says nothing any more.
    Silent,
}

/// The hints that changed, in the order in which hints are shown.
pub(super) fn changes<'a>(
    pinned: Option<&'a Members>,
    found: Option<&'a Members>,
) -> Vec<Change<'a>> {
    let change = |hint: Hint| {
        let pinned = pinned.and_then(|members| members.get(hint.wire()));
        let found = found.and_then(|members| members.get(hint.wire()));
        let same = match (pinned, found) {
            (Some(pinned), Some(found)) => alike(pinned, found),
            (pinned, found) => pinned.is_none() && found.is_none(),
        };
        (!same).then(|| Change {
            hint,
            pinned,
            found,
            turn: turn(hint, found),
        })
    };
    Hint::ALL.into_iter().filter_map(change).collect()
}

/// In which direction a hint turned that now has another value. One that is no boolean counts as
/// the less careful one: some clients ask whether it is truthy, and no two need agree.
fn turn(hint: Hint, found: Option<&Value>) -> Turn {
    match found {
        None | Some(Value::Null) => Turn::Silent,
        Some(Value::Bool(said)) if *said == hint.careful() => Turn::Tighter,
        Some(_) => Turn::Looser,
    }
}

// === impl Change ===

impl fmt::Display for Change<'_> {
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
            (Some(Value::Bool(_)), Turn::Looser) => f.write_str(" (less careful)"),
            (_, Turn::Tighter) => f.write_str(" (more careful)"),
            (Some(_), _) => f.write_str(" (not a boolean)"),
            (None, _) => Ok(()),
        }
    }
}
