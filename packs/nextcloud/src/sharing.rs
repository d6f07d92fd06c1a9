//! Shares of files and folders.

mod read;
mod share;
mod write;

use crate::client::ServerPlace;
use crate::pack_tool::{PackTool, ToolMaker};

const SHARES: ServerPlace = ServerPlace::Ocs("apps/files_sharing/api/v1/shares");

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let mut tools = read::tools(maker);
    tools.extend(write::tools(maker));
    tools
}
