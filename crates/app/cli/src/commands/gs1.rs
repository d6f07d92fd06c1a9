//! `candor gs1`: the catalogue of the `gs1` pack.

mod import;

use candor_config::SettingFlags;

use crate::args::Gs1Command;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::output::CommandOutput;

/// Does what was asked for.
pub(super) async fn run(
    args: &Gs1Command,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    match args {
        Gs1Command::Import(args) => import::run(args, flags, output).await,
    }
}
