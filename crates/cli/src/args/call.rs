//! `candor call`.

use candor_model::ToolsetName;

use super::DocumentOptions;
use crate::target::Target;

/// `candor call`.
#[derive(clap::Args)]
pub(crate) struct Call {
    /// The tool: `source.tool`, or the name that clients see; of a target also its name alone
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,

    /// The arguments as a JSON object; `-` reads it from standard input, `@FILE` from a file
    /// [default: {}]
    #[arg(value_name = "JSON")]
    pub(crate) arguments: Option<String>,

    /// Call it as a client of this toolset's endpoint does
    #[arg(long, value_name = "TOOLSET", value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// Call a tool of this instead of the configured sources, and keep nothing: an OpenAPI
    /// document (its path or URL), functions (their file or folder), the URL of an MCP server, or
    /// the path of an .mcp.json or candor.toml
    #[arg(long, value_name = "TARGET", conflicts_with = "toolset")]
    pub(crate) target: Option<String>,

    /// Call a tool of the MCP server that this command starts
    #[arg(last = true, value_name = "COMMAND", conflicts_with_all = ["target", "toolset"])]
    pub(crate) command: Vec<String>,

    #[command(flatten)]
    pub(crate) document: DocumentOptions,
}

// === impl Call ===

impl Call {
    /// What is to be called.
    pub(crate) fn target(&self) -> Target<'_> {
        Target {
            named: self.target.as_deref(),
            command: &self.command,
            document: &self.document,
        }
    }
}
