//! Display of foreign text with every character visible, and warnings about it.

use std::collections::HashSet;

use crate::hidden::{is_ambiguous, is_mark};

/// Warnings about a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFindings {
    /// It has hidden characters other than line breaks and tabs.
    pub hidden: bool,
    /// It has characters that change the text direction.
    pub direction_controls: bool,
    /// It has right-to-left letters.
    pub right_to_left: bool,
    /// A word that mixes Latin letters with Cyrillic or Greek ones.
    pub mixed_word: Option<String>,
}

/// More combining marks than this on one letter are written as code points.
const MARKS_MAX: usize = 3;

/// The maximum length of a quoted word with mixed alphabets, in characters.
const WORD_MAX: usize = 30;

/// Writes characters so that each is visible; hidden ones as `⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩`.
#[derive(Default)]
pub struct VisibleWriter {
    marks: MarkCounter,
}

/// Counts the combining marks on the last letter: too many of them cover other lines.
#[derive(Default)]
pub(crate) struct MarkCounter {
    marks: usize,
    begun: bool,
}

// === impl TextFindings ===

impl TextFindings {
    /// Merges the findings of another text.
    pub fn join(&mut self, other: Self) {
        self.hidden |= other.hidden;
        self.direction_controls |= other.direction_controls;
        self.right_to_left |= other.right_to_left;
        self.mixed_word = self.mixed_word.take().or(other.mixed_word);
    }
}

// === impl MarkCounter ===

impl MarkCounter {
    /// Whether the next character is a mark without a letter, or one too many.
    pub(crate) fn is_loose(&mut self, c: char) -> bool {
        let mark = is_mark(c);
        self.marks = if mark { self.marks + 1 } else { 0 };
        let loose = mark && (!self.begun || self.marks > MARKS_MAX);
        self.begun = true;
        loose
    }
}

// === impl VisibleWriter ===

impl VisibleWriter {
    /// Appends `c`, or its code point if it is hidden or ambiguous.
    pub fn write(&mut self, c: char, out: &mut String) {
        if self.marks.is_loose(c) || is_ambiguous(c) || matches!(c, '⟨' | '⟩') {
            out.push('⟨');
            out.push_str(&code_point(c));
            out.push('⟩');
        } else {
            out.push(c);
        }
    }
}

/// The text with every hidden or ambiguous character written as its code point. Line breaks and
/// tabs stay.
pub fn visible(text: &str) -> String {
    let mut writer = VisibleWriter::default();
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => out.push(c),
            // Part of a line break on some systems.
            '\r' => {}
            c => writer.write(c, &mut out),
        }
    }
    out
}

/// The distinct hidden characters of a text, in order: `U+202E RIGHT-TO-LEFT OVERRIDE`. Line breaks
/// and tabs are not included.
pub fn hidden_characters(text: &str) -> Vec<String> {
    let mut met = HashSet::new();
    let hidden = text
        .chars()
        .filter(|c| !matches!(c, '\n' | '\r' | '\t') && is_ambiguous(*c))
        .filter(|c| met.insert(*c));
    hidden.map(code_point).collect()
}

/// The warnings about `text`.
pub fn inspect(text: &str) -> TextFindings {
    let mut findings = TextFindings::default();
    for c in text.chars().filter(|c| !c.is_ascii_graphic()) {
        findings.direction_controls |= is_direction_control(c);
        findings.right_to_left |= is_right_to_left(c);
        findings.hidden |= !matches!(c, '\n' | '\r' | '\t') && is_ambiguous(c);
    }
    findings.mixed_word = text
        .split(|c: char| !c.is_alphabetic())
        .find(|word| is_mixed(word))
        .map(|word| word.chars().take(WORD_MAX).collect());
    findings
}

/// Whether `c` changes the text direction.
fn is_direction_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether `c` belongs to a right-to-left script.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

/// Whether a word mixes alphabets with look-alike letters. Words of two letters, such as `μg`, are
/// considered units.
fn is_mixed(word: &str) -> bool {
    if word.is_ascii() || word.chars().nth(2).is_none() {
        return false;
    }
    let latin = |c| matches!(c, 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}');
    let greek = |c| matches!(c, '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}');
    let cyrillic = |c| matches!(c, '\u{400}'..='\u{52F}');
    word.contains(latin) && (word.contains(greek) || word.contains(cyrillic))
}

/// The code point of `c`, with its name if it is a common one.
fn code_point(c: char) -> String {
    let code = u32::from(c);
    match name(c) {
        Some(name) => format!("U+{code:04X} {name}"),
        None => format!("U+{code:04X}"),
    }
}

