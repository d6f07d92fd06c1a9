//! `candor token`: who may call, approve and edit from elsewhere.

mod create;
mod list;
mod revoke;

use candor_config::SettingFlags;
use candor_model::AccessToken;
use serde_json::{Value, json};

use crate::args::TokenCommand;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace};
use crate::timestamp;

/// Runs the subcommand. Tokens are in the store, so no source is started.
pub(super) async fn run(
    args: &TokenCommand,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    let mut workspace = CommandWorkspace::open(flags)?;
    workspace.print_diagnostics(output);
    workspace.start_nothing();
    match args {
        TokenCommand::Create(args) => create::run(args, &workspace, output).await,
        TokenCommand::List { all } => list::run(*all, &workspace, output).await,
        TokenCommand::Revoke { which, why } => {
            revoke::run(which, why.as_deref(), &workspace, output).await
        }
    }
}

/// Whether it works at this moment, and if not, why.
fn state(token: &AccessToken, now: i64) -> &'static str {
    if token.revoked_micros.is_some() {
        "revoked"
    } else if token.works_at(now) {
        "works"
    } else {
        "expired"
    }
}

/// A token without its secret, which is not stored.
fn json(token: &AccessToken) -> Value {
    let roles: Vec<_> = token.roles.iter().map(candor_model::Role::as_str).collect();
    json!({
        "id": token.id.to_string(),
        "name": token.name,
        "roles": roles,
        "state": state(token, timestamp::now()),
        "created_by": token.created_by,
        "created": timestamp::text(token.created_micros),
        "expires": token.expires_micros.map(timestamp::text),
        "revoked": token.revoked_micros.map(timestamp::text),
        "used": token.used_micros.map(timestamp::text),
    })
}
