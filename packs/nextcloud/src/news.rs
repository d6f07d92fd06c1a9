//! The News app, which is only read.

mod feeds;
mod items;

use crate::pack_tool::{PackTool, ToolMaker};

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let mut tools = feeds::tools(maker);
    tools.extend(items::tools(maker));
    tools
}
