//! `candor environment delete`.

use candor_gateway::desk::EnvironmentView;
use candor_model::{EnvironmentName, Scope};
use serde_json::json;

use crate::ask;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::text::counted;
use crate::workspace::Workspace;

/// Removes an environment, once somebody has said yes.
pub(super) async fn run(
    name: &EnvironmentName,
    yes: bool,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let view = desk.environment(name).await?;
        let entries = desk.opinions().await?;
        let here = Scope::Environment(name.clone());
        let said = entries
            .iter()
            .filter(|entry| entry.key.scope == here)
            .count();
        // What the file declares is refused in any case; nobody needs to be asked.
        if !yes && view.version.is_some() {
            confirm(&view, said, output).await?;
        }
        desk.delete_environment(&author, name, view.version).await?;
        if output.is_json() {
            output.json(&json!({"deleted": name.to_string()}))?;
        } else {
            output.line(&format!("deleted: {name}"))?;
        }
        Ok(Exit::Fine)
    })
    .await
}

async fn confirm(view: &EnvironmentView, said: usize, output: &Output) -> Result<(), Failure> {
    let variables = counted(view.variables.len(), "variable");
    let tables = counted(said, "statement");
    let what = format!("{variables} and {tables} about tools");
    ask::before_deleting(view.environment.name.as_str(), &what, output).await
}
