//! Markdown from elsewhere, as a safe subset of HTML.
//!
//! The parser gives events; each is either written with our own tags or not at all. Nothing of
//! the text becomes a tag, an attribute or an address: links are text followed by their address,
//! so are pictures, and HTML is shown as it was written. Nothing that a model reads is left out:
//! what Markdown hides from people, such as titles of links and definitions that nobody refers
//! to, is shown too.

#[cfg(test)]
mod tests;
mod writer;

use std::fmt;

use askama::filters::HtmlSafe;
use pulldown_cmark::{Options, Parser};

use writer::Writer;

/// A description, rendered. It prints as HTML: block elements in a `<div class="prose">`.
#[derive(Clone, Debug)]
pub struct Prose {
    html: String,
    left: usize,
}

// === impl Prose ===

impl Prose {
    /// The first `most` characters of a text.
    pub fn of(text: &str, most: usize) -> Self {
        let cut = text.char_indices().nth(most).map(|(at, _)| at);
        let (kept, left) = text.split_at(cut.unwrap_or(text.len()));
        let (html, read) = render(kept);
        Self {
            html,
            left: kept[read..].chars().count() + left.chars().count(),
        }
    }

    /// How many characters are not shown.
    pub fn left(&self) -> usize {
        self.left
    }
}

impl fmt::Display for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.left > 0 { "<p>…</p>" } else { "" };
        let html = &self.html;
        write!(f, "<div class=\"prose\" dir=\"auto\">{html}{more}</div>")
    }
}

impl HtmlSafe for Prose {}

/// The HTML of a text, and how many of its bytes are in there.
fn render(text: &str) -> (String, usize) {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let definitions = parser.reference_definitions().iter();
    let mut definitions: Vec<_> = definitions
        .map(|(label, of)| {
            let (to, title) = (of.dest.to_string(), of.title.as_deref().map(str::to_owned));
            (of.span.start, label.to_owned(), to, title)
        })
        .collect();
    definitions.sort_unstable();
    let mut writer = Writer::of(text.len());
    for (event, range) in parser.into_offset_iter() {
        if writer.is_full() {
            return (writer.end(), range.start);
        }
        writer.write(event);
    }
    for (at, label, to, title) in definitions {
        if writer.is_full() {
            return (writer.end(), at);
        }
        writer.define(&label, &to, title.as_deref());
    }
    (writer.end(), text.len())
}
