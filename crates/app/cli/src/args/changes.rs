//! `candor changes`.

/// `candor changes`.
#[derive(clap::Args)]
pub(crate) struct ChangesArgs {
    /// Only changes of this subject, such as `shop.delete_book` or `environment prod`
    #[arg(long, value_name = "SUBJECT")]
    pub(crate) subject: Option<String>,

    /// Show at most this many
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) limit: u32,
}
