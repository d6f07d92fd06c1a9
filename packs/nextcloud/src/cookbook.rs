//! The Cookbook app: recipes of schema.org.

mod list;
mod manage;
mod recipe;
mod write;

use crate::client::ServerPlace;
use crate::pack_tool::{PackTool, ToolMaker};

const RECIPES: ServerPlace = ServerPlace::App("cookbook/api/v1/recipes");

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let mut tools = list::tools(maker);
    tools.extend(write::tools(maker));
    tools.extend(manage::tools(maker));
    tools
}
