//! `candor open`.

/// `candor open`.
#[derive(clap::Args)]
pub(crate) struct OpenArgs {
    /// Print the link and open nothing
    #[arg(long)]
    pub(crate) print: bool,
}
