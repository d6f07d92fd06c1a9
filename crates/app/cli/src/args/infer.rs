//! `candor infer`.

use candor_model::{DestructivePolicy, Hint, QualifiedName, SourceName};

use super::{DocumentOptions, values};
use crate::target::CommandTarget;

/// Suggest hints for tools
///
/// Infers hints from names, descriptions and schemas, and shows the evidence and the
/// confidence. Hints that raise the risk apply automatically; hints that lower it apply once
/// you accept them. Also reads a dump of tools: one JSON object per line, a list, or a
/// `tools/list` result.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor infer
  candor infer --all --source files
  candor infer tools.jsonl --destructive deletes
  candor infer shop.yaml --all
  candor infer hello.ts
  candor infer -- npx -y @modelcontextprotocol/server-everything
  candor infer --accept shop.list_books --hint read-only
  candor infer --accept-all --source shop --min-confidence 95")]
pub(crate) struct InferArgs {
    /// Use this target instead of the configured sources: an OpenAPI document (its path or URL),
    /// functions (their file or folder), the URL of an MCP server, the path of an .mcp.json or
    /// candor.toml, or a .jsonl or .json dump of tools
    pub(crate) target: Option<String>,

    /// Only tools of this source
    #[arg(long, value_parser = SourceName::parse)]
    pub(crate) source: Option<SourceName>,

    /// Only suggestions with at least this confidence, in percent
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=99))]
    pub(crate) min_confidence: Option<u8>,

    /// Also show what applies automatically
    #[arg(long)]
    pub(crate) all: bool,

    /// What counts as destructive [default: as configured, and `overwrites` for a dump]
    #[arg(long, value_name = "POLICY", value_parser = values::destructive())]
    pub(crate) destructive: Option<DestructivePolicy>,

    /// Accept the suggestions for this tool
    #[arg(
        long,
        value_name = "TOOL",
        value_parser = values::tool,
        conflicts_with_all =
            ["target", "command", "all", "accept_all", "destructive", "source", "min_confidence"]
    )]
    pub(crate) accept: Option<QualifiedName>,

    /// With --accept: only for this hint
    #[arg(
        long,
        value_parser = values::hint,
        requires = "accept",
        conflicts_with_all = ["target", "command", "all", "accept_all"]
    )]
    pub(crate) hint: Option<Hint>,

    /// Accept all suggestions for a source with at least --min-confidence
    #[arg(
        long,
        requires_all = ["source", "min_confidence"],
        conflicts_with_all = ["target", "command", "all", "destructive"]
    )]
    pub(crate) accept_all: bool,

    /// With --accept or --accept-all: show what would be accepted, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// The reason; it is saved with the override
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,

    /// Use the MCP server that this command starts
    #[arg(last = true, conflicts_with = "target")]
    pub(crate) command: Vec<String>,

    #[command(flatten)]
    pub(crate) document: DocumentOptions,
}

// === impl InferArgs ===

impl InferArgs {
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
