//! External text: bounded, isolated, and with hidden characters made visible.

use std::fmt;

use askama::filters::HtmlSafe;
use candor_text::visible;

use crate::wording::{counted, sentence};

/// The maximum length of one line, in characters.
const LINE: usize = 240;

/// The first right-to-left script; characters before it are left-to-right.
const RIGHT_TO_LEFT: char = '\u{590}';

/// Text from a source, a client or a user. It prints as HTML: escaped, truncated, in a `<bdi>` if it
/// could change the text direction around it, with hidden characters written as code points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalText {
    text: String,
    /// The number of characters cut off.
    left: usize,
    /// Whether backticks become `<code>`.
    code: bool,
}

/// The note below a text that was cut off. It prints as HTML: as nothing if all is shown.
#[derive(Clone, Copy, Debug)]
pub struct CutNote(pub(crate) usize);

// === impl ExternalText ===

impl ExternalText {
    /// The first non-empty line, for lists and headings.
    pub fn line(text: &str) -> Self {
        let mut lines = text.lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
        Self::short(first, LINE)
    }

    /// At most `most` characters.
    pub fn short(text: &str, most: usize) -> Self {
        // Finds the end without counting the whole text.
        let cut = text.char_indices().nth(most).map(|(at, _)| at);
        let (kept, left) = text.split_at(cut.unwrap_or(text.len()));
        Self {
            text: visible(kept),
            left: left.chars().count(),
            code: false,
        }
    }

    /// At most `most` characters of a sentence of ours that quotes external text: what stands
    /// between backticks is printed as `<code>`.
    pub fn sentence(text: &str, most: usize) -> Self {
        Self {
            code: true,
            ..Self::short(text, most)
        }
    }

    /// The displayed text, without markup.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of characters cut off.
    pub fn left(&self) -> usize {
        self.left
    }

    /// How much was cut off, to be written below the text.
    pub fn cut_note(&self) -> CutNote {
        CutNote(self.left)
    }
}

impl fmt::Display for ExternalText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Most text needs no `<bdi>`, which would be a third of a long page.
        let may_turn = self.text.contains(|c| c >= RIGHT_TO_LEFT);
        f.write_str(if may_turn { "<bdi>" } else { "" })?;
        if self.code {
            sentence(&self.text).fmt(f)?;
        } else {
            escape(&self.text, f)?;
        }
        f.write_str(if self.left > 0 { "…" } else { "" })?;
        f.write_str(if may_turn { "</bdi>" } else { "" })
    }
}

impl HtmlSafe for ExternalText {}

impl fmt::Display for CutNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return Ok(());
        }
        let more = counted(self.0, "more character");
        write!(f, "<p class=\"small\">{more} not shown.</p>")
    }
}

impl HtmlSafe for CutNote {}

/// Escapes text for an element or a quoted attribute.
pub fn escape(text: &str, out: &mut impl fmt::Write) -> fmt::Result {
    for c in text.chars() {
        match c {
            '&' => out.write_str("&amp;")?,
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '"' => out.write_str("&quot;")?,
            '\'' => out.write_str("&#39;")?,
            c => out.write_char(c)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_bounded_isolated_and_seen() {
        for (text, expect) in [
            ("a <b>&\"'", "a &lt;b&gt;&amp;&quot;&#39;"),
            ("\n  \n first \nsecond", "first"),
            (
                "\u{202E}evil",
                "<bdi>⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩evil</bdi>",
            ),
            ("", ""),
            ("caf\u{e9} \u{436}", "caf\u{e9} \u{436}"),
            ("\u{5d0}", "<bdi>\u{5d0}</bdi>"),
            ("a \u{627} b", "<bdi>a \u{627} b</bdi>"),
        ] {
            assert_eq!(ExternalText::line(text).to_string(), expect);
        }
        let quoting = ExternalText::sentence("no tool `a<b`, `\u{5d0}`", 18);
        let expect = "<bdi>no tool <code>a&#60;b</code>, <code>\u{5d0}</code></bdi>";
        assert_eq!(quoting.to_string(), expect);
        let long = ExternalText::short(&"x".repeat(1_000_000), 3);
        assert_eq!((long.to_string().as_str(), long.left()), ("xxx…", 999_997));
        let note = "<p class=\"small\">999,997 more characters not shown.</p>";
        assert_eq!(long.cut_note().to_string(), note);
        assert_eq!(quoting.cut_note().to_string(), "");
    }
}
