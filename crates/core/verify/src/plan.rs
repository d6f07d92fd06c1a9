//! In which order tools are called, and which of them show the server's own state.

use candor_model::Hint;

use crate::role::ToolRole;
use crate::tool::ListedTool;

/// The most tools that are read before and after each call.
const MOST_PROBES: usize = 6;

/// The tools in the order in which they are tried: those that make things, so that the others
/// work on what the run itself has made; those that read; those that change; those that delete.
pub fn call_order(tools: &[ListedTool]) -> Vec<&ListedTool> {
    let mut ordered: Vec<&ListedTool> = tools.iter().collect();
    // A stable sort: servers list what belongs together one after the other.
    ordered.sort_by_key(|tool| tool.role);
    ordered
}

/// The tools that may show the server's own state: they read, by their hint or their name, and
/// need no argument. Whether one is fit for it is seen when it is called.
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
