//! Set phrases in descriptions: "cannot be undone", "read-only", "upsert".

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::description::Token;

/// What a phrase speaks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Whether the tool only reads.
    Reads,
    /// Whether it destroys.
    Destroys,
    /// Whether twice is once.
    Repeats,
}

/// A phrase that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) about: About,
    /// Decibans for or against.
    pub(crate) weight: i32,
    /// The phrase's words.
    pub(crate) words: &'static [&'static str],
    /// Whether a "not" before it turns it round.
    pub(crate) negated: bool,
}

/// Words that turn round what follows within three words.
const NEGATIONS: [&str; 22] = [
    "not", "never", "no", "without", "non", "cannot", "isn't", "doesn't", "don't", "won't",
    "can't", "avoid", "nor", "neither", "rejects", "reject", "blocks", "prevents", "refuses",
    "forbids", "rejected", "blocked",
];

/// How far back a negation is looked for.
const REACH: usize = 3;

/// The phrases: about what, how heavy, how heavy if negated.
#[rustfmt::skip]
const PHRASES: &[(About, i32, i32, &[&str])] = &[
    (About::Destroys, 11, 0, &["cannot", "be", "undone"]),
    (About::Destroys, 11, 0, &["can't", "be", "undone"]),
    (About::Destroys, 11, 0, &["can", "not", "be", "undone"]),
    (About::Destroys, 11, 0, &["cannot", "be", "reversed"]),
    (About::Destroys, 11, 0, &["cannot", "be", "recovered"]),
    (About::Destroys, 11, -3, &["irreversible"]),
    (About::Destroys, 11, -3, &["irreversibly"]),
    (About::Destroys, 11, -3, &["irrevocable"]),
    (About::Destroys, 9, -3, &["permanently"]),
    (About::Destroys, 9, -3, &["data", "loss"]),
    (About::Destroys, 9, -8, &["destructive"]),
    (About::Destroys, 9, -8, &["nondestructive"]),
    (About::Destroys, 8, -5, &["overwrites"]),
    (About::Destroys, 8, -5, &["overwrite"]),
    (About::Destroys, 8, -5, &["overwriting"]),
    (About::Destroys, 8, -5, &["overwritten"]),
    (About::Destroys, 7, -3, &["replaces", "all"]),
    (About::Destroys, 7, -3, &["replaces", "the", "existing"]),
    (About::Destroys, 7, -3, &["replaces", "existing"]),
    (About::Destroys, 7, -3, &["full", "replacement"]),
    (About::Destroys, -6, 0, &["append", "only"]),
    (About::Destroys, -6, 0, &["purely", "additive"]),
    (About::Reads, 6, 0, &["read", "only"]),
    (About::Reads, 6, 0, &["readonly"]),
    (About::Reads, -7, 8, &["modify", "any"]),
    (About::Reads, -5, 8, &["modifies", "the"]),
    (About::Reads, 8, 0, &["does", "not", "modify"]),
    (About::Reads, 8, 0, &["doesn't", "modify"]),
    (About::Reads, 8, 0, &["without", "modifying"]),
    (About::Reads, 8, 0, &["no", "changes", "are", "made"]),
    (About::Reads, -6, 7, &["side", "effects"]),
    (About::Reads, -10, 0, &["creates", "it", "if"]),
    (About::Reads, -10, 0, &["create", "it", "if"]),
    (About::Reads, -10, 0, &["created", "if"]),
    (About::Reads, -10, 0, &["creating", "it", "if"]),
    (About::Reads, -9, 0, &["marks", "them", "as"]),
    (About::Reads, -9, 0, &["marks", "it", "as"]),
    (About::Repeats, 12, -12, &["idempotent"]),
    (About::Repeats, 9, -9, &["safe", "to", "retry"]),
    (About::Repeats, 8, -9, &["upsert"]),
    (About::Repeats, 8, -9, &["upserts"]),
    (About::Repeats, 6, 0, &["no", "op", "if"]),
    (About::Repeats, -9, 0, &["each", "call", "creates"]),
    (About::Repeats, -9, 0, &["since", "last", "call"]),
    (About::Repeats, -9, 0, &["since", "the", "last", "call"]),
    (About::Repeats, -9, 0, &["since", "last", "check"]),
    (About::Repeats, -9, 0, &["since", "the", "last", "check"]),
];

/// For the first word of a phrase, the places of all phrases that begin with it.
static FIRST_WORDS: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, (.., words)) in PHRASES.iter().enumerate() {
        places.entry(words[0]).or_default().push(place);
    }
    places
});

/// Phrases that speak of the web at large.
const WEB: [&[&str]; 10] = [
    &["the", "web"],
    &["web", "search"],
    &["web", "page"],
    &["web", "pages"],
    &["webpage"],
    &["website"],
    &["the", "internet"],
    &["from", "a", "url"],
    &["the", "url"],
    &["any", "url"],
];

/// How many words from the beginning may speak of the web.
const NEAR: usize = 25;

// === impl Found ===

impl Found {
    /// The evidence in words.
    pub(crate) fn why(&self) -> String {
        let not = if self.negated { "not " } else { "" };
        format!("the description says `{not}{}`", self.words.join(" "))
    }
}

/// All phrases in a text, each once.
pub(crate) fn find(tokens: &[Token<'_>]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        for index in FIRST_WORDS.get(token.word).into_iter().flatten() {
            let (about, plain, turned, words) = &PHRASES[*index];
            if !stands_at(&tokens[at..], words) {
                continue;
            }
            let before = &tokens[at.saturating_sub(REACH)..at];
            let negated = before.iter().any(|token| NEGATIONS.contains(&token.word));
            let hit = Found {
                about: *about,
                weight: if negated { *turned } else { *plain },
                words,
                negated,
            };
            if !found.contains(&hit) {
                found.push(hit);
            }
        }
    }
    found
}

/// The first words of a text that speak of the web at large.
pub(crate) fn web(tokens: &[Token<'_>]) -> Option<String> {
    let near = &tokens[..tokens.len().min(NEAR)];
    let mut starts = 0..near.len();
    starts.find_map(|at| {
        let phrase = WEB.iter().find(|phrase| stands_at(&near[at..], phrase))?;
        Some(phrase.join(" "))
    })
}

fn stands_at(tokens: &[Token<'_>], words: &[&str]) -> bool {
    tokens.len() >= words.len()
        && words
            .iter()
            .zip(tokens)
            .all(|(word, token)| *word == token.word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::Text;

    fn found(text: &str) -> Vec<(About, i32)> {
        let text = Text::of(Some(text));
        let found = find(&text.tokens());
        found.iter().map(|one| (one.about, one.weight)).collect()
    }

    #[test]
    fn phrases_are_found_and_turned_round() {
        for (text, expect) in [
            ("This action cannot be undone.", vec![(About::Destroys, 11)]),
            ("It overwrites the file", vec![(About::Destroys, 8)]),
            ("Does not overwrite files", vec![(About::Destroys, -5)]),
            ("A read-only view", vec![(About::Reads, 6)]),
            ("Has no side effects", vec![(About::Reads, 7)]),
            ("Not idempotent", vec![(About::Repeats, -12)]),
            ("overwrite and overwrite", vec![(About::Destroys, 8)]),
            ("plain text", vec![]),
        ] {
            assert_eq!(found(text), expect, "{text}");
        }
    }
}
