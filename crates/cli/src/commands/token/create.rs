//! `candor token create`.

use candor_model::{Secret, Token};

use crate::args::TokenCreate;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::when;
use crate::workspace::Workspace;

/// Makes a token and prints it, the only time that it can be seen.
pub(super) async fn run(
    args: &TokenCreate,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let made = desk.create_token(&args.name, args.role, args.expires, &author);
        let (token, text) = made.await?;
        tell(&token, &text, output)?;
        Ok(Exit::Fine)
    })
    .await
}

/// Standard output gets the token alone, so that it can be piped where it belongs.
fn tell(token: &Token, text: &Secret<String>, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let mut shown = super::json(token);
        shown["token"] = text.expose().as_str().into();
        output.json(&shown)?;
        return Ok(());
    }
    output.line(text.expose())?;
    let until = match token.expires_micros {
        Some(at) => format!("until {}", when::text(at)),
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
