//! `candor approvals`: pending calls and past decisions.

mod answer;
mod client;
mod json;
mod list;
mod lookup;
mod phone;
mod show;
mod standing;
mod watch;
mod wording;

use crate::args::ApprovalsCommand;
use crate::prelude::*;

/// Runs the subcommand. Approvals are in the store, so no source is started.
pub(super) async fn run(args: &ApprovalsCommand, context: &CommandContext) -> CommandResult {
    let workspace = &mut CommandWorkspace::open_store(context)?;
    match args {
        ApprovalsCommand::List(args) => list::run(args, workspace).await,
        ApprovalsCommand::Show { id, reveal, qr } => show::run(id, *reveal, *qr, workspace).await,
        ApprovalsCommand::Approve(args) => answer::approve(args, workspace).await,
        ApprovalsCommand::Deny { id, reason } => {
            answer::deny(id, reason.as_deref(), workspace).await
        }
        ApprovalsCommand::Watch { notify } => watch::run(*notify, workspace).await,
        ApprovalsCommand::Standing => standing::run(workspace).await,
        ApprovalsCommand::Revoke { id, reason } => standing::revoke(id, reason, workspace).await,
    }
}
