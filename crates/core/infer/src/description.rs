//! What a description says that the tool does, mostly with its first sentence.
//!
//! "Deletes a page", "Use this tool to list, create or close tabs", "Fetch the next message and
//! mark it as read": the leading verb, the verbs beside it, and those that follow an "and".

mod sentence;

use crate::phrase;
use crate::verb::{self, KnownVerb};
use crate::words::clip;

/// How much of a description is looked at, in bytes.
const LOOKED_AT: usize = 2048;

/// A description in small letters, cut to its beginning.
#[derive(Clone, Debug, Default)]
pub(crate) struct LowercaseDescription {
    low: String,
}

/// One word of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextWord<'t> {
    pub(crate) word: &'t str,
    /// What stands between it and the word before.
    before: WordBreak,
}

/// What separates two words, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum WordBreak {
    Space,
    Comma,
    /// What ends a label, as in "Jira: search".
    Label,
    Sentence,
}

/// What the first sentence says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SentenceReading {
    /// The leading verb.
    pub(crate) lead: Option<SentenceVerb>,
    /// Verbs named in one breath with the leading one ("create or update").
    pub(crate) beside: Vec<SentenceVerb>,
    /// Verbs of a later clause that have an object ("… and mark them").
    pub(crate) also: Vec<SentenceVerb>,
    /// Whether the leading verb was found only behind the beginning of the first sentence, or in
    /// a later one.
    pub(crate) late: bool,
    /// Whether it runs only what reads: "Executes a read-only query".
    pub(crate) guarded: bool,
}

/// A verb of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SentenceVerb {
    /// As it is written.
    pub(crate) word: String,
    /// Its base form.
    pub(crate) base: &'static str,
    /// What it does.
    pub(crate) verb: KnownVerb,
}

/// All that a description gives away.
#[derive(Clone, Debug, Default)]
pub(crate) struct DescriptionReading {
    pub(crate) said: SentenceReading,
    pub(crate) phrases: Vec<phrase::FoundPhrase>,
    /// A phrase that speaks of the web at large.
    pub(crate) web: Option<String>,
}

/// Headings that end the prose: what follows speaks of parameters and examples.
#[rustfmt::skip]
const HEADINGS: [&str; 9] = [
    "args:", "arguments:", "parameters:", "params:", "returns:", "raises:", "example:", "examples:",
    "usage:",
];

// === impl DescriptionReading ===

impl DescriptionReading {
    /// Reads the beginning of a description.
    pub(crate) fn of(description: Option<&str>) -> Self {
        let text = LowercaseDescription::of(description);
        let tokens = text.tokens();
        Self {
            said: sentence::read(&tokens),
            phrases: phrase::find(&tokens),
            web: phrase::web(&tokens),
        }
    }

    /// The base form of the verb with which the description begins.
    pub(crate) fn lead(&self) -> Option<&'static str> {
        let lead = self.said.lead.as_ref().filter(|_| !self.said.late);
        lead.map(|lead| lead.base)
    }
}

// === impl LowercaseDescription ===

impl LowercaseDescription {
    /// Takes the beginning of a description.
    pub(crate) fn of(description: Option<&str>) -> Self {
        let text = clip(description.unwrap_or_default().trim_start(), LOOKED_AT);
        let mut low = text.to_lowercase();
        let is_heading = |line: &str| HEADINGS.contains(&line.trim().trim_matches(['*', '#']));
        let prose = low
            .split_inclusive('\n')
            .take_while(|line| !is_heading(line));
        let length = prose.map(str::len).sum();
        low.truncate(length);
        Self { low }
    }

    /// The words, in order.
    pub(crate) fn tokens(&self) -> Vec<TextWord<'_>> {
        let mut tokens = Vec::with_capacity(self.low.len() / 6);
        let mut start = None;
        let mut before = WordBreak::Space;
        for (at, char) in self.low.char_indices() {
            let apostrophe = matches!(char, '\'' | '’') && start.is_some();
            if char.is_alphanumeric() || apostrophe {
                start.get_or_insert(at);
                continue;
            }
            if let Some(from) = start.take() {
                tokens.push(TextWord::new(&self.low[from..at], before));
                before = WordBreak::Space;
            }
            before = before.max(self.break_at(at, char));
        }
        if let Some(from) = start {
            tokens.push(TextWord::new(&self.low[from..], before));
        }
        tokens
    }

    fn break_at(&self, at: usize, char: char) -> WordBreak {
        let next = self.low[at + char.len_utf8()..].chars().next();
        let ends = next.is_none_or(char::is_whitespace);
        match char {
            '.' | '!' | '?' | ';' if ends => WordBreak::Sentence,
            '\n' if next == Some('\n') => WordBreak::Sentence,
            ':' | '|' | '>' | '—' | '–' => WordBreak::Label,
            '-' if ends && self.low[..at].ends_with(' ') => WordBreak::Label,
            ',' | '(' => WordBreak::Comma,
            _ => WordBreak::Space,
        }
    }
}

// === impl TextWord ===

impl<'t> TextWord<'t> {
    const fn new(word: &'t str, before: WordBreak) -> Self {
        Self { word, before }
    }

    fn begins_sentence(&self) -> bool {
        self.before == WordBreak::Sentence
    }
}

// === impl SentenceReading ===

impl SentenceReading {
    /// Whether all that is said only reads.
    pub(crate) fn reads(&self) -> bool {
        let mut verbs = self.lead.iter().chain(&self.beside).chain(&self.also);
        verbs.all(|spoken| !spoken.verb.effect.writes())
    }
}

// === impl SentenceVerb ===

impl SentenceVerb {
    fn of(word: &str) -> Option<Self> {
        let (base, verb) = verb::inflected(word)?;
        let word = word.to_owned();
        Some(Self { word, base, verb })
    }

    /// The verb with which words begin: "shut down the server" begins with both of two.
    fn at(tokens: &[TextWord<'_>]) -> Option<Self> {
        let [first, next, ..] = tokens else {
            return Self::of(tokens.first()?.word);
        };
        match verb::phrasal(first.word, next.word) {
            Some((base, verb)) => Some(Self {
                word: format!("{} {}", first.word, next.word),
                base,
                verb,
            }),
            None => Self::of(first.word),
        }
    }
}

#[cfg(test)]
mod tests;
