//! Contacts over `CardDAV`. Cards are edited property by property: what is not touched stays as
//! it is, byte by byte.

mod book;
mod card_text;
mod contact;
mod contact_data;
mod object;
mod read;
mod write;

use crate::pack_tool::{PackTool, ToolMaker};

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let mut tools = book::tools(maker);
    tools.extend(read::tools(maker));
    tools.extend(write::tools(maker));
    tools
}
