//! The vocabulary of an index: its words, their stems, and which words are similar.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::letters;
use crate::stem::stem;
use crate::synonyms::{ACTIONS, PHRASES, groups};

/// The id of a stem.
pub(crate) type TermId = usize;

/// The id of a word in its original form.
pub(crate) type FormId = u32;

/// Words and stems. Always contains the words of the synonyms.
#[derive(Clone)]
pub(crate) struct Vocabulary {
    forms: Vec<WordForm>,
    by_text: HashMap<Box<str>, FormId>,
    by_stem: HashMap<Box<str>, TermId>,
    /// The forms sorted by text; filled in by `finish`.
    sorted: Vec<FormId>,
    related: HashMap<TermId, Vec<TermId>>,
    phrases: Vec<WordPair>,
    /// Terms below this id are in a group of actions.
    actions: TermId,
    /// Terms below this id are in a group or a phrase.
    listed: TermId,
}

/// A word in its original form.
#[derive(Clone)]
struct WordForm {
    text: Box<str>,
    term: TermId,
    /// The set of its letters, as bits.
    letters: u32,
    length: usize,
}

/// A phrase of two words.
#[derive(Clone, Copy)]
struct WordPair {
    first: TermId,
    second: TermId,
    form: FormId,
}

/// The maximum number of distinct words learned from long texts.
pub const WORDS_MAX: usize = 150_000;

/// Shorter words are not treated as misspellings.
const NEIGHBOUR_MIN: usize = 4;

// === impl Vocabulary ===

impl Vocabulary {
    /// A vocabulary with only the words of the synonyms.
    pub(crate) fn new() -> Self {
        Self::listed_words().clone()
    }

