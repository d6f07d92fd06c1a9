//! What stands before the verb of a first sentence: "Given a symbol, return …", "Provides the ability
//! to list …", "A simple way of finding …".

use super::text::{TextWord, WordBreak};
use crate::verb;

/// Words with which a phrase begins that says of what the rest is true.
#[rustfmt::skip]
const CIRCUMSTANCES: [&str; 12] = [
    "given", "for", "from", "based", "with", "in", "on", "at", "as", "within", "across", "under",
];

/// How many words such a phrase has at most.
const PHRASE: usize = 14;

/// Words for what lets somebody do something.
#[rustfmt::skip]
const MEANS: [&str; 14] = [
    "ability", "way", "ways", "means", "capability", "capabilities", "option", "functionality",
    "interface", "possibility", "mechanism", "method", "methods", "facility",
];

/// Who gives that, and what stands before it.
#[rustfmt::skip]
const GIVING: [&str; 12] = [
    "provide", "provides", "providing", "offer", "offers", "offering", "give", "gives", "has", "exposes",
    "adds", "implements",
];
const NEAR: usize = 7;

/// The place behind a phrase that only says of what the rest is true.
pub(super) fn behind_circumstance(sentence: &[TextWord<'_>]) -> Option<usize> {
    let first = sentence.first()?;
    let near = &sentence[..sentence.len().min(PHRASE)];
    let comma = |token: &TextWord<'_>| token.before == WordBreak::Comma;
    let behind = near.iter().skip(1).position(comma)? + 1;
    CIRCUMSTANCES.contains(&first.word).then_some(behind)
}

/// How many words only say that something lets somebody do what follows: "provides a quick way to".
pub(super) fn lets(words: &[TextWord<'_>]) -> Option<usize> {
    let near = &words[..words.len().min(NEAR)];
    let gives = GIVING.contains(&near.first()?.word);
    let means = near
        .iter()
        .position(|token| MEANS.contains(&token.word))
        .filter(|at| *at > 0)?;
    let aim = near.get(means + 1)?;
    let plain = near[1..=means]
        .iter()
        .all(|token| token.before == WordBreak::Space);
    // "Provides a method to sort by" gives a method; what is aimed at is a deed.
    let deed = words.get(means + 2)?;
    let spoken = verb::inflected(deed.word).is_some() || deed.is_adverb();
    let aims = match aim.word {
        "to" => true,
        "for" | "of" => deed.word.ends_with("ing"),
        _ => false,
    };
    (gives && plain && aims && spoken).then_some(means + 2)
}
