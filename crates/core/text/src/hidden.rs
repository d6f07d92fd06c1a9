//! Characters that are invisible or easily mistaken for others.

/// Whether a character is invisible or changes the layout of the text around it: control characters
/// including line breaks, zero-width and invisible characters, direction marks, line separators,
/// fillers and tags. Text that people store must not contain one.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' // soft hyphen
            | '\u{34F}' // combining grapheme joiner
            | '\u{61C}' // Arabic letter mark
            | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' // Hangul fillers
            | '\u{17B4}' | '\u{17B5}' // Khmer inherent vowels
            | '\u{180E}' // Mongolian vowel separator
            | '\u{200B}'..='\u{200F}' // zero width, direction marks
            | '\u{2028}'..='\u{202E}' // line separators, direction embeddings and overrides
            | '\u{2060}'..='\u{206F}' // joiners, invisible operators, direction isolates
            | '\u{2800}' // blank braille pattern
            | '\u{FEFF}' // byte order mark
            | '\u{FFF9}'..='\u{FFFB}' // interlinear annotations
            | '\u{1D159}' // null notehead
            | '\u{1D173}'..='\u{1D17A}' // musical formatting
            | '\u{E0000}'..='\u{E00FF}' | '\u{E01F0}'..='\u{E0FFF}' // tags
        )
}

/// Whether a character is hidden or may be mistaken for a common one: also unusual spaces,
/// variation selectors, and characters without a glyph. Displayed text escapes these.
pub fn is_ambiguous(c: char) -> bool {
    !is_common(c)
        && (is_hidden(c)
            || c.is_whitespace()
            || matches!(c,
                '\u{180B}'..='\u{180F}' // Mongolian variation selectors
                | '\u{FE00}'..='\u{FE0F}' // variation selectors
                | '\u{FFFC}' // object replacement
                | '\u{E0100}'..='\u{E01EF}' // variation selectors
            )
            || is_unprintable(c))
}

/// Whether the character is a combining mark.
pub fn is_mark(c: char) -> bool {
    !is_common(c) && !c.is_ascii() && c.escape_debug().next() == Some('\\') && !is_unprintable(c)
}

/// The first hidden character of a text and its index in characters.
pub fn hidden_character(text: &str) -> Option<(usize, char)> {
    text.chars().enumerate().find(|(_, c)| is_hidden(*c))
}

/// Whether the character is in the common ranges, for which no further check is needed.
fn is_common(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{C0}'..='\u{2AF}' | '\u{410}'..='\u{44F}'
        | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}')
}

/// Whether the standard library's `Debug` escapes the character: formats, unassigned and
/// private-use ones. Tested as the second character of a text, where combining marks are not
/// escaped.
fn is_unprintable(c: char) -> bool {
    let mut buffer = [b'a'; 5];
    let end = c.encode_utf8(&mut buffer[1..]).len();
    let text = str::from_utf8(&buffer[..=end]).unwrap_or_default();
    text.escape_debug().nth(1) == Some('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_found() {
        for range in [
            '\0'..='\u{1F}',
            '\u{7F}'..='\u{9F}',
            '\u{AD}'..='\u{AD}',
            '\u{34F}'..='\u{34F}',
            '\u{61C}'..='\u{61C}',
            '\u{115F}'..='\u{1160}',
            '\u{17B4}'..='\u{17B5}',
            '\u{180E}'..='\u{180E}',
            '\u{200B}'..='\u{200F}',
            '\u{2028}'..='\u{202E}',
            '\u{2060}'..='\u{206F}',
            '\u{2800}'..='\u{2800}',
            '\u{3164}'..='\u{3164}',
            '\u{FEFF}'..='\u{FEFF}',
            '\u{FFA0}'..='\u{FFA0}',
            '\u{FFF9}'..='\u{FFFB}',
            '\u{1D159}'..='\u{1D159}',
            '\u{1D173}'..='\u{1D17A}',
            '\u{E0000}'..='\u{E007F}',
        ] {
            for c in range {
                assert!(is_hidden(c) && is_ambiguous(c), "{c:?}");
            }
        }
        for c in "plain é 漢字 😀 हिन्दी ไทย שלום\u{A0}\u{200A}\u{2010}\u{202F}\u{205F}✅".chars()
        {
            assert!(!is_hidden(c), "{c:?}");
        }
    }

    #[test]
    fn ambiguous_characters_are_found() {
        for c in "\u{A0}\u{2003}\u{202F}\u{3000}\u{FE0F}\u{FFFC}\u{E000}\u{E0100}\u{FFFF}".chars() {
            assert!(is_ambiguous(c), "{c:?}");
        }
        for c in "plain é 漢字 😀 हिन्दी ไทย שלום e\u{301}".chars() {
            assert!(!is_ambiguous(c), "{c:?}");
        }
        assert!(is_mark('\u{301}') && !is_mark('e') && !is_mark('\u{202E}'));
    }

    #[test]
    fn the_first_hidden_character_is_told_with_its_position() {
        for (text, expect) in [
            ("", None),
            ("plain é✅", None),
            ("äb\u{202E}c\0", Some((2, '\u{202E}'))),
            ("a\nb", Some((1, '\n'))),
        ] {
            assert_eq!(hidden_character(text), expect, "{text:?}");
        }
    }
}
