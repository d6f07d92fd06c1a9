//! Tools split into words, once for every index that contains them.
//!
//! Splitting texts and stemming is most of the cost of building an index. Tools change rarely and
//! one at a time, so a caller that keeps the prepared tools can rebuild an index in a fraction of
//! the time.

use std::collections::HashMap;
use std::fmt;

use crate::ToolDocument;
use crate::field::{
    DESCRIPTION_MAX, NAME_MAX, NAME_READ, NOTES_MAX, OPENING_WORDS, PARAMETERS_MAX, SearchField,
    TITLE_MAX, clip,
};
use crate::stem::stem;
use crate::stop::is_stop_word;
use crate::vocabulary::{FormId, Vocabulary};
use crate::words::FoldedWords;

/// The words of one tool with their weights, and its name.
pub struct PreparedTool {
    name: Box<str>,
    /// The offset of the name inside the source.
    own: usize,
    /// The letters of the name without separators.
    letters: Box<str>,
    own_letters: usize,
    /// The number of words in the name inside the source.
    name_words: usize,
    /// All words, and those stems that are not a prefix of their word.
    texts: Box<str>,
    words: Box<[PreparedWord]>,
}

/// A word of a tool, with the sum of its occurrences.
#[derive(Clone, Copy)]
struct PreparedWord {
    text: TextSlice,
    stem: TextSlice,
    /// Its id, if it is in a synonym group or a phrase.
    listed: Option<FormId>,
    weight: f32,
    name_words: u16,
    is_strong: bool,
    is_always_learned: bool,
}

/// A slice of the texts.
#[derive(Clone, Copy)]
struct TextSlice {
    start: u32,
    length: u32,
}

/// A word of a tool, as added to an index.
pub(crate) struct SpelledWord<'a> {
    pub(crate) text: &'a str,
    pub(crate) stem: &'a str,
    /// Its id, if it is in a synonym group or a phrase.
    pub(crate) listed: Option<FormId>,
    /// The weighted number of occurrences.
    pub(crate) weight: f32,
    /// How many words of the name inside the source it accounts for.
    pub(crate) name_words: u16,
    /// Whether it occurs in a name, a title or a parameter's name.
    pub(crate) is_strong: bool,
    /// Whether it is added to the vocabulary even if that is full.
    pub(crate) is_always_learned: bool,
}

/// Collects the words of a [`PreparedTool`].
#[derive(Default)]
struct PreparedToolBuilder {
    texts: String,
    words: Vec<PreparedWord>,
    places: HashMap<Box<str>, usize>,
}

/// A word in a field.
struct FieldWord<'w> {
    at: usize,
    text: &'w str,
    listed: Option<FormId>,
    /// Computed only if the word is not listed.
    stem: Option<String>,
    /// The number of words that it combines.
    words: u16,
}

// === impl PreparedTool ===

impl PreparedTool {
    /// Prepares a tool. Its id is not stored.
    pub fn read(document: &ToolDocument<'_>) -> Self {
        let name = clip(document.name, NAME_MAX);
        let own = name.find('.').map_or(0, |dot| dot + 1);
        let source = FoldedWords::split(&name[..own]);
        let own_words = FoldedWords::split(&name[own..]);
        let read = FoldedWords::split(clip(&name[own..], NAME_READ));
        let mut draft = PreparedToolBuilder::default();
        draft.add_field(SearchField::Name, &read);
        let title = clip(document.title.unwrap_or_default(), TITLE_MAX);
        draft.add_field(SearchField::Title, &FoldedWords::split(title));
        draft.add_field(SearchField::Source, &source);
        draft.add_parameters(document.parameters);
        draft.add_description(document.description);
        let notes = joined(document.notes.iter().copied(), NOTES_MAX);
        draft.add_field(SearchField::Notes, &FoldedWords::split(&notes));
        Self {
            name: name.into(),
            own,
            letters: format!("{}{}", source.letters(), own_words.letters()).into(),
            own_letters: source.letters().len(),
            name_words: read.len(),
            texts: draft.texts.into(),
            words: draft.words.into(),
        }
    }

    /// The namespaced name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The name inside the source.
    pub(crate) fn own(&self) -> &str {
        &self.name[self.own..]
    }

