//! Deeds in the passive: "The old version is deleted", "existing files will be overwritten".

use super::clause::{ClauseState, Modal, is_adverb};
use super::words::{EVENTS, OTHER_TIMES};
use super::{SentenceWalk, StatementForm};
use crate::description::SentenceVerb;
use crate::description::text::TextWord;
use crate::verb::{self, VerbEffect, WordKind};

/// Words with which the things begin that this call is about: "existing files are overwritten".
#[rustfmt::skip]
const THESE: [&str; 14] = [
    "the", "all", "any", "these", "those", "existing", "old", "previous", "matching", "its", "your",
    "both", "new", "other",
];

/// What a tool will be removed in, or in favour of another one, and within how many words it is said.
#[rustfmt::skip]
const VERSIONS: [&str; 12] = [
    "version", "versions", "release", "releases", "favor", "favour", "v2", "v3", "v4", "major", "minor",
    "upcoming",
];
const NOTICE: usize = 5;

/// How many words a subject in general has at most: "Credit notes are created for refunds".
const SUBJECT: usize = 4;

// === impl SentenceWalk ===

impl SentenceWalk<'_, '_> {
    /// What is said to happen with "is", "are" or "will be".
    pub(super) fn passive(
        &self,
        at: usize,
        state: ClauseState,
    ) -> Option<(SentenceVerb, StatementForm)> {
        let word = self.words[at].word;
        let told = match word {
            "be" => state.modal == Some(Modal::Will),
            _ => state.modal.is_none(),
        };
        if at == 0 || !told || state.subordinated || self.advice {
            return None;
        }
        let rest = self.words[at + 1..].iter();
        let adverbs = rest.take_while(|token| is_adverb(token.word)).count();
        let place = at + 1 + adverbs;
        let participle = self.words.get(place).filter(|token| !token.quoted)?;
        let (base, known) = verb::participle(participle.word)?;
        let general = known.effect != VerbEffect::Removes && self.is_general(at, place);
        let cut = base == "truncate" && !self.is_of_table(at);
        let cached = base == "invalidate" && self.is_of_cache(at);
        if general || cut || cached || self.is_of_answer(base, place) {
            return None;
        }
        let event = EVENTS.contains(&base)
            || base != "manage"
                && known.effect == VerbEffect::Removes
                && known.kind == WordKind::Verb;
        let mut after = self.words[place + 1..].iter().take(3);
        let other_time = after.any(|token| OTHER_TIMES.contains(&token.word));
        let verb = SentenceVerb {
            word: participle.word.to_owned(),
            base,
            verb: known,
        };
        let later = other_time || self.is_notice(place);
        (event && !later).then_some((verb, StatementForm::Indirect))
    }

    /// Whether it is said of a later version: "This tool will be removed in version 3", "in favor of".
    fn is_notice(&self, participle: usize) -> bool {
        let mut after = self.words[participle + 1..].iter().take(NOTICE);
        after.next().is_some_and(|token| token.word == "in")
            && after.any(|token| VERSIONS.contains(&token.word))
    }

    /// Whether what was kept only to answer faster is thrown away: "Cached reads are invalidated".
    fn is_of_cache(&self, at: usize) -> bool {
        let cache = |token: &TextWord<'_>| matches!(token.word, "cache" | "cached" | "caches");
        self.words[..at].iter().any(cache)
    }

    /// Whether a table is cut short, and not the answer.
    fn is_of_table(&self, at: usize) -> bool {
        let table = |token: &TextWord<'_>| matches!(token.word, "table" | "tables");
        self.words[..at].iter().any(table)
    }

    /// Whether it is said of things in general what happens to them: "Credit notes are created for
    /// refunds", "Customers are sent an invoice".
    fn is_general(&self, at: usize, participle: usize) -> bool {
        let subject = &self.words[..at];
        let begins = subject.first().map_or("", |first| first.word);
        let ends = subject.last().map_or("", |last| last.word);
        let next = self.words.get(participle + 1).map_or("", |next| next.word);
        let bare = subject.len() <= SUBJECT && !THESE.contains(&begins) && ends.ends_with('s');
        !self.first
            && self.words[at].word == "are"
            && bare
            && matches!(next, "for" | "a" | "an" | "the")
    }
}
