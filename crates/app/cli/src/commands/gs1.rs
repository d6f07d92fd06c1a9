//! `candor gs1`: the catalogue of the `gs1` pack.

mod import;

use candor_config::SettingFlags;

use crate::args::Gs1Command;
use crate::prelude::{CommandOutput, CommandResult};

/// Runs the subcommand.
pub(super) async fn run(
    args: &Gs1Command,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    match args {
        Gs1Command::Import(args) => import::run(args, flags, output).await,
    }
}
