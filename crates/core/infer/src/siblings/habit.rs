//! What a source declares for its other tools about whether a call may be repeated, added up.
//!
//! Tools with the same verb say most, others that do the same kind of thing less, all others that
//! write least; each by how many there are and how far they agree. What authors in general say of
//! such a verb is what they are weighed against: the policy that is set is for sources that declare
//! nothing. The figures were fitted on servers that were left out in turn.

use candor_model::Hint;

use super::TrueFalseCount;
use crate::verb::VerbEffect;

/// How much so many tools with one value weigh, in decibans; more weigh like the last.
const WEIGHTS: [i32; 16] = [-3, 2, 4, 5, 7, 7, 8, 9, 9, 10, 10, 11, 11, 11, 12, 12];

/// How much more or less tools weigh that have the same verb, the same kind of verb, or another one, in
/// tenths.
const SHARES: [i32; 3] = [25, 8, 6];

/// How many tools with the same verb are enough to ask no others, even where they disagree.
const ENOUGH: usize = 6;

/// How many tools have to be declared before anything is made of it.
const FEWEST: usize = 2;

/// The least that declarations lean to say something, in decibans.
const LEAST: i32 = 1;

/// The declared tools of a source without one of them, by how near they are to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearToFar {
    pub(super) same_verb: TrueFalseCount,
    pub(super) same_effect: TrueFalseCount,
    pub(super) rest: TrueFalseCount,
}

// === impl NearToFar ===

impl NearToFar {
    /// All of them.
    pub(super) const fn all(self) -> TrueFalseCount {
        self.same_verb.and(self.same_effect).and(self.rest)
    }

    /// What they say together, in decibans; nothing where they do not agree enough to say something.
    pub(super) fn leaning(self, hint: Hint, effect: Option<VerbEffect>) -> Option<i32> {
        let all = self.all();
        if all.yes + all.no < FEWEST {
            return None;
        }
        let counts = [self.same_verb, self.same_effect, self.rest];
        let alone = self.same_verb.yes + self.same_verb.no >= ENOUGH;
        let said: i32 = counts
            .iter()
            .zip(SHARES)
            .take(if alone { 1 } else { counts.len() })
            .map(|(count, share)| share * (weight(count.yes) - weight(count.no)))
            .sum();
        let said = said / 10;
        (said.abs() >= LEAST).then(|| said + in_general(hint, effect))
    }
}

fn weight(tools: usize) -> i32 {
    WEIGHTS[tools.min(WEIGHTS.len() - 1)]
}

/// What authors say of tools that do this, in decibans.
const fn in_general(hint: Hint, effect: Option<VerbEffect>) -> i32 {
    let Some(effect) = effect else {
        return 0;
    };
    match (hint, effect) {
        (Hint::Idempotent, VerbEffect::Removes) => 4,
        (Hint::Idempotent, VerbEffect::Changes) => 1,
        (Hint::Idempotent, VerbEffect::Acts) => -4,
        (Hint::Idempotent, VerbEffect::Adds) => -5,
        _ => 0,
    }
}
