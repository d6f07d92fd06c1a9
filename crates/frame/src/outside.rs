//! Text that comes from elsewhere: bounded, isolated, and with nothing hidden in it.

use std::fmt;

use askama::filters::HtmlSafe;
use candor_card::visible;

/// The most characters of one line.
const LINE: usize = 240;

/// Where scripts begin that are written from the right; what stands before it runs as the page does.
const RIGHT_TO_LEFT: char = '\u{590}';

/// Text that comes from elsewhere. It prints as HTML: escaped, in a `<bdi>` if it could turn the
/// direction of what is around it, every character that cannot be seen written as its code point,
/// and no longer than was said.
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
        // Most text is plain, and an element for each piece of it is a third of a long page.
        let may_turn = self.text.contains(|c| c >= RIGHT_TO_LEFT);
        f.write_str(if may_turn { "<bdi>" } else { "" })?;
        escape(&self.text, f)?;
        f.write_str(if self.left > 0 { "…" } else { "" })?;
        f.write_str(if may_turn { "</bdi>" } else { "" })
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
            assert_eq!(Outside::line(text).to_string(), expect);
        }
        let long = Outside::short(&"x".repeat(1_000_000), 3);
        assert_eq!((long.to_string().as_str(), long.left()), ("xxx…", 999_997));
    }
}
