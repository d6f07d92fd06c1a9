//! `candor changes`.

use super::values;

/// `candor changes`.
#[derive(clap::Args)]
pub(crate) struct ChangesArgs {
    /// Only changes of this subject, such as `shop.delete_book` or `environment prod`
    #[arg(long)]
    pub(crate) subject: Option<String>,

    /// Show at most this many
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = values::limit())]
    pub(crate) limit: u32,
}
