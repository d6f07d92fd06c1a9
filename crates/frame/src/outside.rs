//! Text that comes from elsewhere: bounded, isolated, and with nothing hidden in it.

use std::fmt;

use askama::filters::HtmlSafe;
use candor_card::visible;

/// The most characters of one line.
const LINE: usize = 240;

/// Text that comes from elsewhere. It prints as HTML: escaped, in a `<bdi>`, every character that
/// cannot be seen written as its code point, and no longer than was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    text: String,
    /// How many characters were left out.
    left: usize,
}

// === impl Outside ===

impl Outside {
    /// The first line that says something, in a list or in a heading.
    pub fn line(text: &str) -> Self {
        let mut lines = text.lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
        Self::short(first, LINE)
    }

    /// All of it, up to so many characters.
    pub fn short(text: &str, most: usize) -> Self {
        // Counting a megabyte takes longer than not showing it.
        let cut = text.char_indices().nth(most).map(|(at, _)| at);
        let (kept, left) = text.split_at(cut.unwrap_or(text.len()));
        Self {
            text: visible(kept),
            left: left.chars().count(),
        }
    }

    /// The text as it is shown, without markup.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many characters are not shown.
    pub fn left(&self) -> usize {
        self.left
    }
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<bdi>")?;
        escape(&self.text, f)?;
        if self.left > 0 {
            f.write_str("…")?;
        }
        f.write_str("</bdi>")
    }
}

impl HtmlSafe for Outside {}

/// Writes text so that it is no markup, in an element or in a quoted attribute.
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
            ("a <b>&\"'", "<bdi>a &lt;b&gt;&amp;&quot;&#39;</bdi>"),
            ("\n  \n first \nsecond", "<bdi>first</bdi>"),
            (
                "\u{202E}evil",
                "<bdi>⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩evil</bdi>",
            ),
            ("", "<bdi></bdi>"),
        ] {
            assert_eq!(Outside::line(text).to_string(), expect);
        }
        let long = Outside::short(&"x".repeat(1_000_000), 3);
        assert_eq!(
            (long.to_string().as_str(), long.left()),
            ("<bdi>xxx…</bdi>", 999_997)
        );
    }
}
