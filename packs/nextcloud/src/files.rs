//! Files over `WebDAV`: reading, writing, search, trash, versions, tags and comments.

mod arrange;
mod comments;
mod entry;
mod file_search;
mod list;
mod read;
mod remove;
mod search;
mod tag_lookup;
mod tags;
mod transfer;
mod trash;
mod versions;
mod write;

use crate::pack_tool::{PackTool, ToolMaker};

pub(crate) use file_search::path_of;

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    [
        list::tools(maker),
        read::tools(maker),
        search::tools(maker),
        write::tools(maker),
        arrange::tools(maker),
        remove::tools(maker),
        trash::tools(maker),
        versions::tools(maker),
        tags::tools(maker),
        comments::tools(maker),
    ]
    .into_iter()
    .flatten()
    .collect()
}
