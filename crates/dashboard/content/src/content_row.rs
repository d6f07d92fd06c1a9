//! One row of a list: the data to search and display, computed once.

use candor_dashboard_kit::wording::{counted, size};
use candor_dashboard_kit::{ExternalText, query};
use candor_gateway::{ContentKind, ListedContent};

use crate::definition::ContentDefinition;
use crate::paths;

/// The maximum length of searched text, in characters.
const SEARCHED: usize = 2_000;

/// The maximum length of a name or a URI, in characters.
const NAME: usize = 300;

/// A prompt, a resource or a template in a list.
#[derive(Debug)]
pub(crate) struct ContentRow {
    pub(crate) content: ListedContent,
    pub(crate) to: String,
    pub(crate) name: ExternalText,
    pub(crate) title: Option<ExternalText>,
    /// The URI or the URI template, of anything but a prompt.
    pub(crate) uri: Option<ExternalText>,
    /// The first line of the description.
    pub(crate) line: ExternalText,
    pub(crate) source: ExternalText,
    pub(crate) source_to: String,
    /// The number of arguments, or the MIME type and the size.
    pub(crate) facts: Vec<ExternalText>,
    /// The text to search, in lower case.
    searched: String,
}

// === impl ContentRow ===

impl ContentRow {
    pub(crate) fn new(kind: ContentKind, content: ListedContent) -> Self {
        let read = ContentDefinition::read(&content.definition);
        let is_prompt = kind == ContentKind::Prompt;
        let description = read.description.as_deref().unwrap_or_default();
        let title = read.title.as_deref();
        let own = read.name.as_deref().unwrap_or(&content.own);
        let name = if is_prompt { &content.own } else { own };
        let source = content.source.as_str();
        Self {
            to: paths::page(kind, &content),
            name: ExternalText::short(name, NAME),
            title: title.map(|title| ExternalText::short(title.trim(), NAME)),
            uri: (!is_prompt).then(|| ExternalText::short(&content.own, NAME)),
            line: ExternalText::line(description),
            source: ExternalText::short(source, NAME),
            source_to: query::path(&["sources", source]),
            facts: facts(kind, &read),
            searched: searched(&[name, &content.own, title.unwrap_or_default(), description]),
            content,
        }
    }

    /// Whether every word occurs; words must be in lower case.
    pub(crate) fn has(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.searched.contains(&**word))
    }
}

fn facts(kind: ContentKind, read: &ContentDefinition) -> Vec<ExternalText> {
    let arguments = (kind == ContentKind::Prompt).then(|| match read.arguments.len() {
        0 => "no arguments".to_owned(),
        some => counted(some, "argument"),
    });
    let bytes = read
        .size
        .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let facts = [arguments, read.mime_type.clone(), bytes.map(size)];
    let facts = facts.into_iter().flatten();
    facts.map(|fact| ExternalText::short(&fact, NAME)).collect()
}

fn searched(texts: &[&str]) -> String {
    let texts = texts.iter().map(|text| {
        let start: String = text.chars().take(SEARCHED).collect();
        start.to_lowercase()
    });
    texts.collect::<Vec<_>>().join("\n")
}
