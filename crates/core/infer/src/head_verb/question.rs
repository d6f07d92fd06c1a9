//! Names that ask something: `is_archived`, `how_many_pages`, `can_delete_page`.

use super::{HeadVerb, VerbPosition};
use crate::verb::{self, KnownVerb, VerbEffect, WordKind};
use crate::words::NameWord;

/// Words with which a question begins. "When" and "where" begin conditions too.
#[rustfmt::skip]
const ASKING: [&str; 15] = [
    "is", "are", "has", "have", "does", "exists", "supports", "how", "what", "whats", "which", "who", "whose",
    "why", "should",
];

/// Who asks, reads, as plainly as who checks.
const QUESTION: KnownVerb = KnownVerb {
    effect: VerbEffect::Reads,
    weight: 12,
    kind: WordKind::Verb,
    repeats: 0,
};

/// The question that a name asks. `words` are those of the name without what others share, and
/// `offset` is the place of the first of them. `can_access` asks too; a `can` before anything else
/// is a thing.
pub(super) fn question(words: &[NameWord<'_>], offset: usize) -> Option<HeadVerb> {
    let [first, next, ..] = words else {
        return None;
    };
    let asks = ASKING.contains(&first.low.as_str())
        || first.low == "can" && verb::base(&next.low).is_some();
    asks.then(|| HeadVerb {
        word: first.low.clone(),
        verb: QUESTION,
        at: offset,
        place: if offset == 0 {
            VerbPosition::First
        } else {
            VerbPosition::Middle
        },
        beside: words[1..].iter().map(|word| word.low.clone()).collect(),
    })
}
