//! The words of a description, and what separates them.

use crate::verb;
use crate::words::clip;

/// How much of a description is looked at, in bytes.
const LOOKED_AT: usize = 8192;

/// How far a quotation may reach, in bytes; a mark that nothing closes quotes nothing.
const QUOTATION: usize = 300;

/// The longest HTML tag that is recognised, in bytes.
const TAG: usize = 200;

/// How much of a sentence is shown as evidence, in characters.
const SHOWN: usize = 90;

/// A description beside the same text in small letters, cut to its beginning. Both have the same
/// length, so that a place in one is the same place in the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct LowercaseDescription {
    text: String,
    low: String,
}

/// One word of a text.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each tells of one thing that is written beside the word"
)]
pub(crate) struct TextWord<'t> {
    pub(crate) word: &'t str,
    /// What stands between it and the word before.
    pub(super) before: WordBreak,
    /// Where it begins, in bytes.
    pub(super) at: usize,
    /// Whether it is quoted, or a part of an identifier: then it is no word of the sentence.
    pub(super) quoted: bool,
    /// Whether a hyphen joins it to the word before, as in "one-call".
    pub(super) joined: bool,
    /// Whether a hyphen joins it to the next word, as in "set-by-set".
    pub(super) joins: bool,
    /// Whether a slash joins it to the word before, as in "get/set".
    pub(super) slashed: bool,
    /// Whether it is given a value, as in "limit=5".
    pub(super) valued: bool,
}

/// What separates two words, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordBreak {
    Space,
    Comma,
    /// What ends a label, as in "Jira: search".
    Label,
    Sentence,
}

/// Headings of what is no prose: parameters, results and examples.
#[rustfmt::skip]
const HEADINGS: [&str; 14] = [
    "args", "arguments", "parameters", "params", "returns", "raises", "example", "examples",
    "usage", "response", "errors", "output", "input", "inputs",
];

// === impl LowercaseDescription ===

impl LowercaseDescription {
    /// Takes the beginning of a description, without its sections about parameters and examples.
    pub(crate) fn of(description: Option<&str>) -> Self {
        let text = clip(description.unwrap_or_default().trim_start(), LOOKED_AT);
        let mut low = String::with_capacity(text.len());
        let mut section = Section::Prose;
        for line in text.split_inclusive('\n') {
            section = section.after(line);
            match section {
                Section::Prose => low.extend(line.chars().map(small)),
                // A section is not read; the sentence before it has ended.
                Section::Listed | Section::Fenced => blank(&mut low, line),
            }
        }
        Self {
            text: text.to_owned(),
            low: without_tags(&low),
        }
    }

    /// The words, in order.
    pub(crate) fn tokens(&self) -> Vec<TextWord<'_>> {
        let mut tokens = Vec::with_capacity(self.low.len() / 6);
        let mut start = None;
        let mut before = WordBreak::Space;
        let mut quoted_to = 0;
        for (at, char) in self.low.char_indices() {
            let apostrophe = matches!(char, '\'' | '’') && start.is_some();
            if char.is_alphanumeric() || apostrophe {
                start.get_or_insert(at);
                continue;
            }
            if let Some(from) = start.take() {
                tokens.push(self.token(from, at, before, quoted_to));
                before = WordBreak::Space;
            }
            if at >= quoted_to {
                quoted_to = self.quotation(at, char).unwrap_or(quoted_to);
            }
            if let Some(joint) = self.joint(at, char) {
                tokens.push(TextWord {
                    word: joint,
                    ..self.token(at, at, before, quoted_to)
                });
                before = WordBreak::Space;
            }
            before = before.max(self.break_at(at, char));
        }
        if let Some(from) = start {
            tokens.push(self.token(from, self.low.len(), before, quoted_to));
        }
        tokens
    }

    /// The first sentence as it is written.
    pub(super) fn opening(&self, tokens: &[TextWord<'_>]) -> String {
        let inside = tokens.iter().skip(1).position(TextWord::begins_sentence);
        self.quote(&tokens[..inside.map_or(tokens.len(), |at| at + 1)])
    }

    /// Words as they are written, in one line and cut to what fits into one.
    pub(super) fn quote(&self, words: &[TextWord<'_>]) -> String {
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return String::new();
        };
        let text = self.text.get(first.at..last.at + last.word.len());
        let line: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
        let line = line.join(" ");
        match line.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", line[..end].trim_end()),
            None => line,
        }
    }

    fn token(&self, from: usize, to: usize, before: WordBreak, quoted_to: usize) -> TextWord<'_> {
        let joined = |char: Option<char>| char == Some('_');
        let identifier =
            joined(self.low[..from].chars().next_back()) || joined(self.low[to..].chars().next());
        TextWord {
            word: &self.low[from..to],
            before,
            at: from,
            quoted: identifier || to <= quoted_to,
            joined: hyphen(self.low[..from].chars().rev()),
            joins: hyphen(self.low[to..].chars()),
            slashed: self.low[..from]
                .strip_suffix('/')
                .is_some_and(|before| before.ends_with(char::is_alphanumeric)),
            valued: self.low[to..].starts_with('='),
        }
    }

    /// The word that a sign between two words stands for: "recommend + file", "scan → delete".
    fn joint(&self, at: usize, char: char) -> Option<&'static str> {
        let joint = match char {
            '+' | '&' => "and",
            '→' => "then",
            _ => return None,
        };
        let behind = self.low[at + char.len_utf8()..].strip_prefix(' ')?;
        let goes_on = behind.starts_with(char::is_alphabetic);
        let alone = self.low[..at].ends_with(' ');
        (alone && goes_on).then_some(joint)
    }

    /// Where a quotation ends that begins here.
    fn quotation(&self, at: usize, char: char) -> Option<usize> {
        let end = match char {
            '`' | '"' => char,
            '“' => '”',
            '«' => '»',
            _ => return None,
        };
        let from = at + char.len_utf8();
        let near = clip(&self.low[from..], QUOTATION);
        let length = near.find(end)?;
        (length > 0).then_some(from + length)
    }

    fn break_at(&self, at: usize, char: char) -> WordBreak {
        let rest = &self.low[at + char.len_utf8()..];
        let next = rest.chars().next();
        let ends = next.is_none_or(char::is_whitespace);
        match char {
            '.' | '!' | '?' | ';' if ends => WordBreak::Sentence,
            '。' | '！' | '？' => WordBreak::Sentence,
            '\n' if self.new_line_begins_sentence(at + 1) => WordBreak::Sentence,
            ':' | '|' | '>' | '—' | '–' => WordBreak::Label,
            '-' if ends && self.low[..at].ends_with(' ') => WordBreak::Label,
            ',' | '(' | ')' | '、' | '，' => WordBreak::Comma,
            _ => WordBreak::Space,
        }
    }

    /// Whether a line goes on with something new: an empty line, an item of a list, a capital.
    fn new_line_begins_sentence(&self, from: usize) -> bool {
        let line = self.text[from..].trim_start_matches([' ', '\t']);
        let first = line.chars().next();
        first.is_none_or(|char| {
            matches!(char, '\n' | '\r' | '-' | '*' | '•' | '#')
                || char.is_uppercase()
                || char.is_ascii_digit()
        })
    }
}

