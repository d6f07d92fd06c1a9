//! `candor health`.

/// `candor health`.
#[derive(clap::Args)]
pub(crate) struct HealthArgs {
    /// Only whether it answers, not whether its sources and database are ready
    #[arg(long)]
    pub(crate) live: bool,
}
