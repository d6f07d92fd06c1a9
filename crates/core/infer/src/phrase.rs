//! Set phrases in descriptions: "cannot be undone", "read-only", "upsert".

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::description::TextWord;

/// What a phrase speaks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhraseTopic {
    /// Whether the tool only reads.
    Reads,
    /// Whether it destroys.
    Destroys,
    /// Whether twice is once.
    Repeats,
}

/// A phrase that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundPhrase {
    pub(crate) about: PhraseTopic,
    /// Decibans for or against.
    pub(crate) weight: i32,
    /// The phrase's words.
    pub(crate) words: &'static [&'static str],
    /// Whether a "not" before it turns it round.
    pub(crate) negated: bool,
}

/// Words that turn round what follows within three words.
const NEGATIONS: [&str; 23] = [
    "not", "never", "no", "without", "non", "cannot", "isn't", "doesn't", "don't", "won't",
    "can't", "avoid", "nor", "neither", "rejects", "reject", "blocks", "prevents", "refuses",
    "forbids", "rejected", "blocked", "nothing",
];

/// How far back a negation is looked for, and the beginning of a relative clause.
const REACH: usize = 3;
const CLAUSE: usize = 10;

/// The phrases: about what, how heavy, how heavy if negated.
#[rustfmt::skip]
const PHRASES: &[(PhraseTopic, i32, i32, &[&str])] = &[
    (PhraseTopic::Destroys, 11, 0, &["cannot", "be", "undone"]),
    (PhraseTopic::Destroys, 11, 0, &["can't", "be", "undone"]),
    (PhraseTopic::Destroys, 11, 0, &["can", "not", "be", "undone"]),
    (PhraseTopic::Destroys, 11, 0, &["cannot", "be", "reversed"]),
    (PhraseTopic::Destroys, 11, 0, &["cannot", "be", "recovered"]),
    (PhraseTopic::Destroys, 11, -3, &["irreversible"]),
    (PhraseTopic::Destroys, 11, -3, &["irreversibly"]),
    (PhraseTopic::Destroys, 11, -3, &["irrevocable"]),
    (PhraseTopic::Destroys, 9, -3, &["permanently"]),
    (PhraseTopic::Destroys, 9, -3, &["data", "loss"]),
    (PhraseTopic::Destroys, 9, -8, &["destructive"]),
    (PhraseTopic::Destroys, 9, -8, &["nondestructive"]),
    (PhraseTopic::Destroys, 8, -5, &["overwrites"]),
    (PhraseTopic::Destroys, 8, -5, &["overwrite"]),
    (PhraseTopic::Destroys, 8, -5, &["overwriting"]),
    (PhraseTopic::Destroys, 8, -5, &["overwritten"]),
    (PhraseTopic::Destroys, 7, -3, &["replaces", "all"]),
    (PhraseTopic::Destroys, 7, -3, &["replaces", "the", "existing"]),
    (PhraseTopic::Destroys, 7, -3, &["replaces", "existing"]),
    (PhraseTopic::Destroys, 7, -3, &["full", "replacement"]),
    (PhraseTopic::Destroys, -6, 0, &["append", "only"]),
    (PhraseTopic::Destroys, -6, 0, &["purely", "additive"]),
    (PhraseTopic::Reads, -10, 0, &["creates", "it", "if"]),
    (PhraseTopic::Reads, -10, 0, &["create", "it", "if"]),
    (PhraseTopic::Reads, -10, 0, &["created", "if"]),
    (PhraseTopic::Reads, -10, 0, &["creating", "it", "if"]),
    (PhraseTopic::Reads, -10, 0, &["to", "disk"]),
    (PhraseTopic::Reads, -10, 0, &["to", "local", "disk"]),
    (PhraseTopic::Reads, -10, 0, &["to", "a", "local", "file"]),
    (PhraseTopic::Reads, -9, 0, &["marks", "them", "as"]),
    (PhraseTopic::Reads, -9, 0, &["marks", "it", "as"]),
    // What is paid for each time is more than a look.
    (PhraseTopic::Reads, -9, 0, &["billed", "per"]),
    (PhraseTopic::Reads, -9, 0, &["charged", "per", "call"]),
    (PhraseTopic::Reads, -9, 0, &["charged", "per", "request"]),
    // What is left behind is told with its place.
    (PhraseTopic::Reads, -10, 0, &["returns", "local", "paths"]),
    (PhraseTopic::Reads, -10, 0, &["returns", "local", "path"]),
    (PhraseTopic::Reads, -10, 0, &["returns", "the", "local", "path"]),
    (PhraseTopic::Reads, -10, 0, &["returns", "the", "saved"]),
    (PhraseTopic::Reads, -10, 0, &["as", "a", "side", "effect"]),
    (PhraseTopic::Reads, -10, 0, &["only", "side", "effect"]),
    // Who tells what is new since the last time writes down when that was.
    (PhraseTopic::Reads, -10, 0, &["since", "last", "check"]),
    (PhraseTopic::Reads, -10, 0, &["since", "the", "last", "check"]),
    (PhraseTopic::Repeats, 12, -12, &["idempotent"]),
    (PhraseTopic::Repeats, 9, -9, &["safe", "to", "retry"]),
    (PhraseTopic::Repeats, 8, -9, &["upsert"]),
    (PhraseTopic::Repeats, 8, -9, &["upserts"]),
    (PhraseTopic::Repeats, 6, 0, &["no", "op", "if"]),
    (PhraseTopic::Repeats, -9, 0, &["each", "call", "creates"]),
    (PhraseTopic::Repeats, -9, 0, &["since", "last", "call"]),
    (PhraseTopic::Repeats, -9, 0, &["since", "the", "last", "call"]),
    (PhraseTopic::Repeats, -9, 0, &["since", "last", "check"]),
    (PhraseTopic::Repeats, -9, 0, &["since", "the", "last", "check"]),
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

// === impl FoundPhrase ===

impl FoundPhrase {
    /// The evidence in words.
    pub(crate) fn why(&self) -> String {
        let not = if self.negated { "not " } else { "" };
        format!("the description says `{not}{}`", self.words.join(" "))
    }
}

/// All phrases in a text, each once.
pub(crate) fn find(tokens: &[TextWord<'_>]) -> Vec<FoundPhrase> {
    let mut found: Vec<FoundPhrase> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        for index in FIRST_WORDS.get(token.word).into_iter().flatten() {
            let (about, plain, turned, words) = &PHRASES[*index];
            if !stands_at(&tokens[at..], words) {
                continue;
            }
            let before = &tokens[at.saturating_sub(REACH)..at];
            // "pages that can be restored or permanently deleted" are not destroyed by the tool.
            if *about == PhraseTopic::Destroys && is_subordinate(tokens, at) {
                continue;
            }
            let negated = before.iter().any(|token| NEGATIONS.contains(&token.word));
            let hit = FoundPhrase {
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

/// Whether a relative clause of the same sentence began shortly before.
fn is_subordinate(tokens: &[TextWord<'_>], at: usize) -> bool {
    let before = tokens[at.saturating_sub(CLAUSE)..=at].iter().rev();
    let mut sentence = before.scan(false, |ended, token| {
        let inside = !*ended;
        *ended |= token.begins_sentence();
        inside.then_some(token.word)
    });
    sentence.any(|word| matches!(word, "that" | "which" | "who" | "whose"))
}

/// The first words of a text that speak of the web at large.
pub(crate) fn web(tokens: &[TextWord<'_>]) -> Option<String> {
    let near = &tokens[..tokens.len().min(NEAR)];
    let mut starts = 0..near.len();
    starts.find_map(|at| {
        let phrase = WEB.iter().find(|phrase| stands_at(&near[at..], phrase))?;
        Some(phrase.join(" "))
    })
}

fn stands_at(tokens: &[TextWord<'_>], words: &[&str]) -> bool {
    tokens.len() >= words.len()
        && words
            .iter()
            .zip(tokens)
            .all(|(word, token)| *word == token.word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::LowercaseDescription;

    fn found(text: &str) -> Vec<(PhraseTopic, i32)> {
        let text = LowercaseDescription::of(Some(text));
        let found = find(&text.tokens());
        found.iter().map(|one| (one.about, one.weight)).collect()
    }

    #[test]
    fn phrases_are_found_and_turned_round() {
        for (text, expect) in [
            (
                "This action cannot be undone.",
                vec![(PhraseTopic::Destroys, 11)],
            ),
            ("It overwrites the file", vec![(PhraseTopic::Destroys, 8)]),
            (
                "Does not overwrite files",
                vec![(PhraseTopic::Destroys, -5)],
            ),
            ("Not idempotent", vec![(PhraseTopic::Repeats, -12)]),
            ("overwrite and overwrite", vec![(PhraseTopic::Destroys, 8)]),
            ("plain text", vec![]),
        ] {
            assert_eq!(found(text), expect, "{text}");
        }
    }
}
