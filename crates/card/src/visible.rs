//! Text from elsewhere, written so that every character of it can be seen.

use std::collections::HashSet;

use crate::glyph::{self, Pen};

/// The same text with every character that a reader cannot see, or that moves what they see,
/// written as its code point. Line breaks and tabs stay.
pub fn visible(text: &str) -> String {
    let mut pen = Pen::default();
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => out.push(c),
            // Part of a line break on some systems.
            '\r' => {}
            c => pen.write(c, &mut out),
        }
    }
    out
}

/// What there is in a text that a reader cannot see or that moves what they see, each once, in
/// the order of their coming: `U+202E RIGHT-TO-LEFT OVERRIDE`. Line breaks and tabs are no news.
pub fn unseen(text: &str) -> Vec<String> {
    let mut met = HashSet::new();
    let hidden = text
        .chars()
        .filter(|c| !matches!(c, '\n' | '\r' | '\t') && glyph::is_hidden(*c))
        .filter(|c| met.insert(*c));
    hidden.map(glyph::called).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(unseen(text), expect, "{text:?}");
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
