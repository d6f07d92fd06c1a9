//! How many tools there are, and which toolset has which of them.

use std::fmt::Write;

use anyhow::{Result, ensure};

use crate::fixture;
use crate::gateway::SOURCE;

/// How many tools there are, and how they are shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ToolsetPlan {
    pub(crate) tools: usize,
    pub(crate) toolsets: usize,
    /// How many tools each toolset has.
    pub(crate) size: usize,
}

// === impl ToolsetPlan ===

impl ToolsetPlan {
    /// Every toolset has as many tools as any other; there must be enough for one each.
    pub(crate) fn new(tools: u32, toolsets: u32) -> Result<Self> {
        ensure!(
            toolsets <= tools,
            "{toolsets} toolsets cannot share {tools} tools; use more tools or fewer toolsets"
        );
        Ok(Self {
            tools: tools as usize,
            toolsets: toolsets as usize,
            size: (tools / toolsets) as usize,
        })
    }

    /// The name of a toolset.
    pub(crate) fn name(self, at: usize) -> String {
        format!("set-{:03}", at % self.toolsets)
    }

    /// The name by which clients know the first tool of a toolset.
    pub(crate) fn first(self, at: usize) -> String {
        let first = fixture::tool_name((at % self.toolsets) * self.size);
        format!("{SOURCE}_{first}")
    }

    /// The toolsets as a file that the gateway takes over. Each has a note on its first tool.
    pub(crate) fn file(self) -> String {
        let mut text = String::new();
        for at in 0..self.toolsets {
            let tools: Vec<String> = (at * self.size..(at + 1) * self.size)
                .map(|tool| format!("\"{SOURCE}.{}\"", fixture::tool_name(tool)))
                .collect();
            let name = self.name(at);
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "[toolsets.{name}]\ntools = [{}]\n[[toolsets.{name}.notes]]\ntool = {}\n\
                 name = \"house-rule\"\nnote = \"Ask before you look anything up.\"\n",
                tools.join(", "),
                tools[0]
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_are_shared_out_without_overlap() {
        let plan = ToolsetPlan::new(7, 3).unwrap();
        assert_eq!(plan.size, 2);
        let text = plan.file();
        for (tool, times) in [
            // The first of each toolset has a note, too.
            ("\"bench.echo\"", 2),
            ("\"bench.inventory_lookup_0001\"", 1),
            ("\"bench.inventory_lookup_0004\"", 2),
            ("\"bench.inventory_lookup_0006\"", 0),
        ] {
            assert_eq!(text.matches(tool).count(), times, "{tool}: {text}");
        }
        assert_eq!(plan.first(0), "bench_echo");
        assert_eq!(plan.first(5), "bench_inventory_lookup_0004");
        assert_eq!(plan.name(5), "set-002");
    }
}
