//! `candor approvals revoke`.

use super::{json, which};
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::text::one_line;
use crate::workspace::Workspace;

/// Takes a standing approval back.
pub(super) async fn run(
    prefix: &str,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.approvals();
        let grant = which::grant(prefix, desk.grants().await?)?;
        desk.revoke(grant.id, author).await?;
        if output.is_json() {
            output.json(&json::grant(&grant))?;
        } else {
            let tool = one_line(&grant.tool.to_string());
            output.line(&format!("revoked: {tool} ({})", grant.id))?;
        }
        Ok(Exit::Fine)
    })
    .await
}
