//! `candor import`.

use std::path::PathBuf;

use clap::Subcommand;

use super::ReasonArgs;

/// Import files of other programs
#[derive(Subcommand)]
pub(crate) enum ImportCommand {
    /// Turn an .mcp.json into a candor.toml
    ///
    /// Prints the result, or writes it to a file. Variables such as ${TOKEN} are kept.
    #[command(after_help = "\
Examples:
  candor import mcp-json .mcp.json > candor.toml
  candor import mcp-json ~/.cursor/mcp.json --output candor.toml")]
    McpJson(McpJsonImportArgs),

    /// Import toolsets and notes from hypertool
    ///
    /// Shows what can be imported, and what cannot and why. Then imports all toolsets, or none if
    /// one of them already exists and `--replace` is not given. Exits with 1 if something was left
    /// out.
    #[command(after_help = "\
Examples:
  candor import hypertool ~/.toolprint/hypertool-mcp --dry-run
  candor import hypertool ~/.toolprint/hypertool-mcp
  candor import hypertool ~/.toolprint/hypertool-mcp --replace
  candor import hypertool team.htp")]
    Hypertool(HypertoolImportArgs),
}

/// `candor import hypertool`.
#[derive(clap::Args)]
pub(crate) struct HypertoolImportArgs {
    /// The hypertool folder, its config.json, a toolset file, a persona's folder or file, or an
    /// .htp archive
    pub(crate) path: PathBuf,

    /// Give toolsets that already exist the description, members and notes of the imported ones;
    /// their settings and annotations stay, and so do their earlier versions
    #[arg(long)]
    pub(crate) replace: bool,

    /// Show what would be imported, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

/// `candor import mcp-json`.
#[derive(clap::Args)]
pub(crate) struct McpJsonImportArgs {
    /// The file to read
    pub(crate) path: PathBuf,

    /// Write this file instead of printing
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}
