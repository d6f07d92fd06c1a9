//! `candor nextcloud`.

use clap::Subcommand;

/// `candor nextcloud`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct NextcloudArgs {
    /// Serve over HTTP at this address instead of stdio
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,

    #[command(subcommand)]
    pub(crate) command: Option<NextcloudCommand>,
}

/// What else can be done with the pack.
#[derive(Subcommand)]
pub(crate) enum NextcloudCommand {
    /// List the tools of the pack; needs no server
    #[command(after_help = "\
Examples:
  candor nextcloud tools
  candor nextcloud tools --json")]
    Tools,
}
