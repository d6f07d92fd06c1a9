//! `candor policy`: rules and settings of approvals.

mod explain;
mod preferences;
mod set;
mod show;

use candor_config::SettingFlags;

use crate::args::PolicyCommand;
use crate::prelude::{CommandOutput, CommandResult};

/// Runs the subcommand.
pub(super) async fn run(
    args: &PolicyCommand,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    match args {
        PolicyCommand::Show => show::run(flags, output).await,
        PolicyCommand::Set(args) => set::run(args, flags, output).await,
        PolicyCommand::Explain(args) => explain::run(args, flags, output).await,
    }
}
