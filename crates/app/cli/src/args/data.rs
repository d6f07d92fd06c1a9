//! `candor data`.

use std::path::PathBuf;

use clap::Subcommand;

/// Show where state is kept, and move it
///
/// Approvals, tokens, toolsets, secrets and the audit are kept in a data directory. Every
/// folder with a candor.toml or .mcp.json has its own, and so have the demo and the user's own
/// configuration. Folders share one if they set the same `server.data`.
#[derive(Subcommand)]
pub(crate) enum DataCommand {
    /// Show where the state of this folder is kept
    #[command(after_help = "\
Examples:
  candor data show
  candor data show --config team.toml --json")]
    Show,

    /// List the state of all folders
    ///
    /// Lists what is kept in the user's data directory: for each folder with a configuration, for
    /// the user's own configuration, and for the demo.
    #[command(after_help = "\
Example:
  candor data list")]
    List,

    /// Move state to another directory
    ///
    /// Moves approvals, tokens, toolsets, secrets and the audit. No gateway may be running on
    /// either directory, and the new one must not hold state already.
    #[command(after_help = "\
Examples:
  candor data move --from ~/.local/share/candor    Use the state there for this folder
  candor data move --to /srv/candor                Keep the state of this folder there")]
    Move(DataMoveArgs),
}

/// `candor data move`.
#[derive(clap::Args)]
pub(crate) struct DataMoveArgs {
    /// Take the state from this directory [default: that of this folder]
    #[arg(long, value_name = "DIR", required_unless_present = "to")]
    pub(crate) from: Option<PathBuf>,

    /// Move the state to this directory [default: that of this folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) to: Option<PathBuf>,
}
