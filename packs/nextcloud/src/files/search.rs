//! Files found by name, type or favourite mark.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::entry::{ENTRY, FileEntry};
use crate::client::{RequestMethod, ServerPlace};
use crate::dav;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::{self, UserPath};
use crate::xml::XmlElement;
use crate::xml::XmlNamespace::{Dav, Owncloud, SearchDav};

#[derive(Deserialize, JsonSchema)]
struct SearchInput {
    /// The folder to search, with all folders in it; empty for all files.
    #[serde(default)]
    scope: String,
    /// A part of the name, or a pattern in which `*` stands for anything.
    name_pattern: Option<String>,
    /// A media type such as `image/png`, or its beginning such as `image/`.
    mime_type: Option<String>,
    /// Whether only favourites are wanted.
    #[serde(default)]
    only_favorites: bool,
    /// How many entries a page has, at most 500.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many entries to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct NameInput {
    /// A part of the name, or a pattern in which `*` stands for anything.
    #[schemars(length(min = 1, max = 250))]
    pattern: String,
    /// The folder to search, with all folders in it; empty for all files.
    #[serde(default)]
    scope: String,
    /// How many entries a page has, at most 500.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many entries to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct TypeInput {
    /// A media type such as `image/png`, or its beginning such as `image/`.
    #[schemars(length(min = 1, max = 250))]
    mime_type: String,
    /// The folder to search, with all folders in it; empty for all files.
    #[serde(default)]
    scope: String,
    /// How many entries a page has, at most 500.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many entries to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct FavoritesInput {
    /// The folder to search, with all folders in it; empty for all files.
    #[serde(default)]
    scope: String,
    /// How many entries a page has, at most 500.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many entries to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Serialize, JsonSchema)]
struct SearchHits {
    /// The files and folders of this page, by name.
    entries: Vec<FileEntry>,
    /// The offset of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

/// What is searched for.
struct FileSearch {
    scope: String,
    name: Option<String>,
    kind: Option<String>,
    favorites: bool,
    limit: usize,
    offset: usize,
    /// The number of the only file that is wanted.
    file: Option<u64>,
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

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let searching = |tool: PackTool| {
        tool.sends("`SEARCH /remote.php/dav/`")
            .because("Only `SEARCH`, which is a safe method.")
    };
    let read = ToolEffect::Read;
    vec![
        searching(maker.tool(
            ("nc_webdav_search_files", "Search Files"),
            "Search files and folders by name, media type and favourite mark together, a page at \
             a time. Returns path, size, time and etag of each.",
            read,
            search_files,
        )),
        searching(maker.tool(
            ("nc_webdav_find_by_name", "Find Files by Name"),
            "Find files and folders by a part of their name, a page at a time. Returns path, size, \
             time and etag of each.",
            read,
            find_by_name,
        )),
        searching(maker.tool(
            ("nc_webdav_find_by_type", "Find Files by Type"),
            "Find files by their media type, a page at a time. Returns path, size, time and etag of \
             each.",
            read,
            find_by_type,
        )),
        searching(maker.tool(
            ("nc_webdav_list_favorites", "List Favorite Files"),
            "List the files and folders that are marked as favourites, a page at a time. Returns \
             path, size, time and etag of each.",
            read,
            list_favorites,
        )),
    ]
}

async fn search_files(call: PackCall, input: SearchInput) -> Result<SearchHits, Failure> {
    let search = FileSearch {
        scope: input.scope,
        name: input.name_pattern,
        kind: input.mime_type,
        favorites: input.only_favorites,
        limit: input.limit,
        offset: input.offset,
        file: None,
    };
    search.run(&call).await
}

async fn find_by_name(call: PackCall, input: NameInput) -> Result<SearchHits, Failure> {
    let search = FileSearch {
        scope: input.scope,
        name: Some(input.pattern),
        kind: None,
        favorites: false,
        limit: input.limit,
        offset: input.offset,
        file: None,
    };
    search.run(&call).await
}

async fn find_by_type(call: PackCall, input: TypeInput) -> Result<SearchHits, Failure> {
    let search = FileSearch {
        scope: input.scope,
        name: None,
        kind: Some(input.mime_type),
        favorites: false,
        limit: input.limit,
        offset: input.offset,
        file: None,
    };
    search.run(&call).await
}

async fn list_favorites(call: PackCall, input: FavoritesInput) -> Result<SearchHits, Failure> {
    let search = FileSearch {
        scope: input.scope,
        name: None,
        kind: None,
        favorites: true,
        limit: input.limit,
        offset: input.offset,
        file: None,
    };
    search.run(&call).await
}

// === impl FileSearch ===

impl FileSearch {
    /// Asks for one entry more than the page has, so that it is known whether there is another.
    async fn run(&self, call: &PackCall) -> Result<SearchHits, Failure> {
        let scope = UserPath::parse(&self.scope)?;
        let user = path::encode(call.principal().await?);
        let href = format!("/files/{user}/{}", scope.encoded());
        let body = self.request(href.trim_end_matches('/'));
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

    fn request(&self, scope: &str) -> XmlElement {
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
            .with(XmlElement::new(Dav, "where").with(self.condition()))
            .with(XmlElement::new(Dav, "orderby").with(order))
            .with(limit);
        XmlElement::new(Dav, "searchrequest").with(search)
    }

    /// All conditions together. With none, every name fits: the server fails on an empty one.
    fn condition(&self) -> XmlElement {
        let test = |word: &str, property, literal: String| {
            XmlElement::new(Dav, word)
                .with(dav::prop(&[property]))
                .with(XmlElement::new(Dav, "literal").with_text(literal))
        };
        let mut tests = Vec::new();
        if let Some(name) = &self.name {
            tests.push(test("like", (Dav, "displayname"), like(name)));
        }
        if let Some(kind) = &self.kind {
            let kind = format!("{}%", kind.trim_end_matches(['*', '%']));
            tests.push(test("like", (Dav, "getcontenttype"), kind));
        }
        if let Some(file) = self.file {
            tests.push(test("eq", (Owncloud, "fileid"), file.to_string()));
        }
        if self.favorites {
            tests.push(test("eq", (Owncloud, "favorite"), "1".to_owned()));
        }
        match tests.pop() {
            None => test("like", (Dav, "displayname"), "%".to_owned()),
            Some(only) if tests.is_empty() => only,
            Some(last) => XmlElement::new(Dav, "and").with_all(tests).with(last),
        }
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

fn standard() -> usize {
    100
}
