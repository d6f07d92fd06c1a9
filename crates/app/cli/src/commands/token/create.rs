//! `candor token create`.

use candor_model::{AccessToken, Secret};

use crate::args::TokenCreateArgs;
use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::timestamp;

/// Creates a token and prints it, the only time that it can be seen.
pub(super) async fn run(
    args: &TokenCreateArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let made = editor.create_token(&args.name, args.role, args.expires, &author);
        let (token, text) = made.await?;
        print(&token, &text, output)
    })
    .await
}

/// Only the token goes to standard output, so that it can be piped.
fn print(token: &AccessToken, text: &Secret<String>, output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let mut shown = super::json(token);
        shown["token"] = text.expose().as_str().into();
        output.json(&shown)?;
        return Ok(());
    }
    output.line(text.expose())?;
    let until = match token.expires_micros {
        Some(at) => format!("until {}", timestamp::text(at)),
        None => "until it is revoked".to_owned(),
    };
    output.say(&format!(
        "token `{}` with the roles {} is valid {until}",
        token.name, token.roles
    ));
    output.say("save it now: it cannot be shown again");
    output.say("  hint: send it as `Authorization: Bearer TOKEN`");
    Ok(())
}
