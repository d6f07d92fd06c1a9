//! What a description says that the tool does, mostly with its first sentence.
//!
//! "Deletes a page", "Use this tool to list, create or close tabs", "Fetch the next message and
//! mark it as read": the leading verb, the verbs beside it, and those that follow an "and".

mod sentence;

use crate::phrase;
use crate::verb::{self, Verb};
use crate::words::clip;

/// How much of a description is looked at, in bytes.
const LOOKED_AT: usize = 2048;

/// A description in small letters, cut to its beginning.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    low: String,
}

/// One word of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) word: &'t str,
    /// What stands between it and the word before.
    before: Break,
}

/// What separates two words, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Break {
    Space,
    Comma,
    /// What ends a label, as in "Jira: search".
    Label,
    Sentence,
}

/// What the first sentence says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// The leading verb.
    pub(crate) lead: Option<Spoken>,
    /// Verbs named in one breath with the leading one ("create or update").
    pub(crate) beside: Vec<Spoken>,
    /// Verbs of a later clause that have an object ("… and mark them").
    pub(crate) also: Vec<Spoken>,
    /// Whether the leading verb was found only behind the beginning of the first sentence, or in
    /// a later one.
    pub(crate) late: bool,
    /// Whether it runs only what reads: "Executes a read-only query".
    pub(crate) guarded: bool,
}

/// A verb of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// As it is written.
    pub(crate) word: String,
    /// Its base form.
    pub(crate) base: &'static str,
    /// What it does.
    pub(crate) verb: Verb,
}

/// All that a description gives away.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prose {
    pub(crate) said: Said,
    pub(crate) phrases: Vec<phrase::Found>,
    /// A phrase that speaks of the web at large.
    pub(crate) web: Option<String>,
}

/// Headings that end the prose: what follows speaks of parameters and examples.
#[rustfmt::skip]
const HEADINGS: [&str; 9] = [
    "args:", "arguments:", "parameters:", "params:", "returns:", "raises:", "example:", "examples:",
    "usage:",
];

// === impl Prose ===

impl Prose {
    /// Reads the beginning of a description.
    pub(crate) fn of(description: Option<&str>) -> Self {
        let text = Text::of(description);
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

// === impl Text ===

impl Text {
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
    pub(crate) fn tokens(&self) -> Vec<Token<'_>> {
        let mut tokens = Vec::with_capacity(self.low.len() / 6);
        let mut start = None;
        let mut before = Break::Space;
        for (at, char) in self.low.char_indices() {
            let apostrophe = matches!(char, '\'' | '’') && start.is_some();
            if char.is_alphanumeric() || apostrophe {
                start.get_or_insert(at);
                continue;
            }
            if let Some(from) = start.take() {
                tokens.push(Token::new(&self.low[from..at], before));
                before = Break::Space;
            }
            before = before.max(self.break_at(at, char));
        }
        if let Some(from) = start {
            tokens.push(Token::new(&self.low[from..], before));
        }
        tokens
    }

    fn break_at(&self, at: usize, char: char) -> Break {
        let next = self.low[at + char.len_utf8()..].chars().next();
        let ends = next.is_none_or(char::is_whitespace);
        match char {
            '.' | '!' | '?' | ';' if ends => Break::Sentence,
            '\n' if next == Some('\n') => Break::Sentence,
            ':' | '|' | '>' | '—' | '–' => Break::Label,
            '-' if ends && self.low[..at].ends_with(' ') => Break::Label,
            ',' | '(' => Break::Comma,
            _ => Break::Space,
        }
    }
}

// === impl Token ===

impl<'t> Token<'t> {
    const fn new(word: &'t str, before: Break) -> Self {
        Self { word, before }
    }

    fn begins_sentence(&self) -> bool {
        self.before == Break::Sentence
    }
}

// === impl Said ===

impl Said {
    /// Whether all that is said only reads.
    pub(crate) fn reads(&self) -> bool {
        let mut verbs = self.lead.iter().chain(&self.beside).chain(&self.also);
        verbs.all(|spoken| !spoken.verb.effect.writes())
    }
}

// === impl Spoken ===

impl Spoken {
    fn of(word: &str) -> Option<Self> {
        let (base, verb) = verb::inflected(word)?;
        let word = word.to_owned();
        Some(Self { word, base, verb })
    }

    /// The verb with which words begin: "shut down the server" begins with both of two.
    fn at(tokens: &[Token<'_>]) -> Option<Self> {
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
