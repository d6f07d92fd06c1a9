//! The Notes app.

mod attachment;
mod note;
mod read;
mod remove;
mod write;

use crate::client::ServerPlace;
use crate::pack_tool::{PackTool, ToolMaker};

const NOTES: ServerPlace = ServerPlace::App("notes/api/v1/notes");
const SETTINGS: ServerPlace = ServerPlace::App("notes/api/v1/settings");

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let mut tools = read::tools(maker);
    tools.extend(attachment::tools(maker));
    tools.extend(write::tools(maker));
    tools.extend(remove::tools(maker));
    tools
}
