//! Markdown from elsewhere, as a safe subset of HTML.
//!
//! The parser gives events; each is either written with our own tags or not at all. Nothing of
//! the text becomes a tag, an attribute or an address: links are text followed by their address,
//! pictures are their description, and HTML is shown as it was written.

use std::fmt;

use askama::filters::HtmlSafe;
use candor_card::visible;

use crate::outside::escape;

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
        let mut html = String::new();
        // Writing into a text cannot fail.
        let _ = escape(&visible(kept), &mut html);
        Self {
            html,
            left: left.chars().count(),
        }
    }

    /// How many characters are not shown.
    pub fn left(&self) -> usize {
        self.left
    }
}

impl fmt::Display for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<div class=\"prose\" dir=\"auto\">{}</div>", self.html)
    }
}

impl HtmlSafe for Prose {}
