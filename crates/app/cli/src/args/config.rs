//! `candor config`.

use clap::Subcommand;

/// Show the configuration
#[derive(Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print every setting
    #[command(after_help = "\
Examples:
  candor config show --origin
  candor config show --config team.toml --json")]
    Show {
        /// Show where each value comes from: a flag, the environment, the file or the default
        #[arg(long)]
        origin: bool,
    },
    /// Print the default candor.toml, with every setting explained
    #[command(after_help = "\
Example:
  candor config default > candor.toml")]
    Default,
}
