//! Checks in one pass whether a text is one JSON value.
//!
//! Every message is checked once as a whole, and a large one is mostly strings. Many bytes of a
//! string are examined at a time, which a parser that also extracts values does not do. The check
//! accepts nothing that `serde_json` would refuse. What it cannot decide is left to `serde_json`.

use std::ops::Range;

use super::long_string::LongString;

/// The maximum nesting that is handled here: one bit per level.
const DEEPEST: u32 = u128::BITS;

/// How many bytes of a long string are examined at a time.
const PIECE: usize = 64;
/// How many words of eight bytes are examined before a string is treated as long.
const WORDS: usize = 8;

/// The result of scanning a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ScannedText {
    /// The range of the value, without surrounding whitespace.
    pub(crate) value: Range<usize>,
    /// Its longest string, if that is long enough to be recorded.
    pub(crate) longest: LongString,
}

/// The scanner of a text.
struct TextScanner<'a> {
    text: &'a [u8],
    longest: LongString,
    /// Whether all strings so far are ASCII.
    is_ascii: bool,
}

/// The range of a key and the position of its value.
struct KeyPlace {
    key: Range<usize>,
    value: usize,
}

/// Finds the single value of a text. `None` if there is none, or if it is nested too deeply.
pub(crate) fn scan(text: &[u8]) -> Option<ScannedText> {
    scan_members(text, |_, _| {})
}

/// Like [`scan`], and reports the members if the value is an object: the ranges of the key with its
/// quotes, and of the value.
pub(crate) fn scan_members(
    text: &[u8],
    member: impl FnMut(Range<usize>, Range<usize>),
) -> Option<ScannedText> {
    let mut scanner = TextScanner {
        text,
        longest: LongString::default(),
        is_ascii: true,
    };
    let start = skip_space(text, 0);
    let end = scanner.value_end(start, member)?;
    // Non-ASCII characters can only occur in strings; elsewhere they are not JSON.
    if !scanner.is_ascii {
        std::str::from_utf8(text).ok()?;
    }
    (skip_space(text, end) == text.len()).then_some(ScannedText {
        value: start..end,
        longest: scanner.longest,
    })
}

// === impl TextScanner ===

impl TextScanner<'_> {
    /// The position after the value that begins at `at`.
    fn value_end(
        &mut self,
        mut at: usize,
        mut member: impl FnMut(Range<usize>, Range<usize>),
    ) -> Option<usize> {
        let text = self.text;
        // The open containers, the innermost in the lowest bit: 1 for an object.
        let mut open = 0_u128;
        let mut depth = 0;
        // The current member of the outermost object.
        let (mut key, mut start) = (0..0, 0);
        loop {
            at = match *text.get(at)? {
                b'"' => self.string_end(at + 1)?,
                b'-' | b'0'..=b'9' => number_end(text, at)?,
                b't' => word_end(text, at, b"true")?,
                b'f' => word_end(text, at, b"false")?,
                b'n' => word_end(text, at, b"null")?,
                bracket @ (b'{' | b'[') => {
                    at = skip_space(text, at + 1);
                    let is_object = bracket == b'{';
                    // A closing bracket is its opening bracket plus two.
                    if text.get(at) != Some(&(bracket + 2)) {
                        if depth == DEEPEST {
                            return None;
                        }
                        depth += 1;
                        open = (open << 1) | u128::from(is_object);
                        if is_object {
                            let of_member = self.key(at)?;
                            at = of_member.value;
                            if depth == 1 {
                                (key, start) = (of_member.key, at);
                            }
                        }
                        continue;
                    }
                    at + 1
                }
                _ => return None,
            };
            // A value has ended, and possibly the containers whose last value it is.
            loop {
                if depth == 0 {
                    return Some(at);
                }
                let is_object = open & 1 == 1;
                if depth == 1 && is_object {
                    member(key.clone(), start..at);
                }
                at = skip_space(text, at);
                match (*text.get(at)?, is_object) {
                    (b',', true) => {
                        let of_member = self.key(skip_space(text, at + 1))?;
                        at = of_member.value;
                        if depth == 1 {
                            (key, start) = (of_member.key, at);
                        }
                        break;
                    }
                    (b',', false) => {
                        at = skip_space(text, at + 1);
                        break;
                    }
                    (b'}', true) | (b']', false) => {
                        at += 1;
                        open >>= 1;
                        depth -= 1;
                    }
                    _ => return None,
                }
            }
        }
    }

    /// The key that begins at `at`, and the position of the value after its colon.
    fn key(&mut self, at: usize) -> Option<KeyPlace> {
        let end = self.string_end(expect(self.text, at, b'"')?)?;
        let colon = skip_space(self.text, end);
        let value = skip_space(self.text, expect(self.text, colon, b':')?);
        let key = at..end;
        Some(KeyPlace { key, value })
    }

    /// The position after the closing quote of a string; `from` is the position after the opening
    /// quote.
    fn string_end(&mut self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            at = self.plain_end(at)?;
            match self.text[at] {
                b'"' => break,
                b'\\' => at = escape_end(self.text, at + 1)?,
                _ => return None,
            }
        }
        self.longest.take(from - 1, at + 1);
        Some(at + 1)
    }

    /// The position of the next special byte: a quote, an escape or a control character.
    fn plain_end(&mut self, mut at: usize) -> Option<usize> {
        loop {
            // Most strings are short.
            for _ in 0..WORDS {
                let rest = self.text.get(at..)?;
                let Some(word) = rest.first_chunk() else {
                    return self.plain_end_of_last(at, rest);
                };
                let word = u64::from_le_bytes(*word);
                let special = special_bytes(word);
                // The bytes before the first special one, or all.
                let before = (special & special.wrapping_neg()).wrapping_sub(1);
                self.is_ascii &= word & before & each(0x80) == 0;
                if special != 0 {
                    return Some(at + special.trailing_zeros() as usize / 8);
                }
                at += size_of::<u64>();
            }
            at += self.plain_pieces(&self.text[at..]);
        }
    }

    /// Like [`Self::plain_end`], for the last few bytes of the text.
    fn plain_end_of_last(&mut self, at: usize, rest: &[u8]) -> Option<usize> {
        let length = rest.iter().position(|byte| is_special(*byte))?;
        self.is_ascii &= rest[..length].is_ascii();
        Some(at + length)
    }

    /// How many bytes at the start of a long string can be skipped in large blocks.
    fn plain_pieces(&mut self, rest: &[u8]) -> usize {
        if self.is_ascii {
            let passed = passed_over(rest, is_special_or_not_ascii);
            if passed > 0 {
                return passed;
            }
        }
        let passed = passed_over(rest, is_special);
        self.is_ascii &= passed == 0;
        passed
    }
}

