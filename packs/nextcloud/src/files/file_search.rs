//! A `SEARCH` request: its conditions, its page, and what it finds.

use candor_functions::{Failure, JsonSchema};
use serde::Serialize;

use super::entry::{ENTRY, FileEntry};
use crate::client::{RequestMethod, ServerPlace};
use crate::dav;
use crate::pack_call::PackCall;
use crate::path::{self, UserPath};
use crate::xml::XmlElement;
use crate::xml::XmlNamespace::{Dav, Owncloud, SearchDav};

#[derive(Serialize, JsonSchema)]
pub(super) struct SearchHits {
    /// The files and folders of this page, by name.
    entries: Vec<FileEntry>,
    /// The offset of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

/// What is searched for.
pub(super) struct FileSearch {
    pub(super) scope: String,
    pub(super) name: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) favorites: bool,
    pub(super) limit: usize,
    pub(super) offset: usize,
    /// The number of the only file that is wanted.
    pub(super) file: Option<u64>,
}

/// The path of a file whose number is known.
pub(crate) async fn path_of(call: &PackCall, file: u64) -> Result<String, Failure> {
    let search = FileSearch {
        scope: String::new(),
        name: None,
        kind: None,
        favorites: false,
        limit: 1,
        offset: 0,
        file: Some(file),
    };
    let found = search.run(call).await?.entries.into_iter().next();
    let path = found.map(|entry| entry.path);
    path.ok_or_else(|| {
        Failure::new(format!(
            "404: the account has no file with the number {file}"
        ))
    })
}

// === impl FileSearch ===

impl FileSearch {
    /// Asks for one entry more than the page has, so that it is known whether there is another.
    pub(super) async fn run(&self, call: &PackCall) -> Result<SearchHits, Failure> {
        let scope = UserPath::parse(&self.scope)?;
        let user = path::encode(call.principal().await?);
        let href = format!("/files/{user}/{}", scope.encoded());
        let kind = self.kind.as_deref().map(media_type).transpose()?;
        let body = self.request(href.trim_end_matches('/'), kind);
        let request = call
            .request(RequestMethod::Search, ServerPlace::Dav)
            .at_encoded("")
            .xml("infinity", &body)?;
        let found = dav::resources(call.send(request).await?)?;
        let entries = found.iter().filter_map(|one| FileEntry::of(call, one));
        let mut entries: Vec<FileEntry> = entries.collect();
        let more = entries.len() > self.limit;
        entries.truncate(self.limit);
        Ok(SearchHits {
            next_offset: more.then_some(self.offset + self.limit),
            entries,
        })
    }

    fn request(&self, scope: &str, kind: Option<String>) -> XmlElement {
        let text = |name: &str, text: String| XmlElement::new(Dav, name).with_text(text);
        let scope = XmlElement::new(Dav, "scope")
            .with(text("href", scope.to_owned()))
            .with(text("depth", "infinity".to_owned()));
        let order = XmlElement::new(Dav, "order")
            .with(dav::prop(&[(Dav, "displayname")]))
            .with(XmlElement::new(Dav, "ascending"));
        let first = XmlElement::new(SearchDav, "firstresult").with_text(self.offset.to_string());
        let limit = XmlElement::new(Dav, "limit")
            .with(text("nresults", (self.limit + 1).to_string()))
            .with(first);
        let search = XmlElement::new(Dav, "basicsearch")
            .with(XmlElement::new(Dav, "select").with(dav::prop(&ENTRY)))
            .with(XmlElement::new(Dav, "from").with(scope))
            .with(XmlElement::new(Dav, "where").with(self.condition(kind)))
            .with(XmlElement::new(Dav, "orderby").with(order))
            .with(limit);
        XmlElement::new(Dav, "searchrequest").with(search)
    }

    /// All conditions together. With none, every name fits: the server fails on an empty one.
    fn condition(&self, kind: Option<String>) -> XmlElement {
        let test = |word: &str, property, literal: String| {
            XmlElement::new(Dav, word)
                .with(dav::prop(&[property]))
                .with(XmlElement::new(Dav, "literal").with_text(literal))
        };
        let mut tests = Vec::new();
        if let Some(name) = &self.name {
            tests.push(test("like", (Dav, "displayname"), like(name)));
        }
        if let Some(kind) = kind {
            tests.push(test("like", (Dav, "getcontenttype"), kind));
        }
        if let Some(file) = self.file {
            tests.push(test("eq", (Owncloud, "fileid"), file.to_string()));
        }
        if self.favorites {
            tests.push(test("eq", (Owncloud, "favorite"), "yes".to_owned()));
        }
        match tests.pop() {
            None => test("like", (Dav, "displayname"), "%".to_owned()),
            Some(only) if tests.is_empty() => only,
            Some(last) => XmlElement::new(Dav, "and").with_all(tests).with(last),
        }
    }
}

/// A media type as the server compares it: a whole one, or everything of its first part. It refuses
/// any other pattern.
fn media_type(given: &str) -> Result<String, Failure> {
    let plain = given.trim().trim_end_matches(['*', '%']);
    let wild = plain.len() < given.trim().len();
    match plain.split_once('/') {
        None if !plain.is_empty() => Ok(format!("{plain}/%")),
        Some((first, "")) if !first.is_empty() => Ok(format!("{first}/%")),
        Some((first, _)) if !first.is_empty() && !wild && !plain.contains('%') => {
            Ok(plain.to_owned())
        }
        _ => Err(Failure::new(format!(
            "`{}` is not a media type; give a whole one such as `image/png`, or the first part \
             such as `image/`",
            given.escape_debug()
        ))),
    }
}

/// A pattern of the server: `%` stands for anything. A plain text is a part of the name.
fn like(pattern: &str) -> String {
    if pattern.contains(['*', '%']) {
        pattern.replace('*', "%")
    } else {
        format!("%{pattern}%")
    }
}
