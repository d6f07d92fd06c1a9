//! Characters that a reader cannot see or that mislead them, and how they are written instead.

/// What was found in a text that a reader should know of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Characters that cannot be seen, other than line breaks and tabs.
    pub(crate) hidden: bool,
    /// Characters that turn the direction of text.
    pub(crate) turning: bool,
    /// Letters that are written from right to left.
    pub(crate) leftward: bool,
    /// A word that mixes Latin letters with Cyrillic or Greek ones.
    pub(crate) mixed: Option<String>,
}

/// More marks than this on one letter are written as code points.
const MARKS_MAX: usize = 3;

/// The longest word of mixed letters that is quoted, in characters.
const WORD_MAX: usize = 30;

/// Writes characters so that each can be seen. It remembers how many marks stand on the last
/// letter, since a pile of them covers other lines.
#[derive(Default)]
pub(crate) struct Pen {
    marks: usize,
    begun: bool,
}

// === impl Seen ===

impl Seen {
    /// Adds what was found elsewhere.
    pub(crate) fn join(&mut self, other: Self) {
        self.hidden |= other.hidden;
        self.turning |= other.turning;
        self.leftward |= other.leftward;
        self.mixed = self.mixed.take().or(other.mixed);
    }
}

// === impl Pen ===

impl Pen {
    /// Appends `c`, or its code point if it cannot be seen as it is.
    pub(crate) fn write(&mut self, c: char, out: &mut String) {
        let mark = is_mark(c);
        self.marks = if mark { self.marks + 1 } else { 0 };
        let loose = mark && (!self.begun || self.marks > MARKS_MAX);
        self.begun = true;
        if loose || is_hidden(c) || matches!(c, '⟨' | '⟩') {
            code_point(c, out);
        } else {
            out.push(c);
        }
    }
}

/// What there is in `text` to know of.
pub(crate) fn look(text: &str) -> Seen {
    let mut seen = Seen::default();
    for c in text.chars().filter(|c| !c.is_ascii_graphic()) {
        seen.turning |= is_turning(c);
        seen.leftward |= is_leftward(c);
        seen.hidden |= !matches!(c, '\n' | '\r' | '\t') && is_hidden(c);
    }
    seen.mixed = text
        .split(|c: char| !c.is_alphabetic())
        .find(|word| is_mixed(word))
        .map(|word| word.chars().take(WORD_MAX).collect());
    seen
}

/// Whether a reader cannot see `c`, or not tell it from a common character.
pub(crate) fn is_hidden(c: char) -> bool {
    if is_common(c) {
        return false;
    }
    let mut buffer = [0; 4];
    let text = c.encode_utf8(&mut buffer);
    candor_model::hidden_character(text).is_some()
        || c.is_whitespace()
        || matches!(c,
            '\u{34F}' // joins nothing visibly
            | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' // fillers
            | '\u{17B4}' | '\u{17B5}' // vowels that are not written
            | '\u{180B}'..='\u{180F}' // variants
            | '\u{206A}'..='\u{206F}' // deprecated controls of form
            | '\u{2800}' // braille without a dot
            | '\u{FE00}'..='\u{FE0F}' // variants
            | '\u{FFF9}'..='\u{FFFC}' // annotations, objects
            | '\u{1D159}' // a note without a head
            | '\u{E0000}'..='\u{E0FFF}' // tags, variants
        )
        || is_unprintable(c)
}

/// Whether `c` is a letter, digit or sign that most texts are made of, so that nothing more need
/// be asked.
fn is_common(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{C0}'..='\u{2AF}' | '\u{410}'..='\u{44F}'
        | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}')
}

/// Whether `c` turns the direction of what stands beside it.
fn is_turning(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether `c` belongs to a script that runs from right to left.
fn is_leftward(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

/// Whether the standard library would not print it: formats, unassigned and private characters.
/// It is asked about the second character of a text, where marks are printed.
fn is_unprintable(c: char) -> bool {
    let mut buffer = [b'a'; 5];
    let end = c.encode_utf8(&mut buffer[1..]).len();
    let text = str::from_utf8(&buffer[..=end]).unwrap_or_default();
    text.escape_debug().nth(1) == Some('\\')
}

/// Whether `c` is drawn onto the character before it.
fn is_mark(c: char) -> bool {
    !is_common(c) && !c.is_ascii() && c.escape_debug().next() == Some('\\') && !is_unprintable(c)
}

/// Whether a word mixes alphabets whose letters look alike. Words of two letters, such as `μg`,
/// are units.
fn is_mixed(word: &str) -> bool {
    if word.is_ascii() || word.chars().nth(2).is_none() {
        return false;
    }
    let latin = |c| matches!(c, 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}');
    let greek = |c| matches!(c, '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}');
    let cyrillic = |c| matches!(c, '\u{400}'..='\u{52F}');
    word.contains(latin) && (word.contains(greek) || word.contains(cyrillic))
}

/// Appends `⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩`, or the number alone for what has no common name.
fn code_point(c: char, out: &mut String) {
    out.push('⟨');
    out.push_str(&called(c));
    out.push('⟩');
}

/// What `c` is called: its code point, and its name if it is one that is met often.
pub(crate) fn called(c: char) -> String {
    let code = u32::from(c);
    match name(c) {
        Some(name) => format!("U+{code:04X} {name}"),
        None => format!("U+{code:04X}"),
    }
}

/// The Unicode names of those that are met most.
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
        let (mut pen, mut out) = (Pen::default(), String::new());
        text.chars().for_each(|c| pen.write(c, &mut out));
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
    fn a_reader_is_told_what_is_there() {
        let nothing = Seen::default();
        for (text, expect) in [
            ("two\r\nlines\tand a tab", nothing.clone()),
            ("5 μg, 10 kΩ, Москва, Αθήνα", nothing.clone()),
            (
                "a\u{200B}b",
                Seen {
                    hidden: true,
                    ..nothing.clone()
                },
            ),
            (
                "\u{202E}",
                Seen {
                    hidden: true,
                    turning: true,
                    ..nothing.clone()
                },
            ),
            (
                "שלום",
                Seen {
                    leftward: true,
                    ..nothing.clone()
                },
            ),
            (
                "to pаypal now",
                Seen {
                    mixed: Some("pаypal".into()),
                    ..nothing.clone()
                },
            ),
            (
                "gοοgle",
                Seen {
                    mixed: Some("gοοgle".into()),
                    ..nothing.clone()
                },
            ),
        ] {
            assert_eq!(look(text), expect, "{text:?}");
        }
    }
}
