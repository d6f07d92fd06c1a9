//! `candor drift`.

use candor_model::{Digest, QualifiedName, SourceName};
use clap::Subcommand;

use super::ReasonArgs;
use super::values;

/// Review and accept changed tool definitions
///
/// Candor pins the definition of a tool when it first sees it. If the definition changes, the
/// tool is quarantined until the change is accepted.
#[derive(Subcommand)]
pub(crate) enum DriftCommand {
    /// List changed and new definitions, and tools that do not behave as they declare
    ///
    /// Exits with 1 if there are any.
    #[command(after_help = "\
Examples:
  candor drift list
  candor drift list --source files --json")]
    List {
        /// Only tools of this source
        #[arg(long, value_parser = SourceName::parse)]
        source: Option<SourceName>,
    },
    /// Show what changed in one tool, or in the instructions of a source
    #[command(after_help = "\
Examples:
  candor drift show files.write_file
  candor drift show --source files")]
    Show {
        /// The tool as `source.tool`
        #[arg(
            value_parser = values::tool,
            required_unless_present = "source",
            conflicts_with = "source"
        )]
        tool: Option<QualifiedName>,

        /// The source whose instructions changed
        #[arg(long, value_parser = SourceName::parse)]
        source: Option<SourceName>,
    },
    /// Accept changed and new definitions, so that the tools are served
    #[command(after_help = "\
Examples:
  candor drift accept files.write_file --why 'read the release notes'
  candor drift accept files.write_file --hash 9f86d081884c7d65…
  candor drift accept --source files")]
    Accept(DriftAcceptArgs),
    /// Show past changes and who accepted them
    ///
    /// The newest change comes first.
    #[command(after_help = "\
Examples:
  candor drift history
  candor drift history files.write_file")]
    History {
        /// Only this tool, as `source.tool`
        #[arg(value_parser = values::tool)]
        tool: Option<QualifiedName>,

        /// Show at most this many
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = values::limit())]
        limit: u32,
    },
}

/// `candor drift accept`.
#[derive(clap::Args)]
pub(crate) struct DriftAcceptArgs {
    /// The tool as `source.tool`
    #[arg(
        value_parser = values::tool,
        required_unless_present = "source",
        conflicts_with = "source"
    )]
    pub(crate) tool: Option<QualifiedName>,

    /// Accept all changes of this source, its instructions included
    #[arg(long, value_parser = SourceName::parse)]
    pub(crate) source: Option<SourceName>,

    /// Accept only this version of the definition; `candor drift show` prints its hash
    #[arg(long, value_parser = values::hash, conflicts_with = "source")]
    pub(crate) hash: Option<Digest>,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}
