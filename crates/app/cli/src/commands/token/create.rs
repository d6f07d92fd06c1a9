//! `candor token create`.

use candor_model::{AccessToken, Secret};

use crate::args::TokenCreateArgs;
use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::timestamp;
use crate::workspace::CommandWorkspace;

/// Makes a token and prints it, the only time that it can be seen.
pub(super) async fn run(
    args: &TokenCreateArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(args.why.as_deref())?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.editor();
        let made = desk.create_token(&args.name, args.role, args.expires, &author);
        let (token, text) = made.await?;
        tell(&token, &text, output)?;
        Ok(CommandExit::Success)
    })
    .await
}

/// Standard output gets the token alone, so that it can be piped where it belongs.
fn tell(
    token: &AccessToken,
    text: &Secret<String>,
    output: &CommandOutput,
) -> Result<(), CommandFailure> {
    if output.is_json() {
        let mut shown = super::json(token);
        shown["token"] = text.expose().as_str().into();
        output.json(&shown)?;
        return Ok(());
    }
    output.line(text.expose())?;
    let until = match token.expires_micros {
        Some(at) => format!("until {}", timestamp::text(at)),
        None => "until it is taken back".to_owned(),
    };
    output.say(&format!(
        "token `{}` with the roles {} works {until}",
        token.name, token.roles
    ));
    output.say("keep it now: it cannot be shown again");
    output.say("  hint: send it as `Authorization: Bearer TOKEN`");
    Ok(())
}
