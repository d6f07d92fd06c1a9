//! Parsing of queries.

use std::collections::{HashMap, HashSet};

use crate::SearchIndex;
use crate::letters;
use crate::stem::stem;
use crate::stop::is_stop_word;
use crate::vocabulary::{TermId, tolerance};
use crate::words::FoldedWords;

/// The number of characters read of a query.
pub const QUERY_MAX: usize = 500;

/// The number of words read of a query.
pub const QUERY_WORDS_MAX: usize = 32;

/// The weight of a synonym.
const SYNONYM: f64 = 0.7;

/// The weight of a prefix match, multiplied by the share of the word that it covers.
const BEGINNING: f64 = 0.7;

/// The shortest prefix that matches, in characters.
const BEGINNING_MIN: usize = 3;

/// The weight of a misspelt word, by the number of wrong letters.
const MISSPELT: [f64; 3] = [1.0, 0.5, 0.35];

/// The weight of a word's parts, or of two words joined.
const REJOINED: f64 = 0.8;

/// The maximum number of misspelt words in a query.
pub const MISSPELT_MAX: usize = 8;

/// The shortest part of a compound, in characters.
const PART_MIN: usize = 3;

/// The weight of a stop word in a name.
const STOP_WORD: f64 = 0.3;

/// A query, parsed against one index.
pub(crate) struct ParsedQuery<'a> {
    /// The original text.
    pub(crate) text: &'a str,
    /// The text without surrounding spaces.
    pub(crate) trimmed: &'a str,
    /// Its letters, without separators.
    pub(crate) letters: String,
    /// The terms to find, in order, stop words last.
    pub(crate) wants: Vec<QueryTerm>,
}

/// One term of a query.
pub(crate) struct QueryTerm {
    pub(crate) weight: f64,
    /// The stem in the query, if the vocabulary has it.
    pub(crate) term: Option<TermId>,
    /// The stems that match the term, each once, with their weights.
    pub(crate) alternatives: Vec<(TermId, f64)>,
    /// Whether it matches tools by itself or only improves their score.
    pub(crate) finds: bool,
    /// Whether it counts towards the words of a name that the query covers.
    pub(crate) covers: bool,
}

/// A word of a query.
struct QueryWord<'a> {
    word: &'a str,
    stem: String,
    term: Option<TermId>,
    is_stop_word: bool,
    /// Whether it may be incomplete, because it is the last word.
    is_open: bool,
    /// Whether it may be misspelt.
    is_doubtful: bool,
}

// === impl ParsedQuery ===

impl<'a> ParsedQuery<'a> {
    /// Parses a query.
    pub(crate) fn read(index: &SearchIndex, text: &'a str) -> Self {
        let end = text.char_indices().nth(QUERY_MAX);
        let read = &text[..end.map_or(text.len(), |(at, _)| at)];
        let words = FoldedWords::split(read);
        let spoken = spoken(index, &words, read.ends_with(char::is_alphanumeric));
        let together = together(index, &spoken);
        let nothing_else = together.is_empty() && spoken.iter().all(|word| word.is_stop_word);
        let mut seen = HashSet::new();
        let once = spoken.iter().filter(|word| seen.insert(&word.stem));
        let (weak, content): (Vec<_>, Vec<_>) =
            once.partition(|word| word.is_stop_word && !nothing_else);
        let mut wants: Vec<QueryTerm> = content.iter().map(|word| direct(index, word)).collect();
        let asked: HashSet<TermId> = wants.iter().filter_map(|want| want.term).collect();
        let parts = content.iter().flat_map(|word| parts(index, word));
        let others = together.into_iter().chain(parts);
        wants.extend(others.filter(|want| want.term.is_none_or(|term| !asked.contains(&term))));
        wants.extend(weak.iter().filter_map(|word| helping(index, word)));
        Self {
            text,
            trimmed: text.trim(),
            letters: words.letters().to_owned(),
            wants,
        }
    }
}

/// The words of a query. A compound counts as one word if the index contains it.
fn spoken<'a>(index: &SearchIndex, words: &'a FoldedWords, is_open: bool) -> Vec<QueryWord<'a>> {
    let is_known = |word: &str| {
        let term = index.vocabulary.find(&stem(word));
        term.is_some_and(|term| index.is_established(term))
    };
    let compounds = words.compounds().filter(|(_, word)| is_known(word));
    let compounds: HashMap<usize, &str> = compounds.collect();
    let parts: Vec<&str> = words.iter().collect();
    let mut spoken = Vec::new();
    let mut doubtful = 0;
    let mut at = 0;
    while at < parts.len() && spoken.len() < QUERY_WORDS_MAX {
        let word = compounds.get(&at).copied();
        let next = at + 1 + usize::from(word.is_some());
        let word = word.unwrap_or(parts[at]);
        let is_stop_word = is_stop_word(word);
        let is_doubtful = !is_stop_word && !is_known(word) && doubtful < MISSPELT_MAX;
        doubtful += usize::from(is_doubtful);
        let stem = stem(word);
        spoken.push(QueryWord {
            word,
            term: index.vocabulary.find(&stem),
            stem,
            is_stop_word,
            is_open: is_open && next >= parts.len(),
            is_doubtful,
        });
        at = next;
    }
    spoken
}

