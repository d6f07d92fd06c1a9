//! The Tables app: tables and their rows.

mod read;
mod row;
mod write;

use crate::pack_tool::{PackTool, ToolMaker};

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let mut tools = read::tools(maker);
    tools.extend(write::tools(maker));
    tools
}
