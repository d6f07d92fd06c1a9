//! A help text that opens on demand, by mouse, keyboard and touch, without a script.

use std::fmt;

use askama::filters::HtmlSafe;

use crate::external_text::escape;
use crate::wording::sentence;

/// A `?` button that opens a help text. It prints as HTML.
#[derive(Clone, Debug)]
pub struct HelpTip {
    id: String,
    about: String,
    text: String,
}

// === impl HelpTip ===

impl HelpTip {
    /// A help text about something. The id must be unique on the page and consist of letters, digits
    /// and hyphens.
    pub fn new(id: impl Into<String>, about: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            about: about.into(),
            text: text.into(),
        }
    }
}

impl fmt::Display for HelpTip {
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
        write!(f, "{}</span></span>", sentence(&self.text))
    }
}

impl HtmlSafe for HelpTip {}
