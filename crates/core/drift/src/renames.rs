//! Which new tool is an old one under another name.
//!
//! A source that renames a tool could slip a changed definition past its pin. So when one tool is
//! gone and another is new, the two are held against each other. They are *twins* if one of these
//! rows holds:
//!
//! | input schema | description | names | the rest |
//! |---|---|---|---|
//! | the same | at least 85 % alike | any | any |
//! | at least 60 % alike | at least 85 % alike | share a word | any |
//! | the same, with two properties or more | neither has one | share a word | the same |
//!
//! and if enough of them agrees to mean something: words of the description in common, plus two
//! for every property in common, plus words of the name in common, come to at least four. So two
//! tools without parameters, described by one word each, are never twins.
//!
//! - Schemas are as alike as their properties: twice the number in common, by the number in both.
//!   The descriptions of properties play no part in this.
//! - Descriptions are compared word by word (edit distance), in small letters. The tool's own
//!   name, unless it is a plain word, counts as one word that is the same for every tool, and
//!   verbs of one kind (*delete*, *removes*) as the same word. A description that holds the other
//!   one whole, at least four words, is entirely alike, or else a text put around it would hide
//!   the rename.
//! - Two names with verbs of different kinds (*get*, *delete*) are no twins, unless the
//!   descriptions are entirely alike.
//! - Both belong to the same source.
//!
//! The best pairs are taken first, and each tool is in one pair at most. The time is bounded: of
//! each list the first [`TOOLS_MAX`] are looked at, of each description the first
//! [`WORDS_MAX`] words; and when [`STEPS_MAX`] steps have been spent on descriptions that are not
//! equal, only equal ones are still recognised.

mod candidate;
mod words;

use candor_model::DefinitionPin;

use candidate::RenameCandidate;

/// The maximum number of tools considered per list.
pub const TOOLS_MAX: usize = 1_000;

/// The maximum number of words considered per description.
pub const WORDS_MAX: usize = 400;

/// The maximum number of word comparisons in total.
pub const STEPS_MAX: usize = 50_000_000;

/// The minimum similarity of descriptions, in thousandths.
const DESCRIPTION_MIN: usize = 850;

/// The minimum similarity of schemas that are not equal, in thousandths.
const SCHEMA_MIN: usize = 600;

/// The minimum amount of agreement.
const SUBSTANCE_MIN: usize = 4;

/// The minimum number of words for a description to be recognised inside another.
const HELD_MIN: usize = 4;

/// The likeness of equal texts.
const WHOLE: usize = 1_000;

/// Matches new definitions with removed ones that are near twins, as (index into `gone`, index into
/// `new`), best first. No index appears twice on its side. The module documentation defines twins.
/// Unreadable definitions have none.
pub fn renames(gone: &[&DefinitionPin], new: &[&DefinitionPin]) -> Vec<(usize, usize)> {
    if gone.is_empty() || new.is_empty() {
        return Vec::new();
    }
    let portraits = |pins: &[&DefinitionPin]| -> Vec<Option<RenameCandidate>> {
        let pins = pins.iter().take(TOOLS_MAX);
        pins.map(|pin| RenameCandidate::of(pin)).collect()
    };
    let (old, new) = (portraits(gone), portraits(new));
    let mut steps = STEPS_MAX;
    let mut twins = Vec::new();
    for (at, old) in each(&old) {
        for (to, new) in each(&new) {
            if let Some(likeness) = likeness(old, new, &mut steps) {
                twins.push((likeness, at, to));
            }
        }
    }
    twins.sort_unstable_by_key(|(likeness, at, to)| (usize::MAX - likeness, *at, *to));
    one_to_one(&twins, old.len(), new.len())
}

fn each(portraits: &[Option<RenameCandidate>]) -> impl Iterator<Item = (usize, &RenameCandidate)> {
    let portraits = portraits.iter().enumerate();
    portraits.filter_map(|(at, portrait)| Some((at, portrait.as_ref()?)))
}

/// Accepts pairs in order, unless one of the two is already paired.
fn one_to_one(twins: &[(usize, usize, usize)], old: usize, new: usize) -> Vec<(usize, usize)> {
    let (mut old, mut new) = (vec![false; old], vec![false; new]);
    let mut pairs = Vec::new();
    for &(_, at, to) in twins {
        if !old[at] && !new[to] {
            (old[at], new[to]) = (true, true);
            pairs.push((at, to));
        }
    }
    pairs
}

/// The similarity of two tools, if they are twins. Only useful for comparison; more is better.
fn likeness(old: &RenameCandidate, new: &RenameCandidate, steps: &mut usize) -> Option<usize> {
    if old.source != new.source {
        return None;
    }
    let same_schema = old.schema == new.schema;
    let schema = if same_schema {
        WHOLE
    } else {
        old.schema_likeness(new)
    };
    let name = old.name_words_shared(new);
    if !same_schema && (schema < SCHEMA_MIN || name == 0) {
        return None;
    }
    let same_rest = old.rest == new.rest;
    let properties = old.properties_shared(new);
    let (description, agreed) = if old.words.len() + new.words.len() == 0 {
        if !(same_schema && same_rest && properties >= 2 && name > 0) {
            return None;
        }
        (0, 0)
    } else {
        old.words.likeness(&new.words, DESCRIPTION_MIN, steps)?
    };
    if agreed + 2 * properties + name < SUBSTANCE_MIN
        || (description < WHOLE && old.verbs_differ(new))
    {
        return None;
    }
    // Names only decide between tools that are alike otherwise.
    let rest = if same_rest { WHOLE } else { 0 };
    Some((description + schema + rest) * WHOLE + old.name_likeness(new))
}

#[cfg(test)]
mod tests;
