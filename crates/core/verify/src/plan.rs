//! The order in which tools are called, and which of them show the server's state.

use candor_model::Hint;

use crate::role::ToolRole;
use crate::tool::ListedTool;
use crate::words::has_word;

/// Tools that end what the others of their kind work with: a page, a session, a recording.
const ENDS: [&str; 7] = [
    "close",
    "disconnect",
    "exit",
    "logout",
    "quit",
    "shutdown",
    "stop",
];

/// The most tools that are read before and after each call.
const MOST_PROBES: usize = 6;

/// The tools in the order in which they are tried: those that make things, so that the others
/// work on what the run itself has made; those that read; those that change; those that delete.
/// Of each kind, those that close something come last.
pub fn call_order(tools: &[ListedTool]) -> Vec<&ListedTool> {
    let mut ordered: Vec<&ListedTool> = tools.iter().collect();
    // A stable sort, because servers list related tools consecutively.
    ordered.sort_by_key(|tool| (tool.role, has_word(&tool.name, &ENDS)));
    ordered
}

/// Tools that may show the server's state: they are read-only, by hint or by name, and need no
/// arguments. Whether one is suitable is found by calling it.
pub fn probe_candidates(tools: &[ListedTool]) -> Vec<&ListedTool> {
    let reads = |tool: &&ListedTool| {
        let declared = tool.declared.get(Hint::ReadOnly);
        let by_name = tool.role == ToolRole::Read && declared != Some(false);
        (declared == Some(true) || by_name) && tool.needs_nothing()
    };
    let mut found: Vec<&ListedTool> = tools.iter().filter(reads).collect();
    found.sort_by_key(|tool| usize::from(tool.declared.get(Hint::ReadOnly) != Some(true)));
    found.truncate(MOST_PROBES);
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_closes_things_comes_after_what_uses_them() {
        let names = [
            "delete_page",
            "close_page",
            "press_key",
            "list_pages",
            "new_page",
        ];
        let tools: Vec<ListedTool> = names
            .iter()
            .filter_map(|name| ListedTool::read(&json!({"name": name, "inputSchema": {}})))
            .collect();
        let ordered: Vec<&str> = call_order(&tools)
            .iter()
            .map(|tool| tool.name.as_str())
            .collect();
        let expected = [
            "new_page",
            "list_pages",
            "press_key",
            "close_page",
            "delete_page",
        ];
        assert_eq!(ordered, expected);
    }
}