    /// The number of words in the name inside the source.
    pub(crate) fn name_words(&self) -> usize {
        self.name_words
    }

    /// The letters of the namespaced name, without separators.
    pub(crate) fn letters(&self) -> &str {
        &self.letters
    }

    /// The letters of the name inside the source, without separators.
    pub(crate) fn own_letters(&self) -> &str {
        &self.letters[self.own_letters..]
    }

    /// Every distinct word, in order of first occurrence.
    pub(crate) fn words(&self) -> impl Iterator<Item = SpelledWord<'_>> {
        self.words.iter().map(|word| SpelledWord {
            text: word.text.of(&self.texts),
            stem: word.stem.of(&self.texts),
            listed: word.listed,
            weight: word.weight,
            name_words: word.name_words,
            is_strong: word.is_strong,
            is_always_learned: word.is_always_learned,
        })
    }
}

impl fmt::Debug for PreparedTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("name", &self.name)
            .field("words", &self.words.len())
            .finish_non_exhaustive()
    }
}

// === impl TextSlice ===

impl TextSlice {
    /// The texts of one tool are bounded far below `u32::MAX`.
    fn new(start: usize, length: usize) -> Self {
        let fit = |count| u32::try_from(count).unwrap_or_default();
        Self {
            start: fit(start),
            length: fit(length),
        }
    }

    fn of(self, texts: &str) -> &str {
        let start = self.start as usize;
        &texts[start..start + self.length as usize]
    }
}

// === impl PreparedToolBuilder ===

impl PreparedToolBuilder {
    fn add_parameters(&mut self, parameters: &[&str]) {
        let mut left = PARAMETERS_MAX;
        let (mut names, mut descriptions) = (Vec::new(), Vec::new());
        for text in parameters {
            let text = clip(text.trim_start(), left);
            left -= text.len();
            let end = text.find(char::is_whitespace).unwrap_or(text.len());
            let (name, description) = text.split_at(end);
            names.push(name);
            descriptions.push(description);
        }
        let names = joined(names, PARAMETERS_MAX);
        self.add_field(SearchField::Parameters, &FoldedWords::split(&names));
        let descriptions = joined(descriptions, PARAMETERS_MAX);
        let words = FoldedWords::split(&descriptions);
        self.add_field(SearchField::ParameterDescriptions, &words);
    }

    fn add_description(&mut self, description: &str) {
        let words = FoldedWords::split(clip(description, DESCRIPTION_MAX));
        let mut opening = entries(&words);
        let rest = opening
            .extract_if(.., |entry| entry.at >= OPENING_WORDS)
            .collect::<Vec<_>>();
        self.add(SearchField::Opening, &opening);
        self.add(SearchField::Description, &rest);
    }

    fn add_field(&mut self, field: SearchField, words: &FoldedWords) {
        self.add(field, &entries(words));
    }

