//! `candor serve`.

/// Serve the gateway over HTTP
///
/// Starts all configured sources and serves their tools at `http://ADDR/mcp`. Without a
/// configuration it serves a small demo. Ctrl-C stops it after running calls have finished; a
/// second Ctrl-C stops it at once.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor serve
  candor serve --config team.toml --listen 127.0.0.1:8080
  candor serve --transparent files    Only this source, with its own tool names")]
pub(crate) struct ServeArgs {
    /// Listen on this address [default: 127.0.0.1:7333]; port 0 uses any free port
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,

    /// Serve only this source, with its own tool names
    #[arg(long, value_name = "SOURCE")]
    pub(crate) transparent: Option<String>,

    /// Do not open the dashboard in the browser
    #[arg(long)]
    pub(crate) no_open: bool,
}
