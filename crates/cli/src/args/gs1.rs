//! `candor gs1`.

use clap::Subcommand;

/// `candor gs1`.
#[derive(Subcommand)]
pub(crate) enum Gs1Command {
    /// Take products and resolver rules from a file
    ///
    /// A .csv file with a line of column names, or a .jsonl file with one JSON object a line. What
    /// is known already is brought up to date. If a line is wrong, nothing is taken, and every
    /// problem is told with its line; exits with 1 then.
    #[command(after_help = "\
Examples:
  candor gs1 import products.csv --dry-run
  candor gs1 import products.csv
  candor gs1 import catalogue.jsonl --json")]
    Import(Gs1Import),
}

/// `candor gs1 import`.
#[derive(clap::Args)]
pub(crate) struct Gs1Import {
    /// The .csv or .jsonl file
    #[arg(value_name = "FILE")]
    pub(crate) file: String,

    /// Change nothing, and tell what would be
    #[arg(long)]
    pub(crate) dry_run: bool,
}
