//! `candor logs`.

use candor_model::SourceName;

/// `candor logs`.
#[derive(clap::Args)]
pub(crate) struct LogsArgs {
    /// The name of the source
    #[arg(value_parser = SourceName::parse)]
    pub(crate) source: SourceName,

    /// Print the last lines, so many
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) lines: usize,

    /// Go on printing what is added, until Ctrl-C
    #[arg(long)]
    pub(crate) follow: bool,
}
