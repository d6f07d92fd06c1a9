//! Splitting of texts into words.

use std::ops::Range;

use crate::letters;

/// The number of bytes read of a word; the rest is ignored.
pub const WORD_MAX: usize = 48;

/// The words of a text, normalised, in order.
pub(crate) struct FoldedWords {
    /// All words, concatenated.
    text: String,
    ranges: Vec<Range<usize>>,
    compounds: Vec<CompoundWord>,
}

/// A compound of two words, such as `GitHub`.
struct CompoundWord {
    /// The index of its first part.
    first: usize,
    whole: Range<usize>,
}

/// Builds words from characters.
struct WordSplitter {
    made: FoldedWords,
    /// The start of the current word.
    start: usize,
    /// The number of words before the current run of letters.
    chunk: usize,
}

// === impl FoldedWords ===

impl FoldedWords {
    /// Splits a text at punctuation, at capitals that begin a word, and between scripts.
    pub(crate) fn split(text: &str) -> Self {
        let mut chars: Vec<char> = Vec::with_capacity(text.len());
        chars.extend(letters::visible(text));
        let mut splitter = WordSplitter::new(text.len());
        let mut chunk_start = 0;
        for (at, c) in chars.iter().copied().enumerate() {
            if !c.is_alphanumeric() {
                splitter.end_chunk();
                chunk_start = at + 1;
                continue;
            }
            if at > chunk_start {
                if letters::is_unspaced(c) != letters::is_unspaced(chars[at - 1]) {
                    splitter.end_chunk();
                    chunk_start = at;
                } else if begins_word(&chars, at, chunk_start) {
                    splitter.end_word();
                }
            }
            splitter.push(c);
        }
        splitter.end_chunk();
        splitter.made
    }

    /// The words in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.ranges.iter().map(|range| &self.text[range.clone()])
    }

    /// The number of words.
    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Compounds of two adjacent words, with the index of the first.
    pub(crate) fn compounds(&self) -> impl Iterator<Item = (usize, &str)> {
        let compounds = self.compounds.iter();
        compounds.map(|compound| (compound.first, &self.text[compound.whole.clone()]))
    }

    /// All letters without separators: the same for every style of a name.
    pub(crate) fn letters(&self) -> &str {
        &self.text
    }
}

/// Whether the character at `at`, inside a run of letters, begins a word.
fn begins_word(chars: &[char], at: usize, chunk_start: usize) -> bool {
    let before = chars[at - 1];
    if !chars[at].is_uppercase() {
        return false;
    }
    if before.is_lowercase() || before.is_numeric() {
        return true;
    }
    let is_small = |at: usize| chars.get(at).is_some_and(|c| c.is_lowercase());
    // The last of several capitals begins a word (`HTTPServer`), except before the plural of an
    // abbreviation (`PRs`) and after a single capital (`OAuth`).
    let plural = chars.get(at + 1) == Some(&'s') && !is_small(at + 2);
    before.is_uppercase() && is_small(at + 1) && !plural && at - 1 > chunk_start
}

// === impl WordSplitter ===

impl WordSplitter {
    fn new(bytes: usize) -> Self {
        Self {
            made: FoldedWords {
                text: String::with_capacity(bytes),
                // English words have five letters and a space.
                ranges: Vec::with_capacity(bytes / 6),
                compounds: Vec::new(),
            },
            start: 0,
            chunk: 0,
        }
    }

    fn push(&mut self, c: char) {
        let length = self.made.text.len() - self.start;
        if length < WORD_MAX || letters::is_unspaced(c) {
            letters::push_folded(c, &mut self.made.text);
        }
    }

    fn end_word(&mut self) {
        let (start, end) = (self.start, self.made.text.len());
        self.start = end;
        let word = &self.made.text[start..end];
        if word.starts_with(letters::is_unspaced) {
            let pairs = pairs(word).map(|pair| start + pair.start..start + pair.end);
            self.made.ranges.extend(pairs);
        } else if start < end {
            self.made.ranges.push(start..end);
        }
    }

    fn end_chunk(&mut self) {
        self.end_word();
        if let [one, other] = &self.made.ranges[self.chunk..]
            // Pairs of characters in an unspaced script overlap.
            && one.end == other.start
        {
            self.made.compounds.push(CompoundWord {
                first: self.chunk,
                whole: one.start..other.end,
            });
        }
        self.chunk = self.made.ranges.len();
    }
}

/// Every pair of adjacent characters, or the only character.
fn pairs(word: &str) -> impl Iterator<Item = Range<usize>> {
    let end = |(at, c): (usize, char)| at + c.len_utf8();
    let starts = word.char_indices().map(|(at, _)| at);
    let ends = word.char_indices().map(end);
    let alone = (word.chars().count() == 1).then_some(0..word.len());
    starts.zip(ends.skip(1)).map(|(a, b)| a..b).chain(alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> String {
        let words = FoldedWords::split(text);
        let plain = words.iter().map(str::to_owned);
        let compounds = words.compounds().map(|(_, word)| format!("+{word}"));
        plain.chain(compounds).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn texts_fall_into_words() {
        for (text, expect) in [
            ("list_issues", "list issues"),
            ("list-issues", "list issues"),
            ("issues.list", "issues list"),
            ("listIssues", "list issues +listissues"),
            ("GitHub", "git hub +github"),
            ("getHTTPResponse2", "get http response2"),
            ("OAuthLogin", "oauth login +oauthlogin"),
            ("listPRs of URLs", "list prs of urls +listprs"),
            ("S3Bucket", "s3 bucket +s3bucket"),
            ("Größe_ändern", "grosse andern"),
            ("the user's files", "the users files"),
            ("读取笔记", "读取 取笔 笔记"),
            ("GitHub仓库 x", "git hub 仓库 x +github"),
            ("家", "家"),
            ("🙂delete🙂", "delete"),
            ("\u{0}a\u{7}b\u{301}", "a b"),
            ("\u{301}\u{301}", ""),
            ("___", ""),
            ("", ""),
        ] {
            assert_eq!(split(text), expect, "{text}");
        }
    }

    #[test]
    fn every_style_has_the_same_letters() {
        for name in [
            "github.create_issue",
            "GitHub-CreateIssue",
            "github create issue",
        ] {
            assert_eq!(FoldedWords::split(name).letters(), "githubcreateissue");
        }
    }

    #[test]
    fn long_words_are_cut() {
        let words = FoldedWords::split(&"ä".repeat(100_000));
        assert_eq!(words.len(), 1);
        assert_eq!(words.letters().len(), WORD_MAX);
    }
}
