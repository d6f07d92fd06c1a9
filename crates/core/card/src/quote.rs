//! Foreign text on one line with everything visible.

use std::ops::Range;

use candor_text::VisibleWriter;

use crate::secret;

/// A string in quotes that cannot be confused with the surrounding text: quotes and backslashes are
/// escaped, line breaks and tabs are `\n`, `\r` and `\t`, other hidden characters are code points,
/// and the ranges in `secrets` are masked.
pub(crate) fn quoted(text: &str, secrets: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    let (mut writer, mut at) = (VisibleWriter::default(), 0);
    out.push('"');
    for secret in secrets {
        escaped(&text[at..secret.start], &mut writer, &mut out);
        out.push_str(&secret::inside(&text[secret.clone()]));
        at = secret.end;
    }
    escaped(&text[at..], &mut writer, &mut out);
    out.push('"');
    out
}

/// A name, in quotes unless it is plain.
pub(crate) fn name(text: &str, plain: fn(char) -> bool) -> String {
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    quoted(text, &[])
}

/// Foreign prose on one line: breaks and tabs become spaces. It costs at most
/// `most` bytes, see [`cost`].
pub(crate) fn prose(text: &str, most: usize) -> String {
    let (mut writer, mut out) = (VisibleWriter::default(), String::new());
    for word in text
        .split([' ', '\n', '\r', '\t'])
        .filter(|word| !word.is_empty())
    {
        if !out.is_empty() {
            out.push(' ');
        }
        word.chars().for_each(|c| writer.write(c, &mut out));
        // Anything beyond this is cut off later.
        if out.len() > most {
            break;
        }
    }
    clip(&out, most)
}

/// The size of a readable text in a card's JSON, in bytes.
pub(crate) fn cost(text: &str) -> usize {
    let escapes = text.bytes().filter(|byte| matches!(byte, b'"' | b'\\'));
    text.len() + escapes.count()
}

/// The beginning of a readable text, with `…` if that is not all. It costs at most `most` bytes.
pub(crate) fn clip(text: &str, most: usize) -> String {
    if cost(text) <= most {
        return text.to_owned();
    }
    let (mut end, mut spent) = (0, '…'.len_utf8());
    for at in CutPoints::new(text) {
        spent += cost(&text[end..at]);
        if spent > most {
            break;
        }
        end = at;
    }
    format!("{}…", &text[..end])
}

/// The places where a readable text can be cut: not inside `⟨…⟩`, not behind a backslash.
pub(crate) struct CutPoints<'a> {
    text: &'a str,
    at: usize,
    ended: bool,
}

// === impl CutPoints ===

impl<'a> CutPoints<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let ended = false;
        Self { text, at: 0, ended }
    }
}

impl Iterator for CutPoints<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.ended {
            return None;
        }
        let here = self.at;
        let rest = &self.text[here..];
        let mut chars = rest.chars();
        let unit = match chars.next() {
            None => {
                self.ended = true;
                0
            }
            Some('⟨') => rest
                .find('⟩')
                .map_or(rest.len(), |end| end + '⟩'.len_utf8()),
            Some('\\') => 1 + chars.next().map_or(0, char::len_utf8),
            Some(c) => c.len_utf8(),
        };
        self.at += unit;
        Some(here)
    }
}

fn escaped(text: &str, writer: &mut VisibleWriter, out: &mut String) {
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c => writer.write(c, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_cannot_leave_its_quotes() {
        for (text, expect) in [
            ("", r#""""#),
            ("two\nlines", r#""two\nlines""#),
            (r"a\nb", r#""a\\nb""#),
            ("\"\r\nHint: safe", r#""\"\r\nHint: safe""#),
            ("<b>&amp;</b>", r#""<b>&amp;</b>""#),
        ] {
            assert_eq!(quoted(text, &[]), expect);
        }
    }

    #[test]
    fn prose_is_one_line_of_bounded_length() {
        for (text, most, expect) in [
            ("  one\n\n two\tthree ", 100, "one two three"),
            ("abcdef", 6, "abcdef"),
            ("abcdefg", 6, "abc…"),
            ("ab\u{202E}", 20, "ab…"),
            ("", 10, ""),
        ] {
            assert_eq!(prose(text, most), expect);
        }
    }

    #[test]
    fn nothing_is_cut_in_two() {
        let cuts = |text| CutPoints::new(text).collect::<Vec<_>>();
        assert_eq!(cuts("aé"), [0, 1, 3]);
        assert_eq!(cuts(r"a\\n"), [0, 1, 3, 4]);
        assert_eq!(cuts("⟨U+0000⟩b"), [0, 12, 13]);
        assert_eq!(cuts(""), [0]);
        assert_eq!(clip(r"ab\nc", 5), "ab…");
    }
}
