//! `candor nextcloud`.

use clap::Subcommand;

/// Serve the tools of a Nextcloud account
///
/// The account is named by `NEXTCLOUD_HOST`, `NEXTCLOUD_USERNAME` and an app password in
/// `NEXTCLOUD_PASSWORD`. Serves over stdio, or over HTTP with `--listen`; policies, approvals
/// and the audit work as in the gateway. In a gateway with other sources, add
/// `[sources.nextcloud]` with `kind = "pack"` to the configuration file instead.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  candor nextcloud
  candor nextcloud --listen 127.0.0.1:8080
  candor nextcloud tools --json")]
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
