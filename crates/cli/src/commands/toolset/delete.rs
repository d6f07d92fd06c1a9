//! `candor toolset delete`.

use candor_gateway::desk::ToolsetView;
use candor_model::{Scope, ToolsetName};
use serde_json::json;

use crate::ask;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::text::counted;
use crate::workspace::Workspace;

/// Removes a toolset, once somebody has said yes.
pub(super) async fn run(
    name: &ToolsetName,
    yes: bool,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let view = desk.toolset(name).await?;
        let here = Scope::Toolset(name.clone());
        let said = desk.opinions().await?.into_iter();
        let said = said.filter(|entry| entry.key.scope == here).count();
        // What the file declares is refused in any case; nobody needs to be asked.
        if !yes && view.version.is_some() {
            confirm(&view, said, output).await?;
        }
        desk.delete_toolset(&author, name, view.version).await?;
        if output.is_json() {
            output.json(&json!({"deleted": name.to_string()}))?;
        } else {
            output.line(&format!("deleted: {name}"))?;
        }
        if view.equipped {
            output.say("it was equipped: `/mcp` serves everything again");
        }
        if let Some(version) = view.version {
            output.say(&format!(
                "`candor toolset restore {name} {version}` brings it back"
            ));
        }
        Ok(Exit::Fine)
    })
    .await
}

async fn confirm(view: &ToolsetView, said: usize, output: &Output) -> Result<(), Failure> {
    let notes = view.toolset.notes.iter().map(|entry| entry.notes.len());
    let what = format!(
        "{}, {} and {} about tools",
        counted(view.toolset.members.len(), "member"),
        counted(notes.sum(), "note"),
        counted(said, "statement")
    );
    ask::before_deleting(view.toolset.name.as_str(), &what, output).await
}
