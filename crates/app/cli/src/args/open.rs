//! `candor open`.

/// Open the dashboard in your browser, signed in
///
/// Asks the running gateway for a link that works once, within ten minutes, and opens it.
/// Without a terminal or with `--print` the link is printed instead.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor open
  candor open --print")]
pub(crate) struct OpenArgs {
    /// Print the link and open nothing
    #[arg(long)]
    pub(crate) print: bool,
}
