//! External Markdown, rendered as a safe subset of HTML.
//!
//! Every parser event is written with tags of ours or dropped. No text becomes a tag, an attribute or
//! an address: links and images are text followed by their address, and HTML is shown as source.
//! Nothing that a model reads is left out: what Markdown hides, such as link titles and unused
//! definitions, is shown too.

#[cfg(test)]
mod tests;
mod writer;

use std::fmt;

use askama::filters::HtmlSafe;
use pulldown_cmark::{Options, Parser};

use crate::external_text::CutNote;
use writer::MarkdownWriter;

/// A rendered description. It prints as HTML: block elements in a `<div class="prose">`.
#[derive(Clone, Debug)]
pub struct RenderedMarkdown {
    html: String,
    left: usize,
}

// === impl RenderedMarkdown ===

impl RenderedMarkdown {
    /// Renders the first `most` characters.
    pub fn of(text: &str, most: usize) -> Self {
        let cut = text.char_indices().nth(most).map(|(at, _)| at);
        let (kept, left) = text.split_at(cut.unwrap_or(text.len()));
        let (html, read) = render(kept);
        Self {
            html,
            left: kept[read..].chars().count() + left.chars().count(),
        }
    }

    /// The number of characters not shown.
    pub fn left(&self) -> usize {
        self.left
    }

    /// How much was cut off, to be written below the text.
    pub fn cut_note(&self) -> CutNote {
        CutNote(self.left)
    }
}

impl fmt::Display for RenderedMarkdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.left > 0 { "<p>…</p>" } else { "" };
        let html = &self.html;
        write!(f, "<div class=\"prose\" dir=\"auto\">{html}{more}</div>")
    }
}

impl HtmlSafe for RenderedMarkdown {}

/// The HTML, and how many bytes of the text it covers.
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
    let mut writer = MarkdownWriter::of(text.len());
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
