//! Files found by name, type or favourite mark.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;

use super::file_search::{FileSearch, SearchHits};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

/// Where to search, and which page of the hits is wanted.
#[derive(Deserialize, JsonSchema)]
struct SearchPlace {
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
struct SearchInput {
    #[serde(flatten)]
    place: SearchPlace,
    /// A part of the name, or a pattern in which `*` stands for anything.
    name_pattern: Option<String>,
    /// A media type such as `image/png`, or its beginning such as `image/`.
    mime_type: Option<String>,
    /// Whether only favourites are wanted.
    #[serde(default)]
    only_favorites: bool,
}

#[derive(Deserialize, JsonSchema)]
struct NameInput {
    /// A part of the name, or a pattern in which `*` stands for anything.
    #[schemars(length(min = 1, max = 250))]
    pattern: String,
    #[serde(flatten)]
    place: SearchPlace,
}

#[derive(Deserialize, JsonSchema)]
struct TypeInput {
    /// A media type such as `image/png`, or its beginning such as `image/`.
    #[schemars(length(min = 1, max = 250))]
    mime_type: String,
    #[serde(flatten)]
    place: SearchPlace,
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
        name: input.name_pattern,
        kind: input.mime_type,
        favorites: input.only_favorites,
        ..input.place.everything()
    };
    search.run(&call).await
}

async fn find_by_name(call: PackCall, input: NameInput) -> Result<SearchHits, Failure> {
    let search = FileSearch {
        name: Some(input.pattern),
        ..input.place.everything()
    };
    search.run(&call).await
}

async fn find_by_type(call: PackCall, input: TypeInput) -> Result<SearchHits, Failure> {
    let search = FileSearch {
        kind: Some(input.mime_type),
        ..input.place.everything()
    };
    search.run(&call).await
}

async fn list_favorites(call: PackCall, input: SearchPlace) -> Result<SearchHits, Failure> {
    let search = FileSearch {
        favorites: true,
        ..input.everything()
    };
    search.run(&call).await
}

// === impl SearchPlace ===

impl SearchPlace {
    /// A search for everything in this place.
    fn everything(self) -> FileSearch {
        FileSearch {
            scope: self.scope,
            limit: self.limit,
            offset: self.offset,
            name: None,
            kind: None,
            favorites: false,
            file: None,
        }
    }
}

fn standard() -> usize {
    100
}
