//! `candor logs`.

use candor_model::SourceName;

/// Show the log of a source
///
/// Prints what the program of the source wrote to standard error while a gateway of this folder
/// ran it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor logs files
  candor logs files --lines 20 --follow")]
pub(crate) struct LogsArgs {
    /// The name of the source
    #[arg(value_parser = SourceName::parse)]
    pub(crate) source: SourceName,

    /// Print this many of the last lines
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) lines: usize,

    /// Keep printing new lines until Ctrl-C
    #[arg(long)]
    pub(crate) follow: bool,
}
