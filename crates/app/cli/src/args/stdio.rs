//! `candor stdio`.

use candor_model::{EnvironmentName, ToolsetName};

/// Serve the gateway over stdio
///
/// For MCP clients that start their servers themselves. If `candor serve` runs with the same
/// configuration, that gateway serves the client, and no source is started again. Standard output
/// carries only the protocol; logs go to standard error. Stops when standard input is closed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor stdio --environment prod
  candor stdio --toolset reading

Example entry for a client's .mcp.json:
  {\"mcpServers\": {\"candor\": {\"command\": \"candor\", \"args\": [\"stdio\"]}}}")]
pub(crate) struct StdioArgs {
    /// Serve the tools of this toolset
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// Serve the tools as they are in this environment
    #[arg(long, value_parser = EnvironmentName::parse)]
    pub(crate) environment: Option<EnvironmentName>,

    /// Serve only this source, with its own tool names
    #[arg(long, value_name = "SOURCE")]
    pub(crate) transparent: Option<String>,

    /// Start the sources for this client alone, even if a gateway runs
    #[arg(long)]
    pub(crate) standalone: bool,
}
