//! `candor health`.

/// Ask whether the gateway is ready
///
/// Asks the gateway that listens on the configured address, for containers and supervisors.
/// Exits with 1 if it is not ready and with 2 if nothing answers.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor health
  candor health --live    Whether it answers at all, ready or not")]
pub(crate) struct HealthArgs {
    /// Only whether it answers, not whether its sources and database are ready
    #[arg(long)]
    pub(crate) live: bool,
}
