//! Tools, taken apart into words.

use std::fmt;

use crate::field::{
    DESCRIPTION_MAX, Field, NAME_MAX, NAME_READ, NOTES_MAX, OPENING_WORDS, PARAMETERS_MAX,
    TITLE_MAX, clip,
};
use crate::vocabulary::{FormId, TermId, Vocabulary};
use crate::words::Words;
use crate::{Document, Hit, query, score};

/// Tools that can be searched. Built once, then read by any number of threads.
pub struct Index {
    pub(crate) tools: Vec<Tool>,
    pub(crate) vocabulary: Vocabulary,
    terms: Vec<Term>,
}

/// What is kept of a tool besides its words.
pub(crate) struct Tool {
    pub(crate) id: usize,
    pub(crate) name: Box<str>,
    /// Where the name inside the source begins.
    own: usize,
    /// The letters of the name, whatever its style.
    letters: Box<str>,
    own_letters: usize,
    /// How many words the name inside the source has.
    pub(crate) name_words: usize,
}

/// Where a stem occurs.
#[derive(Default)]
struct Term {
    postings: Vec<Posting>,
    /// In a name, title or parameter's name.
    is_strong: bool,
}

/// A stem in a tool.
pub(crate) struct Posting {
    pub(crate) tool: u32,
    /// How often it occurs, by where.
    pub(crate) weight: f32,
    /// The word as it stands in the tool, where that counts most.
    pub(crate) form: FormId,
    /// How many words of the name inside the source this is.
    pub(crate) name_words: u16,
}

/// A word in a field.
struct Entry {
    at: usize,
    form: FormId,
    /// How many words it is made of.
    words: u16,
}

/// A stem in more tools than this is not a misspelling.
const FEW_TOOLS: usize = 2;

// === impl Index ===

