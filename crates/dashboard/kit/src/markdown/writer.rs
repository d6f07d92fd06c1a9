//! Writes Markdown events as HTML with our own tags.

use std::fmt::Write as _;

use candor_text::visible;
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Tag, TagEnd};

use crate::external_text::escape;

/// The maximum nesting of tags. Anything deeper is written as text.
const DEPTH: usize = 12;

/// The maximum ratio of HTML to text: a table may have far more cells than it has characters.
const GROWTH: usize = 16;

/// A table, which may be wider than its place and is then reached by the keyboard.
const TABLE: &str =
    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>";

/// HTML under construction. Every opened tag is closed.
pub(super) struct MarkdownWriter {
    html: String,
    most: usize,
    /// The closing tags of open elements; `None` for those not written.
    open: Vec<Option<&'static str>>,
    /// The targets and titles of open links and images.
    places: Vec<LinkTarget>,
    /// Whether cells are those of a head.
    head: bool,
}

struct LinkTarget {
    /// `None` if the text already contains it.
    to: Option<String>,
    title: String,
}

// === impl MarkdownWriter ===

impl MarkdownWriter {
    /// A writer for a text of this length in bytes.
    pub(super) fn of(length: usize) -> Self {
        Self {
            html: String::with_capacity(length + 64),
            most: length.saturating_mul(GROWTH).saturating_add(1024),
            open: Vec::new(),
            places: Vec::new(),
            head: false,
        }
    }

    /// Whether it has grown out of proportion.
    pub(super) fn is_full(&self) -> bool {
        self.html.len() > self.most
    }

    pub(super) fn write(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.close(tag),
            Event::Code(text) => {
                self.html.push_str("<code>");
                self.text(&text);
                self.html.push_str("</code>");
            }
            Event::SoftBreak => self.html.push('\n'),
            Event::HardBreak => self.html.push_str("<br>"),
            Event::Rule if self.is_deep(1) => {}
            Event::Rule => self.html.push_str("<hr>"),
            // These extensions are off; if they occurred, they would be text.
            Event::Text(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text) => self.text(&text),
            Event::TaskListMarker(done) => self.text(if done { "[x] " } else { "[ ] " }),
        }
    }

    /// A definition that links may refer to, which Markdown hides.
    pub(super) fn define(&mut self, label: &str, to: &str, title: Option<&str>) {
        self.html.push_str("<p>[");
        self.text(label);
        self.html.push_str("]: <code>");
        self.text(to);
        self.html.push_str("</code>");
        self.title(title.unwrap_or_default());
        self.html.push_str("</p>");
    }

    /// All of it, with every tag closed.
    pub(super) fn end(mut self) -> String {
        while let Some(close) = self.open.pop() {
            self.html.push_str(close.unwrap_or_default());
        }
        self.html
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.tag(1, "<p>", "</p>"),
            // A heading of theirs is none of the page.
            Tag::Heading { .. } => self.tag(1, "<p class=\"h\">", "</p>"),
            Tag::BlockQuote(_) => self.tag(2, "<blockquote>", "</blockquote>"),
            Tag::CodeBlock(kind) => {
                self.tag(2, "<pre><code>", "</code></pre>");
                if let CodeBlockKind::Fenced(words) = kind
                    && !is_language(&words)
                {
                    self.text(&words);
                    self.html.push('\n');
                }
            }
            Tag::HtmlBlock => self.tag(1, "<pre>", "</pre>"),
            Tag::List(first) => self.list(first),
            Tag::Item => self.tag(1, "<li>", "</li>"),
            Tag::Table(_) => self.tag(4, TABLE, "</table></div>"),
            Tag::TableHead => {
                self.head = true;
                self.tag(2, "<tr>", "</tr>");
            }
            Tag::TableRow => self.tag(2, "<tr>", "</tr>"),
            Tag::TableCell if self.head => self.tag(1, "<th scope=\"col\">", "</th>"),
            Tag::TableCell => self.tag(1, "<td>", "</td>"),
            Tag::Emphasis => self.tag(1, "<em>", "</em>"),
            Tag::Strong => self.tag(1, "<strong>", "</strong>"),
            Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            }
            | Tag::Image {
                link_type,
                dest_url,
                title,
                ..
            } => {
                let said = matches!(link_type, LinkType::Autolink | LinkType::Email);
                self.places.push(LinkTarget {
                    to: (!said).then(|| dest_url.to_string()),
                    title: title.to_string(),
                });
            }
            // These extensions are off.
            _ => self.open.push(None),
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Link | TagEnd::Image => {
                let Some(place) = self.places.pop() else {
                    return;
                };
                if let Some(to) = place.to {
                    self.html.push_str(" <code>");
                    self.text(&to);
                    self.html.push_str("</code>");
                }
                self.title(&place.title);
                return;
            }
            TagEnd::TableHead => self.head = false,
            _ => {}
        }
        // An omitted element still separates words.
        let close = self.open.pop().flatten();
        self.html.push_str(close.unwrap_or(" "));
    }

    fn list(&mut self, first: Option<u64>) {
        match first {
            None => self.tag(2, "<ul>", "</ul>"),
            Some(1) => self.tag(2, "<ol>", "</ol>"),
            Some(first) if !self.is_deep(2) => {
                // Writing into a text cannot fail.
                let _ = write!(self.html, "<ol start=\"{first}\">");
                self.open.push(Some("</ol>"));
            }
            Some(_) => self.open.push(None),
        }
    }

    /// Opens a tag that needs this many levels, including its required children.
    fn tag(&mut self, levels: usize, open: &'static str, close: &'static str) {
        if self.is_deep(levels) {
            self.open.push(None);
            return;
        }
        self.html.push_str(open);
        self.open.push(Some(close));
    }

    /// Whether there is no room for this many levels. Nothing is written inside omitted elements.
    fn is_deep(&self, levels: usize) -> bool {
        self.open.len() + levels > DEPTH || matches!(self.open.last(), Some(None))
    }

    fn title(&mut self, title: &str) {
        if !title.is_empty() {
            self.html.push_str(" “");
            self.text(title);
            self.html.push('”');
        }
    }

    fn text(&mut self, text: &str) {
        // Writing into a text cannot fail.
        let _ = escape(&visible(text), &mut self.html);
    }
}

/// Whether the info string of a code block is only a language name.
fn is_language(words: &str) -> bool {
    words.len() <= 16 && words.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
