//! `candor lint`.

use candor_model::SourceName;

use super::DocumentOptions;
use crate::target::CommandTarget;

/// `candor lint`.
#[derive(clap::Args)]
pub(crate) struct LintArgs {
    /// Use this target instead of the configured sources: an OpenAPI document (its path or URL),
    /// functions (their file or folder), the URL of an MCP server, the path of an .mcp.json or
    /// candor.toml, or a .jsonl or .json dump of tools
    pub(crate) target: Option<String>,

    /// Only tools of this source
    #[arg(long, value_parser = SourceName::parse)]
    pub(crate) source: Option<SourceName>,

    /// Use the MCP server that this command starts
    #[arg(last = true, conflicts_with = "target")]
    pub(crate) command: Vec<String>,

    #[command(flatten)]
    pub(crate) document: DocumentOptions,
}

// === impl LintArgs ===

impl LintArgs {
    /// What is to be looked at.
    pub(crate) fn target(&self) -> CommandTarget<'_> {
        CommandTarget {
            named: self.target.as_deref(),
            command: &self.command,
            source: self.source.as_ref(),
            document: &self.document,
        }
    }
}