/// How many bytes at the start of a text can be skipped, in blocks in which no byte stops it.
fn passed_over(text: &[u8], stops: impl Fn(u8) -> bool) -> usize {
    // Not `any`: without an early exit the compiler vectorizes the loop.
    let is_plain =
        |piece: &&[u8; PIECE]| !piece.iter().fold(false, |found, byte| found | stops(*byte));
    let (pieces, _) = text.as_chunks();
    pieces.iter().take_while(is_plain).count() * PIECE
}

/// A word that repeats this byte.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The high bit of the first special byte in a word; zero if there is none. Bytes after it are
/// undefined.
fn special_bytes(word: u64) -> u64 {
    let is_zero = |word: u64| word.wrapping_sub(each(1)) & !word;
    let is_control = word.wrapping_sub(each(0x20)) & !word;
    let is_quote = is_zero(word ^ each(b'"'));
    let is_escape = is_zero(word ^ each(b'\\'));
    (is_control | is_quote | is_escape) & each(0x80)
}

fn expect(text: &[u8], at: usize, byte: u8) -> Option<usize> {
    (text.get(at) == Some(&byte)).then_some(at + 1)
}

fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = text.get(at) {
        at += 1;
    }
    at
}

fn word_end(text: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    text.get(at..)?.starts_with(word).then_some(at + word.len())
}

/// Whether a byte of a string is special: its end, an escape, or not allowed.
fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Whether a byte is special or not ASCII. As a signed number, non-ASCII is less than all other
/// bytes, which takes one comparison.
fn is_special_or_not_ascii(byte: u8) -> bool {
    byte.cast_signed() < 0x20 || byte == b'"' || byte == b'\\'
}

fn escape_end(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at + 1),
        b'u' => {
            let digits = text.get(at + 1..at + 5)?;
            digits.iter().all(u8::is_ascii_hexdigit).then_some(at + 5)
        }
        _ => None,
    }
}

fn number_end(text: &[u8], at: usize) -> Option<usize> {
    let mut at = at + usize::from(text.get(at) == Some(&b'-'));
    at = match text.get(at)? {
        b'0' => at + 1,
        _ => digits_end(text, at)?,
    };
    if text.get(at) == Some(&b'.') {
        at = digits_end(text, at + 1)?;
    }
    if let Some(b'e' | b'E') = text.get(at) {
        let is_signed = matches!(text.get(at + 1), Some(b'+' | b'-'));
        at = digits_end(text, at + 1 + usize::from(is_signed))?;
    }
    Some(at)
}

/// The position after at least one digit.
fn digits_end(text: &[u8], at: usize) -> Option<usize> {
    let digits = text.get(at..)?.iter();
    let count = digits.take_while(|byte| byte.is_ascii_digit()).count();
    (count > 0).then_some(at + count)
}

#[cfg(test)]
mod tests;
