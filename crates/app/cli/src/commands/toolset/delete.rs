//! `candor toolset delete`.

use candor_gateway::edit::ToolsetDetails;
use candor_model::{OpinionScope, ToolsetName};
use serde_json::json;

use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::prompt;
use crate::text::counted;

/// Deletes a toolset after confirmation.
pub(super) async fn run(
    name: &ToolsetName,
    yes: bool,
    why: Option<&str>,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(why)?;
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let view = editor.toolset(name).await?;
        let here = OpinionScope::Toolset(name.clone());
        let said = editor.opinions().await?.into_iter();
        let said = said.filter(|entry| entry.key.scope == here).count();
        // What the file declares is refused in any case, so there is no need to ask.
        if !yes && view.version.is_some() {
            confirm(&view, said, output).await?;
        }
        editor.delete_toolset(&author, name, view.version).await?;
        output.json_or_line(
            || json!({"deleted": name.to_string()}),
            format!("deleted: {name}"),
        )?;
        if view.equipped {
            output.say("it was equipped: `/mcp` serves all tools again");
        }
        if let Some(version) = view.version {
            output.say(&format!(
                "`candor toolset restore {name} {version}` restores it"
            ));
        }
        Ok(())
    })
    .await
}

async fn confirm(view: &ToolsetDetails, said: usize, output: &CommandOutput) -> CommandResult<()> {
    let notes = view.toolset.notes.iter().map(|entry| entry.notes.len());
    let what = format!(
        "{}, {} and {} about tools",
        counted(view.toolset.members.len(), "member"),
        counted(notes.sum(), "note"),
        counted(said, "statement")
    );
    prompt::confirm_deletion(view.toolset.name.as_str(), &what, output).await
}