    fn add(&mut self, field: SearchField, entries: &[FieldWord<'_>]) {
        let kept = |entry: &&FieldWord<'_>| field.keeps_stop_words() || !is_stop_word(entry.text);
        let kept: Vec<&FieldWord<'_>> = entries.iter().filter(kept).collect();
        let words = kept.iter().filter(|entry| entry.words == 1).count();
        let weight = field.weight_of_word(words);
        for entry in kept {
            let word = self.word(field, entry);
            word.weight += weight;
            word.is_strong |= field.is_strong();
            word.is_always_learned |= field.is_always_learned();
        }
    }

    /// The prepared word of an entry, added if it is new.
    fn word(&mut self, field: SearchField, entry: &FieldWord<'_>) -> &mut PreparedWord {
        let at = self.places.get(entry.text).copied().unwrap_or_else(|| {
            let text = self.push(entry.text);
            let stem = match &entry.stem {
                // Listed words have known stems.
                None => text,
                Some(stem) if entry.text.starts_with(stem) => TextSlice {
                    length: TextSlice::new(0, stem.len()).length,
                    ..text
                },
                Some(stem) => self.push(stem),
            };
            self.words.push(PreparedWord {
                text,
                stem,
                listed: entry.listed,
                weight: 0.0,
                name_words: if field == SearchField::Name {
                    entry.words
                } else {
                    0
                },
                is_strong: false,
                is_always_learned: false,
            });
            let at = self.words.len() - 1;
            self.places.insert(entry.text.into(), at);
            at
        });
        &mut self.words[at]
    }

    fn push(&mut self, text: &str) -> TextSlice {
        let start = self.texts.len();
        self.texts.push_str(text);
        TextSlice::new(start, text.len())
    }
}

/// Words, compounds and phrases.
fn entries(words: &FoldedWords) -> Vec<FieldWord<'_>> {
    let vocabulary = Vocabulary::listed_words();
    let plain = words.iter().enumerate().map(|(at, word)| (at, 1, word));
    let compounds = words.compounds().map(|(at, word)| (at, 2, word));
    let entry = |(at, words, text)| {
        let listed = vocabulary.known(text);
        FieldWord {
            at,
            text,
            listed,
            stem: listed.is_none().then(|| stem(text)),
            words,
        }
    };
    let mut entries: Vec<FieldWord<'_>> = plain.chain(compounds).map(entry).collect();
    let term = |entry: &FieldWord<'_>| match &entry.stem {
        None => entry.listed.map(|form| vocabulary.term_of(form)),
        // It may be another form of a listed word.
        Some(stem) => vocabulary.find(stem),
    };
    let phrases = entries.windows(2).filter_map(|pair| {
        let [one, other] = pair else { return None };
        if other.words != 1 || other.at != one.at + 1 {
            return None;
        }
        let form = vocabulary.phrase(term(one)?, term(other)?)?;
        Some(FieldWord {
            at: one.at,
            text: vocabulary.text(form),
            listed: Some(form),
            stem: None,
            words: 2,
        })
    });
    let phrases: Vec<FieldWord<'_>> = phrases.collect();
    entries.extend(phrases);
    entries
}

/// Joins texts with line breaks, up to a size.
fn joined<'a>(texts: impl IntoIterator<Item = &'a str>, bytes: usize) -> String {
    let mut joined = String::new();
    for text in texts {
        let left = bytes.saturating_sub(joined.len());
        joined.push_str(clip(text, left));
        if text.len() >= left {
            break;
        }
        joined.push('\n');
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(document: &ToolDocument<'_>, expect: &[(&str, &str, u16)]) {
        let prepared = PreparedTool::read(document);
        let seen: Vec<_> = prepared
            .words()
            .map(|word| {
                let vocabulary = Vocabulary::listed_words();
                let stem = match word.listed {
                    Some(form) => stem(vocabulary.text(form)),
                    None => word.stem.to_owned(),
                };
                (word.text.to_owned(), stem, word.name_words)
            })
            .collect();
        let expect: Vec<_> = expect
            .iter()
            .map(|(text, stem, words)| ((*text).to_owned(), (*stem).to_owned(), *words))
            .collect();
        assert_eq!(seen, expect, "{}", document.name);
    }

    fn document<'a>(name: &'a str, description: &'a str) -> ToolDocument<'a> {
        ToolDocument {
            id: 0,
            name,
            title: None,
            description,
            notes: &[],
            parameters: &[],
        }
    }

    #[test]
    fn every_word_stands_once_with_its_stem() {
        check(
            &document("zoo.feed_walruses", "Walruses, walruses: feed a walrus"),
            &[
                ("feed", "feed", 1),
                ("walruses", "walrus", 1),
                ("zoo", "zoo", 0),
                ("walrus", "walrus", 0),
            ],
        );
        check(&document("", ""), &[]);
    }

    #[test]
    fn a_word_counts_for_each_place() {
        let weights = |description: &str| {
            let prepared = PreparedTool::read(&document("zoo.walrus", description));
            let mut words = prepared.words();
            words
                .find(|word| word.text == "walrus")
                .map(|word| word.weight)
        };
        assert!(weights("walrus") > weights("penguin"));
        assert!(weights("walrus walrus walrus") > weights("walrus"));
    }

    #[test]
    fn joined_texts_stay_within_the_bound() {
        assert_eq!(joined(["ab", "cd"], 100), "ab\ncd\n");
        assert_eq!(joined(["ab", "cd"], 4), "ab\nc");
        assert_eq!(joined(["ab", "cd"], 2), "ab");
        assert_eq!(joined(["ä", "cd"], 1), "");
        assert_eq!(joined(vec![""; 50], 10).len(), 10);
    }
}
