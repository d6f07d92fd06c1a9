//! `candor token`: who may call, approve and edit from elsewhere.

mod create;
mod list;
mod revoke;

use candor_config::Flags;
use candor_model::Token;
use serde_json::{Value, json};

use crate::args::TokenCommand;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::when;
use crate::workspace::Workspace;

/// Does what was asked for. Tokens are in the store, so that no source is started.
pub(super) async fn run(
    args: &TokenCommand,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
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
fn state(token: &Token, now: i64) -> &'static str {
    if token.revoked_micros.is_some() {
        "revoked"
    } else if token.works_at(now) {
        "works"
    } else {
        "expired"
    }
}

/// A token without its secret, which nobody has.
fn json(token: &Token) -> Value {
    let roles: Vec<_> = token.roles.iter().map(candor_model::Role::as_str).collect();
    json!({
        "id": token.id.to_string(),
        "name": token.name,
        "roles": roles,
        "state": state(token, when::now()),
        "created_by": token.created_by,
        "created": when::text(token.created_micros),
        "expires": token.expires_micros.map(when::text),
        "revoked": token.revoked_micros.map(when::text),
        "used": token.used_micros.map(when::text),
    })
}
