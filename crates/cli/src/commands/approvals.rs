//! `candor approvals`: calls that wait for somebody, and what was decided about them.

mod answer;
mod json;
mod list;
mod revoke;
mod show;
mod standing;
mod watch;
mod which;
mod words;

use candor_config::Flags;

use crate::args::ApprovalsCommand;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// Does what was asked for. Questions are in the store, so that no source is started.
pub(super) async fn run(
    args: &ApprovalsCommand,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
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
