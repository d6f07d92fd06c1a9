//! `candor changes`.

use super::values;

/// Show the history of changes
///
/// Shows who changed what, when and why. The newest change comes first.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor changes
  candor changes --subject shop.delete_book --limit 5
  candor changes --json")]
pub(crate) struct ChangesArgs {
    /// Only changes of this subject, such as `shop.delete_book` or `environment prod`
    #[arg(long)]
    pub(crate) subject: Option<String>,

    /// Show at most this many
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = values::limit())]
    pub(crate) limit: u32,
}
