//! `candor token revoke`.

use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// Takes a token back.
pub(super) async fn run(
    which: &str,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let revoked = gateway.desk().revoke_token(which, &author).await;
        let mut token = revoked.map_err(|error| {
            Failure::from(error).hint("`candor token list` shows those that work")
        })?;
        // It was returned as it was before.
        token.revoked_micros.get_or_insert_with(crate::when::now);
        if output.is_json() {
            output.json(&super::json(&token))?;
        } else {
            output.line(&format!("revoked: {} ({})", token.name, token.roles))?;
        }
        Ok(Exit::Fine)
    })
    .await
}
