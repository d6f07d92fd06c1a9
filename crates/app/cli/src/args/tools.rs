//! `candor tools`.

use candor_model::{EnvironmentName, SourceName, ToolsetName};

use super::DocumentOptions;
use crate::target::CommandTarget;

/// List the tools that clients see
///
/// Starts the configured sources, or the target, waits until each has started or failed, and
/// lists their tools with their hints. Exits with 1 if a source failed, or a tool was left out
/// or is quarantined.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor tools --explain
  candor tools --source files --environment prod
  candor tools --toolset reading
  candor tools --export overrides.toml
  candor tools shop.yaml --tag books
  candor tools hello.ts
  candor tools https://tracker.example/mcp
  candor tools .mcp.json
  candor tools -- npx -y @modelcontextprotocol/server-everything")]
pub(crate) struct ToolsArgs {
    /// Use this target instead of the configured sources: an OpenAPI document (its path or URL),
    /// functions (their file or folder), the URL of an MCP server, or the path of an .mcp.json or
    /// candor.toml
    pub(crate) target: Option<String>,

    /// Show the details of each tool: names, every hint and where it comes from, what policy uses,
    /// suggestions and changes
    #[arg(long)]
    pub(crate) explain: bool,

    /// Show the tools in this environment
    #[arg(long, value_parser = EnvironmentName::parse)]
    pub(crate) environment: Option<EnvironmentName>,

    /// Show only the tools of this toolset
    #[arg(long, value_parser = ToolsetName::parse, conflicts_with = "source")]
    pub(crate) toolset: Option<ToolsetName>,

    /// Start and show only this source
    #[arg(long, value_parser = SourceName::parse)]
    pub(crate) source: Option<SourceName>,

    /// Write all overrides to this file, for `candor annotate --apply`; `-` prints them. No source
    /// is started
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["target", "explain", "environment", "toolset", "command"]
    )]
    pub(crate) export: Option<String>,

    /// Use the MCP server that this command starts
    #[arg(last = true, conflicts_with = "target")]
    pub(crate) command: Vec<String>,

    #[command(flatten)]
    pub(crate) document: DocumentOptions,
}

// === impl ToolsArgs ===

impl ToolsArgs {
    /// The target to examine.
    pub(crate) fn target(&self) -> CommandTarget<'_> {
        CommandTarget {
            named: self.target.as_deref(),
            command: &self.command,
            source: self.source.as_ref(),
            document: &self.document,
        }
    }
}
