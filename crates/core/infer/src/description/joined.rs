//! Verbs that come with the leading one: "create or update", "… and mark it as read".

use super::sentence::DETERMINERS;
use super::text::{TextWord, WordBreak};
use super::{SentenceReading, SentenceVerb};
use crate::verb::{self, VerbEffect, WordKind};

/// How far back the beginning of a list of examples is looked for.
const LISTED: usize = 8;

/// The verbs in one breath with the leading one; returns how many words they take.
pub(super) fn beside(sentence: &[TextWord<'_>], said: &mut SentenceReading) -> usize {
    let mut at = 0;
    while let Some(token) = sentence.get(at) {
        let joins = matches!(
            token.word,
            "and" | "or" | "then" | "also" | "optionally" | "y" | "und" | "et" | "ou" | "oder"
        );
        if joins {
            at += 1;
            continue;
        }
        let after_joint = at > 0
            && matches!(
                sentence[at - 1].word,
                "and" | "or" | "then" | "y" | "und" | "et" | "ou" | "oder"
            );
        // "Get/set the value" does both.
        let listed = token.before >= WordBreak::Comma || token.slashed || after_joint;
        match SentenceVerb::of(token.word).filter(|_| listed) {
            Some(spoken) => said.beside.push(spoken),
            None => return at,
        }
        at += 1;
    }
    at
}

/// Writing verbs after "and", "or", "then" that take an object, from a place of the sentence on.
/// The sentence begins with its leading verb.
pub(super) fn also(sentence: &[TextWord<'_>], from: usize, said: &mut SentenceReading) {
    let leads_with_gerund = sentence[0].word.ends_with("ing");
    for (at, joint) in sentence.iter().enumerate().skip(from) {
        if !matches!(joint.word, "and" | "or" | "then" | "also") {
            continue;
        }
        let adverb = |token: &&TextWord<'_>| token.is_adverb();
        let mut rest = sentence[at + 1..].iter().skip_while(adverb);
        let (Some(word), Some(object)) = (rest.next(), rest.next()) else {
            return;
        };
        let Some(spoken) = SentenceVerb::of(word.word) else {
            continue;
        };
        // "Returns JSON for creating pages or updating them" says what the answer is good for.
        let aim = word.word.ends_with("ing") && !leads_with_gerund;
        // Who "inspects a build and reports the commands" tells them.
        if spoken.word == "reports" {
            continue;
        }
        let object_follows = object.before == WordBreak::Space;
        // "By year + issue + page" names three things.
        let joined = spoken.verb.kind == WordKind::Noun && matches!(object.word, "and" | "or");
        let has_object = object_follows
            && !joined
            && (DETERMINERS.contains(&object.word) || spoken.base == "manage");
        let writes = spoken.verb.effect != VerbEffect::Reads;
        if writes && has_object && !aim && !belongs_to_other(sentence, at) {
            said.also.push(spoken);
        }
    }
}

/// Whether the verb behind a joint belongs to the one before it, which is not the leading one:
/// "Get the lists to which one can add or remove a page", "operations such as create, update or
/// delete a page".
pub(super) fn belongs_to_other(sentence: &[TextWord<'_>], joint: usize) -> bool {
    let Some(at) = joint.checked_sub(1) else {
        return false;
    };
    let verb = verb::base(sentence[at].word).filter(|verb| verb.kind != WordKind::Noun);
    if !verb.is_some_and(|verb| verb.effect.writes()) {
        return false;
    }
    let before = &sentence[at.saturating_sub(LISTED)..at];
    // "What to delete, resize, or reconfigure": the list goes back to its first verb.
    let in_list = |token: &&TextWord<'_>| token.before == WordBreak::Comma;
    let listed = sentence[..=at]
        .iter()
        .rev()
        .take_while(in_list)
        .count()
        .min(LISTED);
    let first = at.saturating_sub(listed);
    let can = first
        .checked_sub(1)
        .map_or("", |place| sentence[place].word);
    let listed = sentence[at].before >= WordBreak::Comma
        && before
            .windows(2)
            .any(|words| words[0].word == "such" && words[1].word == "as");
    listed || matches!(can, "can" | "to" | "may" | "could" | "as")
}
