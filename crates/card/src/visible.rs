//! Text from elsewhere, written so that every character of it can be seen.

use crate::glyph::Pen;

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

#[cfg(test)]
mod tests {
    use super::*;

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
