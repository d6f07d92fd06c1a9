//! What a source declares for its other tools about destroying: the nearest tools that agree decide, and
//! those further away are not asked.
//!
//! A wrong "not destructive" does harm, so that nothing is added up here: where the nearest disagree and
//! no wider group agrees, the hint stays unset.

use super::TrueFalseCount;
use super::habit::NearToFar;

/// How many tools that are declared alike make a habit.
const HABIT: usize = 4;
const FEW: usize = 2;

/// How many with the same verb say something.
const SAME: usize = 1;

/// What siblings with the same verb weigh, in decibans, those that do the same kind of thing, and all that
/// write. A habit weighs more than the usual meaning of a verb.
const SAME_VERB: i32 = 14;
const SAME_VERB_HABIT: i32 = 17;
const SAME_EFFECT: i32 = 12;
const SAME_EFFECT_HABIT: i32 = 13;
const FEW_WRITES: i32 = 10;

/// The group that decides, its weight in decibans, and how near it is.
pub(super) struct Deciding {
    pub(super) value: bool,
    pub(super) weight: i32,
    pub(super) group: Group,
    pub(super) count: TrueFalseCount,
}

/// How near a group of tools is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    SameVerb,
    SameEffect,
    AllWrites,
}

/// The nearest group that agrees.
pub(super) fn nearest(counts: NearToFar) -> Option<Deciding> {
    same_verb(counts.same_verb)
        .or_else(|| same_effect(counts.same_verb.and(counts.same_effect)))
        .or_else(|| all_writes(counts.all()))
}

fn same_verb(count: TrueFalseCount) -> Option<Deciding> {
    let weight = if count.all() >= HABIT {
        SAME_VERB_HABIT
    } else {
        SAME_VERB
    };
    let value = count.agreement(SAME, 7)?;
    Some(Deciding {
        value,
        weight,
        group: Group::SameVerb,
        count,
    })
}

fn same_effect(count: TrueFalseCount) -> Option<Deciding> {
    let weight = if count.all() >= HABIT {
        SAME_EFFECT_HABIT
    } else {
        SAME_EFFECT
    };
    let value = count.agreement(FEW, 8)?;
    Some(Deciding {
        value,
        weight,
        group: Group::SameEffect,
        count,
    })
}

/// Some authors call every write destructive, and some none. A few that all agree are no habit yet, but
/// more than nothing.
fn all_writes(count: TrueFalseCount) -> Option<Deciding> {
    let habit = count.agreement(HABIT, 9);
    let weight = if habit.is_some() {
        SAME_EFFECT
    } else {
        FEW_WRITES
    };
    let value = habit.or_else(|| count.agreement(FEW, 10))?;
    Some(Deciding {
        value,
        weight,
        group: Group::AllWrites,
        count,
    })
}
