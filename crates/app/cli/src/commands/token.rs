//! `candor token`: tokens for remote callers, approvers and editors.

mod client;

use candor_model::AccessToken;

use crate::args::{ReasonArgs, TokenCommand, TokenCreateArgs};
use crate::prelude::*;

use self::client::with_client;

/// Runs the subcommand. Tokens are in the store, so no source is started.
pub(super) async fn run(args: &TokenCommand, context: &CommandContext) -> CommandResult {
    let workspace = &CommandWorkspace::open_store(context)?;
    match args {
        TokenCommand::Create(args) => create(args, workspace).await,
        TokenCommand::List { all } => list(*all, workspace).await,
        TokenCommand::Revoke { which, reason } => revoke(which, reason, workspace).await,
    }
}

/// Creates a token and prints it; it cannot be displayed again. Only the token goes to standard
/// output, so that it can be piped.
async fn create(args: &TokenCreateArgs, workspace: &CommandWorkspace) -> CommandResult {
    with_client(workspace, async |client| {
        let (token, text) = client.create(args).await?;
        let output = &workspace.output;
        if output.is_json() {
            let mut shown = json(&token);
            shown["token"] = text.expose().as_str().into();
            return output.json(&shown);
        }
        output.line(text.expose())?;
        let until = match token.expires_micros {
            Some(at) => format!("until {}", timestamp::text(at)),
            None => "until it is revoked".to_owned(),
        };
        let (name, roles) = (&token.name, &token.roles);
        output.say(&format!(
            "token `{name}` with the roles {roles} is valid {until}"
        ));
        output.say("save it now: it cannot be shown again");
        output.say("  hint: send it as `Authorization: Bearer TOKEN`");
        Ok(())
    })
    .await
}

/// Lists the tokens, the newest first.
async fn list(all: bool, workspace: &CommandWorkspace) -> CommandResult {
    with_client(workspace, async |client| {
        let mut tokens = client.list().await?;
        let now = timestamp::now();
        tokens.retain(|token| all || token.works_at(now));
        let none = "no tokens yet; `candor token create NAME --role ROLE` creates one";
        let headings = ["NAME", "ROLES", "STATE", "USED", "EXPIRES", "CREATED BY"];
        let table = || TextTable::new(&headings, tokens.iter().map(|token| row(token, now)));
        let output = &workspace.output;
        output.list("tokens", tokens.iter().map(json), none, table)
    })
    .await
}

fn row(token: &AccessToken, now: i64) -> [TableCell; 6] {
    let time = |at: Option<i64>| at.map_or_else(|| "never".to_owned(), timestamp::text);
    let (state, paint) = match state(token, now) {
        "works" => ("active", TextStyle::Success),
        state => (state, TextStyle::Error),
    };
    [
        one_line(&token.name).into(),
        token.roles.to_string().into(),
        TableCell::painted(state, paint),
        time(token.used_micros).into(),
        time(token.expires_micros).into(),
        one_line(&token.created_by).into(),
    ]
}

/// Revokes a token.
async fn revoke(which: &str, reason: &ReasonArgs, workspace: &CommandWorkspace) -> CommandResult {
    with_client(workspace, async |client| {
        let revoked = client.revoke(which, reason).await;
        let hint = "`candor token list` lists the active tokens";
        let mut token = revoked.map_err(|failure| failure.or_hint(hint))?;
        // The token is returned as it was before.
        token.revoked_micros.get_or_insert_with(timestamp::now);
        let sentence = format!("revoked: {} ({})", token.name, token.roles);
        workspace.output.json_or_line(|| json(&token), sentence)
    })
    .await
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
