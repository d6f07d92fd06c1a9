//! Writes what the parser of Markdown found, in tags of our own.

use std::fmt::Write as _;

use candor_text::visible;
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Tag, TagEnd};

use crate::external_text::escape;

/// How deep tags may be in each other. What is deeper is text.
const DEPTH: usize = 12;

/// How much longer than its text the HTML may be: a table may have far more cells than it has
/// characters.
const GROWTH: usize = 16;

/// A table, which may be wider than its place and is then reached by the keyboard.
const TABLE: &str =
    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>";

/// HTML in the making. Every tag that is opened is closed, whatever comes.
pub(super) struct MarkdownWriter {
    html: String,
    most: usize,
    /// What closes the tags that are open; nothing for those that were not written.
    open: Vec<Option<&'static str>>,
    /// Where the links and pictures lead that are open, with their titles.
    places: Vec<LinkTarget>,
    /// Whether cells are those of a head.
    head: bool,
}

struct LinkTarget {
    /// Nothing if the text says it already.
    to: Option<String>,
    title: String,
}

// === impl MarkdownWriter ===

impl MarkdownWriter {
    /// For a text of so many bytes.
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
            // What was not asked for does not come; if it did, it would be text.
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
            // What was not asked for does not come.
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
        // What was not written still parts words.
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

    /// Opens a tag that needs so many levels for itself and what must be in it.
    fn tag(&mut self, levels: usize, open: &'static str, close: &'static str) {
        if self.is_deep(levels) {
            self.open.push(None);
            return;
        }
        self.html.push_str(open);
        self.open.push(Some(close));
    }

    /// Whether there is no room for so many levels more. Nothing is written in what was not.
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

/// Whether what stands behind the fence of a block names a language and says nothing else.
fn is_language(words: &str) -> bool {
    words.len() <= 16 && words.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