/// Terms made of two adjacent words: phrases, or compounds written as one word in tools.
fn together(index: &SearchIndex, spoken: &[QueryWord<'_>]) -> Vec<QueryTerm> {
    let mut wants = Vec::new();
    for pair in spoken.windows(2) {
        let [one, other] = pair else { continue };
        let phrase = one.term.zip(other.term);
        let phrase = phrase.and_then(|(one, other)| index.vocabulary.phrase(one, other));
        if let Some(form) = phrase {
            let term = index.vocabulary.term_of(form);
            wants.push(QueryTerm::of(index, term, 1.0).not_covering());
        }
        let whole = index
            .vocabulary
            .find(&stem(&format!("{}{}", one.word, other.word)));
        // Two adjacent stop words are not joined; otherwise a tool named `into` would match *in
        // to*.
        let plain = one.is_stop_word && other.is_stop_word;
        let used = |term: &TermId| !plain && !index.postings(*term).is_empty();
        if let Some(term) = whole.filter(used) {
            wants.push(QueryTerm::of(index, term, REJOINED).not_covering());
        }
    }
    wants
}

/// The term of a single word.
fn direct(index: &SearchIndex, spoken: &QueryWord<'_>) -> QueryTerm {
    let vocabulary = &index.vocabulary;
    let mut want = QueryTerm {
        weight: 1.0,
        term: spoken.term,
        alternatives: Vec::new(),
        finds: true,
        covers: true,
    };
    if let Some(term) = spoken.term {
        want.allow(index, term, 1.0);
    }
    if spoken.is_doubtful {
        for (term, wrong) in vocabulary.near(spoken.word, tolerance(spoken.word)) {
            want.allow(index, term, MISSPELT[wrong.min(2)]);
        }
    }
    if spoken.is_open && is_beginning(spoken.word) {
        let length = number(spoken.word.chars().count());
        for (term, whole) in vocabulary.beginning_with(spoken.word) {
            let share = length / number(whole);
            want.alternatives.push((term, BEGINNING * share));
        }
    }
    want.keep_best();
    want
}

/// The two words that a misspelt compound consists of.
fn parts(index: &SearchIndex, spoken: &QueryWord<'_>) -> Vec<QueryTerm> {
    if !spoken.is_doubtful {
        return Vec::new();
    }
    let word = spoken.word;
    let used = |part: &str| {
        let long = part.chars().count() >= PART_MIN;
        let term = index.vocabulary.find(&stem(part)).filter(|_| long);
        term.filter(|term| !index.postings(*term).is_empty())
    };
    let parts = word.char_indices().filter_map(|(at, _)| {
        let (one, other) = word.split_at(at);
        Some([used(one)?, used(other)?])
    });
    let parts = parts.flatten();
    parts
        .map(|term| QueryTerm::of(index, term, REJOINED))
        .collect()
}

/// A stop word that improves the score of tools with it in their name.
fn helping(index: &SearchIndex, spoken: &QueryWord<'_>) -> Option<QueryTerm> {
    let used = |term: &TermId| !index.postings(*term).is_empty();
    let term = spoken.term.filter(used)?;
    Some(QueryTerm {
        weight: STOP_WORD,
        term: Some(term),
        alternatives: vec![(term, 1.0)],
        finds: false,
        covers: true,
    })
}

/// Whether a word is long enough for prefix matching.
fn is_beginning(word: &str) -> bool {
    word.starts_with(letters::is_unspaced) || word.chars().count() >= BEGINNING_MIN
}

/// Converts a count to a float.
pub(crate) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

// === impl QueryTerm ===

impl QueryTerm {
    /// A stem and its synonyms.
    fn of(index: &SearchIndex, term: TermId, weight: f64) -> Self {
        let mut want = Self {
            weight,
            term: Some(term),
            alternatives: Vec::new(),
            finds: true,
            covers: true,
        };
        want.allow(index, term, 1.0);
        want.keep_best();
        want
    }

    /// Excludes the term from name coverage, because its parts already count.
    fn not_covering(self) -> Self {
        Self {
            covers: false,
            ..self
        }
    }

    /// Adds a matching stem and its synonyms.
    fn allow(&mut self, index: &SearchIndex, term: TermId, weight: f64) {
        self.alternatives.push((term, weight));
        let related = index.vocabulary.related(term).iter();
        let related = related.map(|other| (*other, weight * SYNONYM));
        self.alternatives.extend(related);
    }

    /// Removes duplicate stems, keeping the best weight.
    fn keep_best(&mut self) {
        let alternatives = &mut self.alternatives;
        let order = |one: &(TermId, f64), other: &(TermId, f64)| {
            one.0.cmp(&other.0).then(other.1.total_cmp(&one.1))
        };
        alternatives.sort_unstable_by(order);
        alternatives.dedup_by_key(|(term, _)| *term);
    }
}

#[cfg(test)]
mod tests;
