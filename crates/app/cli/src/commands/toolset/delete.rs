//! `candor toolset delete`.

use candor_gateway::edit::ToolsetDetails;
use candor_model::{OpinionScope, ToolsetName};
use serde_json::json;

use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::prompt;
use crate::text::counted;
use crate::workspace::CommandWorkspace;

/// Removes a toolset, once somebody has said yes.
pub(super) async fn run(
    name: &ToolsetName,
    yes: bool,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.editor();
        let view = desk.toolset(name).await?;
        let here = OpinionScope::Toolset(name.clone());
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
        Ok(CommandExit::Success)
    })
    .await
}

async fn confirm(
    view: &ToolsetDetails,
    said: usize,
    output: &CommandOutput,
) -> Result<(), CommandFailure> {
    let notes = view.toolset.notes.iter().map(|entry| entry.notes.len());
    let what = format!(
        "{}, {} and {} about tools",
        counted(view.toolset.members.len(), "member"),
        counted(notes.sum(), "note"),
        counted(said, "statement")
    );
    prompt::confirm_deletion(view.toolset.name.as_str(), &what, output).await
}
