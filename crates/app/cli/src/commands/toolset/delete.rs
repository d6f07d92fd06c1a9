//! `candor toolset delete`.

use candor_model::{OpinionScope, ToolsetName};

use crate::args::ReasonArgs;
use crate::prelude::*;
use crate::prompt;

/// Deletes a toolset after confirmation.
pub(super) async fn run(
    name: &ToolsetName,
    yes: bool,
    reason: &ReasonArgs,
    workspace: &CommandWorkspace,
) -> CommandResult {
    let author = reason.author(&workspace.actor)?;
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let view = editor.toolset(name).await?;
        let here = OpinionScope::Toolset(name.clone());
        let said = editor.opinions().await?.into_iter();
        let said = said.filter(|entry| entry.key.scope == here).count();
        let output = &workspace.output;
        // A toolset declared in the file cannot be deleted, so no confirmation is needed.
        if !yes && view.version.is_some() {
            let members = counted(view.toolset.members.len(), "member");
            let notes = super::note_count(&view.toolset);
            let said = counted(said, "statement");
            let what = format!("{members}, {notes} and {said} about tools");
            prompt::confirm_deletion(name.as_str(), &what, output).await?;
        }
        editor.delete_toolset(&author, name, view.version).await?;
        output.deleted(name.as_str())?;
        if view.equipped {
            output.say("it was equipped: `/mcp` serves all tools again");
        }
        if let Some(version) = view.number {
            let sentence = format!("`candor toolset restore {name} {version}` restores it");
            output.say(&sentence);
        }
        Ok(())
    })
    .await
}