impl Index {
    /// Takes tools apart. Ids and names may repeat; each document is a tool of its own.
    pub fn build<'a>(documents: impl IntoIterator<Item = Document<'a>>) -> Self {
        let mut index = Self {
            tools: Vec::new(),
            vocabulary: Vocabulary::new(),
            terms: Vec::new(),
        };
        for document in documents {
            index.add(&document);
        }
        index.vocabulary.finish();
        index
            .terms
            .resize_with(index.vocabulary.terms(), Term::default);
        for term in &mut index.terms {
            term.postings.shrink_to_fit();
        }
        index
    }

    /// The best tools for a query, at most `limit`, best first. Nothing for a query that says
    /// nothing or that no tool has a word of.
    pub fn search(&self, query: &str, limit: usize) -> Vec<Hit> {
        if limit == 0 || self.tools.is_empty() {
            return Vec::new();
        }
        score::best(self, &query::Query::read(self, query), limit)
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The tools in which a stem occurs.
    pub(crate) fn postings(&self, term: TermId) -> &[Posting] {
        &self.terms[term].postings
    }

    /// Whether a stem is surely no misspelling.
    pub(crate) fn is_established(&self, term: TermId) -> bool {
        let found = &self.terms[term];
        self.vocabulary.is_listed(term) || found.is_strong || found.postings.len() > FEW_TOOLS
    }

    fn add(&mut self, document: &Document<'_>) {
        let Ok(tool) = u32::try_from(self.tools.len()) else {
            return;
        };
        let name = clip(document.name, NAME_MAX);
        let own = name.find('.').map_or(0, |dot| dot + 1);
        let source = Words::split(&name[..own]);
        let own_words = Words::split(&name[own..]);
        let read = Words::split(clip(&name[own..], NAME_READ));
        self.tools.push(Tool {
            id: document.id,
            name: name.into(),
            own,
            letters: format!("{}{}", source.letters(), own_words.letters()).into(),
            own_letters: source.letters().len(),
            name_words: read.len(),
        });
        self.add_field(tool, Field::Name, &read);
        let title = clip(document.title.unwrap_or_default(), TITLE_MAX);
        self.add_field(tool, Field::Title, &Words::split(title));
        self.add_field(tool, Field::Source, &source);
        self.add_parameters(tool, document.parameters);
        self.add_description(tool, document.description);
        let notes = joined(document.notes.iter().copied(), NOTES_MAX);
        self.add_field(tool, Field::Notes, &Words::split(&notes));
    }

    fn add_parameters(&mut self, tool: u32, parameters: &[&str]) {
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
        self.add_field(tool, Field::Parameters, &Words::split(&names));
        let descriptions = joined(descriptions, PARAMETERS_MAX);
        let words = Words::split(&descriptions);
        self.add_field(tool, Field::ParameterDescriptions, &words);
    }

    fn add_description(&mut self, tool: u32, description: &str) {
        let words = Words::split(clip(description, DESCRIPTION_MAX));
        let mut opening = self.entries(Field::Description, &words);
        let rest = opening
            .extract_if(.., |entry| entry.at >= OPENING_WORDS)
            .collect::<Vec<_>>();
        self.add_entries(tool, Field::Opening, &opening);
        self.add_entries(tool, Field::Description, &rest);
    }

    fn add_field(&mut self, tool: u32, field: Field, words: &Words) {
        let entries = self.entries(field, words);
        self.add_entries(tool, field, &entries);
    }

    /// Words, words of two parts, and phrases.
    fn entries(&mut self, field: Field, words: &Words) -> Vec<Entry> {
        let mut form = |word: &str| {
            let always = field.is_always_learned();
            let learned = always.then(|| self.vocabulary.form(word));
            learned.or_else(|| self.vocabulary.form_if_room(word))
        };
        let plain = words.iter().enumerate().map(|(at, word)| (at, 1, word));
        let compounds = words.compounds().map(|(at, word)| (at, 2, word));
        let mut entries: Vec<Entry> = Vec::with_capacity(words.len());
        for (at, words, word) in plain.chain(compounds) {
            entries.extend(form(word).map(|form| Entry { at, form, words }));
        }
        let term = |entry: &Entry| self.vocabulary.term_of(entry.form);
        let phrases = entries.windows(2).filter_map(|pair| {
            let [one, other] = pair else { return None };
            let follows = other.words == 1 && other.at == one.at + 1;
            let form = follows.then(|| self.vocabulary.phrase(term(one), term(other)))??;
            let (at, words) = (one.at, 2);
            Some(Entry { at, form, words })
        });
        let phrases: Vec<Entry> = phrases.collect();
        entries.extend(phrases);
        entries
    }

    fn add_entries(&mut self, tool: u32, field: Field, entries: &[Entry]) {
        let kept =
            |entry: &&Entry| field.keeps_stop_words() || !self.vocabulary.is_stop_word(entry.form);
        let kept: Vec<&Entry> = entries.iter().filter(kept).collect();
        let words = kept.iter().filter(|entry| entry.words == 1).count();
        let weight = field.weight_of_word(words);
        self.terms
            .resize_with(self.vocabulary.terms(), Term::default);
        for entry in kept {
            let term = &mut self.terms[self.vocabulary.term_of(entry.form)];
            term.is_strong |= field.is_strong();
            if let Some(posting) = term.postings.last_mut().filter(|last| last.tool == tool) {
                posting.weight += weight;
                continue;
            }
            let in_name = field == Field::Name;
            term.postings.push(Posting {
                tool,
                weight,
                form: entry.form,
                name_words: if in_name { entry.words } else { 0 },
            });
        }
    }
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index")
            .field("tools", &self.tools.len())
            .field("words", &self.vocabulary.terms())
            .finish_non_exhaustive()
    }
}

// === impl Tool ===

impl Tool {
    /// The name inside the source.
    pub(crate) fn own(&self) -> &str {
        &self.name[self.own..]
    }

    /// The letters of the namespaced name.
    pub(crate) fn letters(&self) -> &str {
        &self.letters
    }

    /// The letters of the name inside the source.
    pub(crate) fn own_letters(&self) -> &str {
        &self.letters[self.own_letters..]
    }
}

/// Texts in one, divided by lines, up to a size.
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
mod tests;
