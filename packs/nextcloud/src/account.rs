//! The account: its identity, the server's features, and its app password.

mod access;
mod status;

use crate::pack_tool::{PackTool, ToolMaker};

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let mut tools = status::tools(maker);
    tools.extend(access::tools(maker));
    if maker.accounts.is_per_caller() {
        tools.extend(access::login_tools(maker));
    }
    tools
}