    /// The same, shared and read-only. Every vocabulary has these words under these ids.
    pub(crate) fn listed_words() -> &'static Self {
        static LISTED: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::listed);
        &LISTED
    }

    fn listed() -> Self {
        let mut new = Self {
            forms: Vec::new(),
            by_text: HashMap::new(),
            by_stem: HashMap::new(),
            sorted: Vec::new(),
            related: HashMap::new(),
            phrases: Vec::new(),
            actions: 0,
            listed: 0,
        };
        for (at, group) in groups().enumerate() {
            if at == ACTIONS.len() {
                new.actions = new.by_stem.len();
            }
            let terms: Vec<TermId> = group.split(' ').map(|word| new.learn(word)).collect();
            for term in &terms {
                let others = terms.iter().filter(|other| *other != term);
                new.related.entry(*term).or_default().extend(others);
            }
        }
        for (first, second, whole) in PHRASES {
            let term = new.learn(whole);
            let phrase = WordPair {
                first: new.learn(first),
                second: new.learn(second),
                form: new.push(format!("{first} {second}").into(), term),
            };
            new.phrases.push(phrase);
        }
        new.listed = new.by_stem.len();
        new
    }

    /// The id of a word, if it is known.
    pub(crate) fn known(&self, word: &str) -> Option<FormId> {
        self.by_text.get(word).copied()
    }

    /// The id of a word with this stem, added if it is new.
    pub(crate) fn form(&mut self, word: &str, stem: &str) -> FormId {
        if let Some(known) = self.by_text.get(word) {
            return *known;
        }
        let next = self.by_stem.len();
        let term = match self.by_stem.get(stem) {
            Some(term) => *term,
            None => *self.by_stem.entry(stem.into()).or_insert(next),
        };
        let form = self.push(word.into(), term);
        self.by_text.insert(word.into(), form);
        form
    }

    /// The id of a word with this stem, added if it is new and there is room.
    pub(crate) fn form_if_room(&mut self, word: &str, stem: &str) -> Option<FormId> {
        if self.forms.len() < WORDS_MAX {
            return Some(self.form(word, stem));
        }
        self.known(word)
    }

    /// Must be called after the last word was added and before any lookup.
    pub(crate) fn finish(&mut self) {
        self.by_text = HashMap::new();
        // A misspelt word is compared with stems too: `isues` is nearer to `issu` than to
        // `issue`.
        let mut stems: Vec<_> = self
            .by_stem
            .iter()
            .map(|(stem, term)| (stem.clone(), *term))
            .collect();
        let whole = |form: &WordForm| (form.text.clone(), form.term);
        let forms: HashSet<_> = self.forms.iter().map(whole).collect();
        stems.retain(|stem| !forms.contains(stem));
        stems.sort_unstable();
        for (stem, term) in stems {
            self.push(stem, term);
        }
        self.sorted = (0..).take(self.forms.len()).collect();
        let forms = &self.forms;
        let text = |form: &FormId| &forms[*form as usize].text;
        self.sorted.sort_by(|one, other| text(one).cmp(text(other)));
        self.forms.shrink_to_fit();
    }

    /// The number of stems.
    pub(crate) fn terms(&self) -> usize {
        self.by_stem.len()
    }

    /// The stem of a word.
    pub(crate) fn term_of(&self, form: FormId) -> TermId {
        self.forms[form as usize].term
    }

    /// The text of a word.
    pub(crate) fn text(&self, form: FormId) -> &str {
        &self.forms[form as usize].text
    }

    /// Whether a stem is in a group of actions.
    pub(crate) fn is_action(&self, term: TermId) -> bool {
        term < self.actions
    }

    /// Whether a stem is in a group or a phrase.
    pub(crate) fn is_listed(&self, term: TermId) -> bool {
        term < self.listed
    }

    /// The id of a stem, if it is known.
    pub(crate) fn find(&self, stem: &str) -> Option<TermId> {
        self.by_stem.get(stem).copied()
    }

    /// The synonyms of a stem.
    pub(crate) fn related(&self, term: TermId) -> &[TermId] {
        self.related.get(&term).map_or(&[], Vec::as_slice)
    }

    /// The phrase of two adjacent words, if there is one.
    pub(crate) fn phrase(&self, first: TermId, second: TermId) -> Option<FormId> {
        if !self.is_listed(first) {
            return None;
        }
        let mut phrases = self.phrases.iter();
        let phrase = phrases.find(|phrase| phrase.first == first && phrase.second == second)?;
        Some(phrase.form)
    }

    /// The stems of all longer words with this prefix, with their length in characters.
    pub(crate) fn beginning_with(&self, start: &str) -> impl Iterator<Item = (TermId, usize)> {
        let form = |id: &FormId| &self.forms[*id as usize];
        let from = self.sorted.partition_point(|id| *form(id).text < *start);
        let forms = self.sorted[from..].iter().map(form);
        let forms = forms.take_while(move |form| form.text.starts_with(start));
        forms.map(|form| (form.term, form.length))
    }

    /// The stems of all words that differ from this one, or from its stem, in at most `most`
    /// letters, with the distance. A stem can occur more than once.
    pub(crate) fn near(&self, word: &str, most: usize) -> Vec<(TermId, usize)> {
        let stem = stem(word);
        let mut near = Vec::new();
        let other = (stem != word).then_some(stem.as_str());
        for spelling in std::iter::once(word).chain(other) {
            let (letters, length) = (letters_of(spelling), spelling.chars().count());
            let may_be_near = |form: &&WordForm| {
                form.length >= NEIGHBOUR_MIN
                    && form.length.abs_diff(length) <= most
                    // One substitution removes one letter and adds another.
                    && (form.letters ^ letters).count_ones() as usize <= 2 * most
            };
            for form in self.forms.iter().filter(may_be_near) {
                let distance = strsim::osa_distance(spelling, &form.text);
                if distance <= most {
                    near.push((form.term, distance));
                }
            }
        }
        near
    }

    fn learn(&mut self, word: &str) -> TermId {
        let form = self.form(word, &stem(word));
        self.term_of(form)
    }

    fn push(&mut self, text: Box<str>, term: TermId) -> FormId {
        // There are never four billion words; if there were, the last id would be shared.
        let id = FormId::try_from(self.forms.len()).unwrap_or(FormId::MAX);
        self.forms.push(WordForm {
            term,
            letters: letters_of(&text),
            length: text.chars().count(),
            text,
        });
        id
    }
}

/// The set of a word's letters, as bits; those beyond `z` share some.
fn letters_of(word: &str) -> u32 {
    let bit = |c: char| match c {
        'a'..='z' => u32::from(c) - u32::from('a'),
        '0'..='9' => 26,
        other => 27 + u32::from(other) % 5,
    };
    word.chars().fold(0, |letters, c| letters | 1 << bit(c))
}

/// The number of wrong letters tolerated in a word.
pub(crate) fn tolerance(word: &str) -> usize {
    // `sha256` is not a misspelling of `sha512`, and in an unspaced script every pair of characters
    // is a word.
    if word.contains(|c: char| c.is_numeric() || letters::is_unspaced(c)) {
        return 0;
    }
    match word.chars().count() {
        ..4 => 0,
        4..8 => 1,
        8.. => 2,
    }
}

#[cfg(test)]
mod tests;
