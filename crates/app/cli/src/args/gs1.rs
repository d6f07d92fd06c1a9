//! `candor gs1`.

use clap::Subcommand;

/// Manage the catalogue of the `gs1` pack
///
/// The tools of the pack look up products and resolve links in this catalogue.
#[derive(Subcommand)]
pub(crate) enum Gs1Command {
    /// Import products and resolver rules from a file
    ///
    /// Reads a .csv file with a header, or a .jsonl file with one JSON object per line. Existing
    /// entries are updated. If a line is wrong, nothing is imported, every problem is reported with
    /// its line, and the command exits with 1.
    #[command(after_help = "\
Examples:
  candor gs1 import products.csv --dry-run
  candor gs1 import products.csv
  candor gs1 import catalogue.jsonl --json")]
    Import(Gs1ImportArgs),
}

/// `candor gs1 import`.
#[derive(clap::Args)]
pub(crate) struct Gs1ImportArgs {
    /// The .csv or .jsonl file
    pub(crate) file: String,

    /// Show what would be imported, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}
