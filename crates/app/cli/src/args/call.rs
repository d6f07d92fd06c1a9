//! `candor call`.

use candor_model::ToolsetName;

use super::DocumentOptions;
use crate::target::CommandTarget;

/// `candor call`.
#[derive(clap::Args)]
pub(crate) struct CallArgs {
    /// The tool: `source.tool`, or the name that clients see; with a target, its own name works too
    pub(crate) tool: String,

    /// The arguments as a JSON object; `-` reads them from standard input, `@FILE` from a file
    /// [default: {}]
    #[arg(value_name = "JSON")]
    pub(crate) arguments: Option<String>,

    /// Call it through the endpoint of this toolset
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// Call a tool of this target instead of the configured sources, and store nothing: an OpenAPI
    /// document (its path or URL), functions (their file or folder), the URL of an MCP server, or
    /// the path of an .mcp.json or candor.toml
    #[arg(long, conflicts_with = "toolset")]
    pub(crate) target: Option<String>,

    /// Call a tool of the MCP server that this command starts
    #[arg(last = true, conflicts_with_all = ["target", "toolset"])]
    pub(crate) command: Vec<String>,

    #[command(flatten)]
    pub(crate) document: DocumentOptions,
}

// === impl CallArgs ===

impl CallArgs {
    /// What is to be called.
    pub(crate) fn target(&self) -> CommandTarget<'_> {
        CommandTarget {
            named: self.target.as_deref(),
            command: &self.command,
            source: None,
            document: &self.document,
        }
    }
}
