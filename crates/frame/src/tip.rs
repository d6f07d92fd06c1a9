//! An explanation that opens where it is asked for: by mouse, keyboard and touch, without a script.

use std::fmt;

use askama::filters::HtmlSafe;

use crate::outside::escape;

/// A button that says `?` and opens a text. It prints as HTML.
#[derive(Clone, Debug)]
pub struct Tip {
    id: String,
    about: String,
    text: String,
}

// === impl Tip ===

impl Tip {
    /// An explanation of something. The id must be one of a kind on the page: letters, digits
    /// and hyphens.
    pub fn new(id: impl Into<String>, about: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            about: about.into(),
            text: text.into(),
        }
    }
}

impl fmt::Display for Tip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id: String = self
            .id
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
            .collect();
        write!(
            f,
            "<span class=\"tip\"><button type=\"button\" class=\"ask\" popovertarget=\"{id}\" \
             aria-label=\"Explain "
        )?;
        escape(&self.about, f)?;
        write!(f, "\">?</button><span popover id=\"{id}\" dir=\"auto\">")?;
        escape(&self.text, f)?;
        f.write_str("</span></span>")
    }
}

impl HtmlSafe for Tip {}