/// Whether the text goes on with a hyphen and a letter at once.
fn hyphen(mut chars: impl Iterator<Item = char>) -> bool {
    chars.next() == Some('-') && chars.next().is_some_and(char::is_alphanumeric)
}

/// What a line of a description belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Prose,
    /// A list of parameters, results or errors.
    Listed,
    /// A block of code.
    Fenced,
}

// === impl Section ===

impl Section {
    /// The section of the next line.
    fn after(self, line: &str) -> Self {
        let fence = line.trim_start().starts_with("```");
        match self {
            Self::Fenced if fence => Self::Listed,
            Self::Fenced => Self::Fenced,
            _ if fence => Self::Fenced,
            _ if is_heading(line) => Self::Listed,
            Self::Listed if is_item(line) => Self::Listed,
            Self::Listed | Self::Prose => Self::Prose,
        }
    }
}

/// Whether a line is a heading of what is no prose: `Args:`, `## Returns`.
fn is_heading(line: &str) -> bool {
    let bare = line.trim().trim_matches(['*', '#', ' ']);
    let named = bare.strip_suffix(':').or_else(|| {
        let marked = line.trim_start().starts_with('#');
        marked.then_some(bare)
    });
    named.is_some_and(|name| {
        let name = name.trim_matches(['*', ' ']);
        name.len() < 12 && HEADINGS.contains(&name.to_ascii_lowercase().as_str())
    })
}

/// Whether a line belongs to a list below a heading: it is empty, indented, an item, or begins
/// with the name of a parameter and a colon.
fn is_item(line: &str) -> bool {
    let named = || {
        let name = line.split([':', '(']).next().unwrap_or_default().trim_end();
        let small = name.chars().next().is_some_and(char::is_lowercase);
        small && line.contains(':') && !name.contains(char::is_whitespace)
    };
    line.trim().is_empty() || line.starts_with([' ', '\t', '-', '*', '•', '`']) || named()
}

/// Spaces in the place of a line, so that all places stay the same.
fn blank(low: &mut String, line: &str) {
    low.extend(
        line.bytes()
            .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
    );
}

/// A text with spaces in the place of HTML tags.
fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let names = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'/';
        let is_tag = from.as_bytes().get(1).is_some_and(names);
        let end = clip(from, TAG).find('>').filter(|_| is_tag);
        let length = end.map_or(1, |end| end + 1);
        match end {
            Some(_) => plain.extend(std::iter::repeat_n(' ', length)),
            None => plain.push('<'),
        }
        rest = &from[length..];
    }
    plain.push_str(rest);
    plain
}

/// Words that end like adverbs and are none.
#[rustfmt::skip]
const NO_ADVERBS: [&str; 14] = [
    "daily", "weekly", "monthly", "hourly", "yearly", "quarterly", "family", "early", "assembly",
    "anomaly", "supply", "friendly", "july", "italy",
];

/// Whether a word is an adverb by its form.
pub(super) fn is_adverb(word: &str) -> bool {
    word.len() > 3
        && word.ends_with("ly")
        && !NO_ADVERBS.contains(&word)
        && verb::inflected(word).is_none()
}

/// A small letter, where it takes the same room.
fn small(char: char) -> char {
    let mut letters = char.to_lowercase();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.len_utf8() == char.len_utf8() => letter,
        _ => char,
    }
}

// === impl TextWord ===

impl TextWord<'_> {
    /// Whether it is an adverb by its form: "quietly", but not "apply" and not "daily".
    pub(crate) fn is_adverb(&self) -> bool {
        is_adverb(self.word)
    }

    pub(crate) fn begins_sentence(&self) -> bool {
        self.before == WordBreak::Sentence
    }
}
