//! `candor token revoke`.

use crate::author::author;
use crate::prelude::{
    CommandFailure, CommandOutput, CommandResult, CommandWorkspace, with_gateway,
};

/// Revokes a token.
pub(super) async fn run(
    which: &str,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    with_gateway(workspace, output, async |gateway| {
        let revoked = gateway.editor().revoke_token(which, &author).await;
        let mut token = revoked.map_err(|error| {
            CommandFailure::from(error).hint("`candor token list` lists the active tokens")
        })?;
        // The token is returned as it was before.
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
