//! `candor token revoke`.

use crate::author::author;
use crate::failure::{CommandFailure, CommandResult};
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

/// Revokes a token.
pub(super) async fn run(
    which: &str,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let revoked = gateway.editor().revoke_token(which, &author).await;
        let mut token = revoked.map_err(|error| {
            CommandFailure::from(error).hint("`candor token list` lists the active tokens")
        })?;
        // It was returned as it was before.
        token
            .revoked_micros
            .get_or_insert_with(crate::timestamp::now);
        output.json_or_line(
            || super::json(&token),
            format!("revoked: {} ({})", token.name, token.roles),
        )?;
        Ok(())
    })
    .await
}
