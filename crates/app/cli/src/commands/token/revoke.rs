//! `candor token revoke`.

use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

/// Takes a token back.
pub(super) async fn run(
    which: &str,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let revoked = gateway.editor().revoke_token(which, &author).await;
        let mut token = revoked.map_err(|error| {
            CommandFailure::from(error).hint("`candor token list` shows those that work")
        })?;
        // It was returned as it was before.
        token
            .revoked_micros
            .get_or_insert_with(crate::timestamp::now);
        if output.is_json() {
            output.json(&super::json(&token))?;
        } else {
            output.line(&format!("revoked: {} ({})", token.name, token.roles))?;
        }
        Ok(CommandExit::Success)
    })
    .await
}