/// The Unicode names of the most common hidden characters.
fn name(c: char) -> Option<&'static str> {
    Some(match c {
        '\0' => "NULL",
        '\u{7}' => "BELL",
        '\u{8}' => "BACKSPACE",
        '\u{1B}' => "ESCAPE",
        '\u{7F}' => "DELETE",
        '\u{85}' => "NEXT LINE",
        '\u{A0}' => "NO-BREAK SPACE",
        '\u{AD}' => "SOFT HYPHEN",
        '\u{61C}' => "ARABIC LETTER MARK",
        '\u{200B}' => "ZERO WIDTH SPACE",
        '\u{200C}' => "ZERO WIDTH NON-JOINER",
        '\u{200D}' => "ZERO WIDTH JOINER",
        '\u{200E}' => "LEFT-TO-RIGHT MARK",
        '\u{200F}' => "RIGHT-TO-LEFT MARK",
        '\u{2028}' => "LINE SEPARATOR",
        '\u{2029}' => "PARAGRAPH SEPARATOR",
        '\u{202A}' => "LEFT-TO-RIGHT EMBEDDING",
        '\u{202B}' => "RIGHT-TO-LEFT EMBEDDING",
        '\u{202C}' => "POP DIRECTIONAL FORMATTING",
        '\u{202D}' => "LEFT-TO-RIGHT OVERRIDE",
        '\u{202E}' => "RIGHT-TO-LEFT OVERRIDE",
        '\u{202F}' => "NARROW NO-BREAK SPACE",
        '\u{2060}' => "WORD JOINER",
        '\u{2066}' => "LEFT-TO-RIGHT ISOLATE",
        '\u{2067}' => "RIGHT-TO-LEFT ISOLATE",
        '\u{2068}' => "FIRST STRONG ISOLATE",
        '\u{2069}' => "POP DIRECTIONAL ISOLATE",
        '\u{2800}' => "BRAILLE PATTERN BLANK",
        '\u{3000}' => "IDEOGRAPHIC SPACE",
        '\u{3164}' => "HANGUL FILLER",
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => "VARIATION SELECTOR",
        '\u{FEFF}' => "BYTE ORDER MARK",
        '\u{E0020}'..='\u{E007F}' => "TAG",
        '⟨' => "LEFT ANGLE BRACKET",
        '⟩' => "RIGHT ANGLE BRACKET",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let (mut writer, mut out) = (VisibleWriter::default(), String::new());
        text.chars().for_each(|c| writer.write(c, &mut out));
        out
    }

    #[test]
    fn what_cannot_be_seen_is_written_as_a_code_point() {
        for (text, expect) in [
            (
                "plain, é, 漢字, 😀, हिन्दी, ไทย, שלום",
                "plain, é, 漢字, 😀, हिन्दी, ไทย, שלום",
            ),
            ("e\u{301}", "e\u{301}"),
            ("\u{301}e", "⟨U+0301⟩e"),
            ("a\u{202E}b", "a⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩b"),
            ("\u{1B}[2J", "⟨U+001B ESCAPE⟩[2J"),
            ("\u{E0041}", "⟨U+E0041 TAG⟩"),
            ("\u{FEFF}x", "⟨U+FEFF BYTE ORDER MARK⟩x"),
            ("a\u{2003}b", "a⟨U+2003⟩b"),
            ("\u{E000}\u{FFFF}", "⟨U+E000⟩⟨U+FFFF⟩"),
            (
                "⟨masked⟩",
                "⟨U+27E8 LEFT ANGLE BRACKET⟩masked⟨U+27E9 RIGHT ANGLE BRACKET⟩",
            ),
            (
                "o\u{301}\u{301}\u{301}\u{301}",
                "o\u{301}\u{301}\u{301}⟨U+0301⟩",
            ),
        ] {
            assert_eq!(written(text), expect);
        }
    }

    #[test]
    fn findings_tell_what_is_there() {
        let nothing = TextFindings::default();
        for (text, expect) in [
            ("two\r\nlines\tand a tab", nothing.clone()),
            ("5 μg, 10 kΩ, Москва, Αθήνα", nothing.clone()),
            (
                "a\u{200B}b",
                TextFindings {
                    hidden: true,
                    ..nothing.clone()
                },
            ),
            (
                "\u{202E}",
                TextFindings {
                    hidden: true,
                    direction_controls: true,
                    ..nothing.clone()
                },
            ),
            (
                "שלום",
                TextFindings {
                    right_to_left: true,
                    ..nothing.clone()
                },
            ),
            (
                "to pаypal now",
                TextFindings {
                    mixed_word: Some("pаypal".into()),
                    ..nothing.clone()
                },
            ),
            (
                "gοοgle",
                TextFindings {
                    mixed_word: Some("gοοgle".into()),
                    ..nothing.clone()
                },
            ),
        ] {
            assert_eq!(inspect(text), expect, "{text:?}");
        }
    }

    #[test]
    fn what_hides_is_named_once() {
        for (text, expect) in [
            ("", &[][..]),
            ("plain é 漢\r\n\t⟨x⟩", &[]),
            (
                "a\u{202E}b\u{200B}c\u{202E}",
                &["U+202E RIGHT-TO-LEFT OVERRIDE", "U+200B ZERO WIDTH SPACE"],
            ),
            ("\u{E0041}\u{F0000}", &["U+E0041 TAG", "U+F0000"]),
        ] {
            assert_eq!(hidden_characters(text), expect, "{text:?}");
        }
    }

    #[test]
    fn what_hides_is_written_out() {
        for (text, expect) in [
            ("plain é 漢", "plain é 漢"),
            ("a\r\nb\tc", "a\nb\tc"),
            ("a\u{202E}b", "a⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩b"),
            ("\u{7}", "⟨U+0007 BELL⟩"),
        ] {
            assert_eq!(visible(text), expect);
        }
    }
}
