//! `candor approvals`: pending calls and past decisions.

mod answer;
mod json;
mod list;
mod lookup;
mod revoke;
mod show;
mod standing;
mod watch;
mod wording;

use candor_config::SettingFlags;

use crate::args::ApprovalsCommand;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace};

/// Runs the subcommand. Approvals are in the store, so no source is started.
pub(super) async fn run(
    args: &ApprovalsCommand,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    let mut workspace = CommandWorkspace::open(flags)?;
    workspace.print_diagnostics(output);
    workspace.start_nothing();
    let workspace = &mut workspace;
    match args {
        ApprovalsCommand::List(args) => list::run(args, workspace, output).await,
        ApprovalsCommand::Show { id } => show::run(id, workspace, output).await,
        ApprovalsCommand::Approve(args) => answer::approve(args, workspace, output).await,
        ApprovalsCommand::Deny { id, reason } => {
            answer::deny(id, reason.as_deref(), workspace, output).await
        }
        ApprovalsCommand::Watch => watch::run(workspace, output).await,
        ApprovalsCommand::Standing => standing::run(workspace, output).await,
        ApprovalsCommand::Revoke { id, why } => {
            revoke::run(id, why.as_deref(), workspace, output).await
        }
    }
}
