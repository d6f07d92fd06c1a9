//! `candor tools`.

use candor_model::{EnvironmentName, SourceName, ToolsetName};

use super::DocumentOptions;
use crate::target::Target;

/// `candor tools`.
#[derive(clap::Args)]
pub(crate) struct Tools {
    /// Look at this instead of the configured sources: an OpenAPI document (its path or URL),
    /// functions (their file or folder), the URL of an MCP server, or the path of an .mcp.json or
    /// candor.toml
    #[arg(value_name = "TARGET")]
    pub(crate) target: Option<String>,

    /// Tell about each tool: its names, what it does and who says so, what is relied upon, what
    /// could be accepted and what has changed
    #[arg(long)]
    pub(crate) explain: bool,

    /// Show the tools as they are in this environment
    #[arg(long, value_name = "ENVIRONMENT", value_parser = EnvironmentName::parse)]
    pub(crate) environment: Option<EnvironmentName>,

    /// Show only the tools of this toolset, as they are there
    #[arg(
        long,
        value_name = "TOOLSET",
        value_parser = ToolsetName::parse,
        conflicts_with = "source"
    )]
    pub(crate) toolset: Option<ToolsetName>,

    /// Start and show only this source
    #[arg(long, value_name = "SOURCE", value_parser = SourceName::parse)]
    pub(crate) source: Option<SourceName>,

    /// Write what people have said about tools to this file, for `candor annotate --apply`; `-`
    /// prints it. No source is started
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["target", "explain", "environment", "toolset", "command"]
    )]
    pub(crate) export: Option<String>,

    /// Look at the MCP server that this command starts
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "target")]
    pub(crate) command: Vec<String>,

    #[command(flatten)]
    pub(crate) document: DocumentOptions,
}

// === impl Tools ===

impl Tools {
    /// What is to be looked at.
    pub(crate) fn target(&self) -> Target<'_> {
        Target {
            named: self.target.as_deref(),
            command: &self.command,
            document: &self.document,
        }
    }
}
